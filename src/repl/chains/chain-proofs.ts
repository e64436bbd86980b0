// The port for proofs between the chains of a script. A session knows nothing of blocks and hashes: programs with chains
// provide this port.

import type { DefPactExec, SpvSupport } from '../../lang/session/run.ts';

export interface ChainProofs {
  /** The number of chains, which are numbered from 0. */
  readonly chains: number;
  /** Puts the result of a step into a block of the source chain, and returns the proof for a continuation on the target. */
  prove(step: ProvenStep): string;
  /** Returns the verification of proofs against the newest block of a chain. */
  supportOn(chain: number): SpvSupport;
}

export type ProvenStep = {
  readonly source: number;
  readonly target: number;
  readonly exec: DefPactExec;
  /** The hash of the transaction of the step. */
  readonly requestKey: string;
};

/** Creates the proofs of one session, if the program supports them. */
export type MakeChainProofs = () => ChainProofs;
