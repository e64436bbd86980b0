// Proofs between the chains of a script. Blocks and their hashes are not the business of a session: it is handed this port
// by programs that have chains.

import type { DefPactExec, SpvSupport } from '../../lang/session/run.ts';

export interface ChainProofs {
  /** How many chains there are: their numbers begin with 0. */
  readonly chains: number;
  /** Puts what a step left into a block of the source, and proves it to the target: the text that a continuation takes. */
  prove(step: ProvenStep): string;
  /** What the newest block of a chain answers to proofs. */
  supportOn(chain: number): SpvSupport;
}

export type ProvenStep = {
  readonly source: number;
  readonly target: number;
  readonly exec: DefPactExec;
  /** The hash of the transaction of the step. */
  readonly requestKey: string;
};

/** Makes the proofs of one session, where the program has them. */
export type MakeChainProofs = () => ChainProofs;
