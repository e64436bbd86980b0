// What a verifier plugin is: code of the node that vouches for capabilities of a transaction by a proof.
// Source: Chainweb/VerifierPlugin.hs; consensus reference, section 6.7.

import type { PactValue, QualifiedCapability } from '../../../lang/session/run.ts';

/** By name. */
export type VerifierPlugins = ReadonlyMap<string, VerifierPlugin>;

/** Charges through `charge`, which ends the plugin once no gas is left, and answers with a text where it refuses. */
export type VerifierPlugin = (request: VerifierRequest) => string | undefined;

export type VerifierRequest = {
  readonly proof: PactValue;
  readonly capabilities: readonly QualifiedCapability[];
  /** Whole units. */
  readonly charge: (gas: bigint) => void;
  /** Whether Hyperlane messages may be checked against a tree of the sender. */
  readonly hasHyperlaneTrees: boolean;
};
