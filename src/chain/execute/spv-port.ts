// What execution asks about proofs of other chains. The room of proofs implements it for one block: a proof counts
// only if its root is an ancestor of the parent of that block, within the window of `rules.spv`.
// Source: Chainweb/Pact5/SPV.hs; consensus reference, sections 7.4 to 7.6.

import type { DefPactExec, ObjectValue } from '../../lang/session/run.ts';

export interface SpvPort {
  /** `verify-spv`: `type` is its first argument, such as `TXOUT`. */
  verify(type: string, proof: ObjectValue): SpvVerdict<ObjectValue>;
  /** The proof of a continuation, as the base64url text of its payload. */
  continuation(proof: string): SpvVerdict<DefPactExec>;
}

export type SpvVerdict<T> =
  | { readonly kind: 'verified'; readonly value: T }
  /** The text is consensus: it follows `SPV verification failure: ` or `Continuation error: ` in the result. */
  | { readonly kind: 'failure'; readonly message: string }
  /**
   * The reference has an exception here that is no error of Pact, such as for a proof of a transaction in place of
   * an output. `verify-spv` fails with `Unknown exception`; a continuation makes the transaction invalid.
   */
  | { readonly kind: 'crash'; readonly message: string };

const notSupported = { kind: 'failure', message: 'SPV verification not supported' } as const;
const noContinuations = {
  kind: 'failure',
  message: 'Cross-chain continuations not supported',
} as const;

/** Of system code, and of chains without others. */
export const noSpv: SpvPort = { verify: () => notSupported, continuation: () => noContinuations };
