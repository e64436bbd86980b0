// A verifier plugin: code of the node that grants capabilities to a transaction because of a proof.
// Source: Chainweb/VerifierPlugin.hs; consensus reference, section 6.7.

import type { PactValue, QualifiedCapability } from '../../../lang/session/run.ts';

/** Plugins by name. */
export type VerifierPlugins = ReadonlyMap<string, VerifierPlugin>;

/** Charges gas through `charge`, which ends the plugin when no gas is left. Returns a text if it refuses. */
export type VerifierPlugin = (request: VerifierRequest) => string | undefined;

export type VerifierRequest = {
  readonly proof: PactValue;
  readonly capabilities: readonly QualifiedCapability[];
  /** The gas in whole units. */
  readonly charge: (gas: bigint) => void;
  /** Whether Hyperlane messages may be checked against a tree of the sender. */
  readonly hasHyperlaneTrees: boolean;
};
