// The queries of execution about proofs of other chains. src/chain/spv implements them for one block: a proof is valid
// only if its root is an ancestor of the parent of that block, within the window of `rules.spv`.
// Source: Chainweb/Pact5/SPV.hs; consensus reference, sections 7.4 to 7.6.

import type { DefPactExec, ObjectValue } from '../../lang/session/run.ts';

export interface SpvPort {
  /** `verify-spv`: `type` is its first argument, such as `TXOUT`. */
  verify(type: string, proof: ObjectValue): SpvVerdict<ObjectValue>;
  /** The proof of a continuation, as the base64url string of its payload. */
  continuation(proof: string): SpvVerdict<DefPactExec>;
}

export type SpvVerdict<T> =
  | { readonly kind: 'verified'; readonly value: T }
  /** The text is consensus: it follows `SPV verification failure: ` or `Continuation error: ` in the result. */
  | { readonly kind: 'failure'; readonly message: string }
  /**
   * The reference has an exception here that is not a Pact error, for example for a proof of a transaction instead of
   * an output. `verify-spv` fails with `Unknown exception`; a continuation makes the transaction invalid.
   */
  | { readonly kind: 'crash'; readonly message: string };

const notSupported = { kind: 'failure', message: 'SPV verification not supported' } as const;
const noContinuations = {
  kind: 'failure',
  message: 'Cross-chain continuations not supported',
} as const;

/** For system code, and for chains without other chains. */
export const noSpv: SpvPort = { verify: () => notSupported, continuation: () => noContinuations };
