// The signatures of one transaction, a few at once: a transaction with thousands of them keeps no other one waiting.

import { signatureClaims, type ChainTransaction } from '../../chain/execute/index.ts';
import type { SignatureChecker, Verdict } from '../../command/index.ts';

const atOnce = 8;

/** Verdicts of `signatureClaims`, in their order. They end soon after the first signature that is not valid. */
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
