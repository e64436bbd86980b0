// The queries of execution about proofs of other chains. src/chain/spv implements them for one block: a proof is valid
// only if its root is an ancestor of the parent of that block, within the window of `rules.spv`.
// Source: Chainweb/Pact5/SPV.hs; consensus reference, sections 7.4 to 7.6.
import {
  type DefPactExec,
  type ObjectValue,
  type SpvSupport,
  evalError,
} from '../../lang/session/run.ts';
import { noSpan } from '../../base/span.ts';

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

// Converts answers about proofs for the language. If the reference has an exception, `verify-spv` fails with `Unknown
// exception`, and the proof of a continuation ends the transaction: its text is stored for the caller.
// Source: Chainweb/Pact5/SPV.hs; consensus reference, section 7.6.

export type AttestedSpv = {
  readonly spv: SpvSupport;
  /** The error of the continuation's proof, if it crashed. */
  readonly crash: () => string | undefined;
};

export function attestedSpv(port: SpvPort): AttestedSpv {
  let crash: string | undefined;
  return {
    spv: {
      verify(type, proof) {
        const verdict = port.verify(type, proof);
        if (verdict.kind !== 'crash') return verdict;
        throw evalError('UnknownException', { cause: verdict.message }, noSpan);
      },
      continuation(proof) {
        const verdict = port.continuation(proof);
        if (verdict.kind !== 'crash') return verdict;
        crash = verdict.message;
        return { kind: 'failure', message: verdict.message };
      },
    },
    crash: () => crash,
  };
}
