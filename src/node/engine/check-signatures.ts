// Checks the signatures of one transaction, a few at a time, so that a transaction with thousands of them does not
// block others.

import { signatureClaims, type ChainTransaction } from '../../chain/execute/index.ts';
import type { SignatureChecker, Verdict } from '../../chain/command/index.ts';

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
