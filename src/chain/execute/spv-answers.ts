// Converts answers about proofs for the language. If the reference has an exception, `verify-spv` fails with `Unknown
// exception`, and the proof of a continuation ends the transaction: its text is stored for the caller.
// Source: Chainweb/Pact5/SPV.hs; consensus reference, section 7.6.

import { noSpan } from '../../base/span.ts';
import { evalError, type SpvSupport } from '../../lang/session/run.ts';
import type { SpvPort } from './spv-port.ts';

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
