// What a simulated node has stored: one step for each change of its cut, as a disk that may have lost the last ones when
// the power fails. What a node remembers beside blocks is stored here too.

import type { Cut } from '../../../chain/choice/cut.ts';
import type { BlockHeader, Hash } from '../../../chain/model/header.ts';
import type { PayloadData } from '../../../chain/model/payload.ts';

export type StoredBlock = {
  readonly header: BlockHeader;
  readonly payload: PayloadData;
  readonly stateHash: Hash;
  /** The request keys of its transactions. */
  readonly keys: readonly string[];
};

type Step = { readonly atMs: number; readonly cut: Cut; readonly blocks: readonly StoredBlock[] };

export class SimulatedDisk {
  /** How much slower than others. */
  slowness = 1;
  private readonly all: Step[] = [];

  get steps(): readonly Step[] {
    return this.all;
  }

  store(step: Step): void {
    this.all.push(step);
  }

  /** Loses what was stored after a moment. */
  loseAfter(atMs: number): void {
    while ((this.all.at(-1)?.atMs ?? -Infinity) > atMs) this.all.pop();
  }
}
