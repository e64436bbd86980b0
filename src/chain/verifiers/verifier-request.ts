// The request to a verifier: the shape of the plugins that execution runs.
// Source: Chainweb/VerifierPlugin.hs; consensus reference, section 6.7.

import type { PactValue, QualifiedCapability } from '../../lang/session/run.ts';

export type VerifierRequest = {
  readonly proof: PactValue;
  /** Without repetitions. */
  readonly capabilities: readonly QualifiedCapability[];
  /** Charges whole units, and ends the verifier when no gas is left. */
  readonly charge: (gas: bigint) => void;
};

/** Returns a text if it refuses. */
export type Verifier = (request: VerifierRequest) => string | undefined;

/** The text if the reference's plugin ends with an exception. */
export const uncaughtException = 'Uncaught exception in verifier';
