// A verifier: code of the node that grants capabilities to a transaction because of a proof.
// Source: Chainweb/VerifierPlugin.hs; consensus reference, section 6.7.

import type { PactValue, QualifiedCapability } from '../../lang/session/run.ts';

/** Verifiers by name. */
export type Verifiers = ReadonlyMap<string, Verifier>;

/** Charges gas through `charge`, which ends the verifier when no gas is left. Returns a text if it refuses. */
export type Verifier = (request: VerifierRequest) => string | undefined;

export type VerifierRequest = {
  readonly proof: PactValue;
  /** Without repetitions. */
  readonly capabilities: readonly QualifiedCapability[];
  /** Charges whole units. */
  readonly charge: (gas: bigint) => void;
};

/** The text if the reference's plugin ends with an exception. */
export const uncaughtException = 'Uncaught exception in verifier';
