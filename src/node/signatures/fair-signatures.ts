// Checks signatures of many requests, a few at a time, so that other users of Node's thread pool do not wait behind all
// of them. The request with the fewest checked signatures comes first: one with few does not wait for one with many.

import type { SignatureChecker, SignatureClaim, Verdict } from '../../chain/command/index.ts';
import { signatureClaims, type ChainTransaction } from '../../chain/execute/index.ts';

type FairSignaturesOptions = {
  readonly checker: SignatureChecker;
  /** The number of concurrent checks. */
  readonly atOnce: number;
};

type WaitingClaim = {
  readonly claim: SignatureClaim;
  readonly settle: (check: Promise<Verdict>) => void;
};

type Line = { taken: number; readonly claims: WaitingClaim[] };

export class FairSignatures {
  private readonly checker: SignatureChecker;
  private readonly atOnce: number;
  private atWork = 0;
  private readonly lines = new Set<Line>();

  constructor({ checker, atOnce }: FairSignaturesOptions) {
    this.checker = checker;
    this.atOnce = atOnce;
  }

  /** Returns the checker for one request. */
  ofRequest(): SignatureChecker {
    const line: Line = { taken: 0, claims: [] };
    return {
      check: (claim) =>
        new Promise((resolve) => {
          line.claims.push({ claim, settle: resolve });
          this.lines.add(line);
          this.proceed();
        }),
    };
  }

  private proceed(): void {
    while (this.atWork < this.atOnce) {
      const next = this.next();
      if (next === undefined) return;
      this.atWork++;
      const check = this.checker.check(next.claim);
      next.settle(check);
      const done = (): void => {
        this.atWork--;
        this.proceed();
      };
      void check.then(done, done);
    }
  }

  private next(): WaitingClaim | undefined {
    let least: Line | undefined;
    for (const line of this.lines)
      if (least === undefined || line.taken < least.taken) least = line;
    const claim = least?.claims.shift();
    if (least === undefined || claim === undefined) return undefined;
    least.taken++;
    if (least.claims.length === 0) this.lines.delete(least);
    return claim;
  }
}

const atOnce = 8;

/** Returns verdicts of `signatureClaims`, in their order; stops soon after the first invalid signature. */
export async function verdictsOf(
  transaction: ChainTransaction,
  checker: SignatureChecker,
): Promise<readonly Verdict[]> {
  const claims = signatureClaims(transaction);
  const verdicts: Verdict[] = [];
  for (let at = 0; at < claims.length; at += atOnce) {
    const some = claims.slice(at, at + atOnce).map((claim) => checker.check(claim));
    verdicts.push(...(await Promise.all(some)));
    if (verdicts.some((verdict) => verdict !== undefined)) break;
  }
  return verdicts;
}
