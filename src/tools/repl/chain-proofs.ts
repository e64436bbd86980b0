// The port for proofs between the chains of a script.

/**
 * A session knows nothing of blocks and hashes: programs with chains
 * provide this port. Only text passes through it, so its implementation shares no classes of values with the session, and
 * can be in a file of the build of its own.
 */
export interface ChainProofs {
  /** Puts the result of a step into a block of the source chain, and returns the proof for a continuation on the target. */
  prove(step: ProvenStep): string;
  /** Verifies a proof against the newest block of a chain. */
  verify(chain: number, proof: string): ProofAnswer;
}

export type ProvenStep = {
  readonly source: number;
  readonly target: number;
  /** The step as the JSON of the outputs of transactions. */
  readonly continuation: string;
  /** The hash of the transaction of the step. */
  readonly requestKey: string;
};

export type ProofAnswer =
  | { readonly kind: 'verified'; readonly continuation: string }
  /** With the error text of a node. */
  | { readonly kind: 'failure'; readonly message: string };

/** Creates the proofs of one session, if the program supports them. */
export type MakeChainProofs = () => ChainProofs;
