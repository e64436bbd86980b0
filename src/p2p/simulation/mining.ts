// When simulated nodes find blocks: each has an exponential clock by its share of the work. A node that lacks the blocks of
// its network does not mine, like a real one.

import type { SeededStreams } from '../../base/ports/random.ts';
import type { SimulatedTime } from '../../base/ports/simulated-time.ts';
import { mineOn } from './chain/mine.ts';
import type { SimulatedNode } from './node/simulated-node.ts';

export class Mining {
  isPaused = false;
  /** Blocks that were found. */
  found = 0;
  private readonly parts: {
    readonly time: SimulatedTime;
    readonly streams: SeededStreams;
    readonly nodes: readonly SimulatedNode[];
    /** The mean time between two blocks of the whole network. */
    readonly meanMs: number;
    readonly endMs: number;
  };

  constructor(parts: Mining['parts']) {
    this.parts = parts;
  }

  start(): void {
    for (const node of this.parts.nodes) this.next(node);
  }

  private next(node: SimulatedNode): void {
    const { time, streams, nodes, meanMs, endMs } = this.parts;
    const waitMs = -Math.log(streams.of(`clock ${node.name}`).fraction()) * meanMs * nodes.length;
    if (time.nowMs() + waitMs > endMs) return;
    time.after(waitMs, () => {
      this.mine(node);
      this.next(node);
    });
  }

  private mine({ name, process }: SimulatedNode): void {
    // Drawn even if nothing comes of it: faults should not change what others find.
    const random = this.parts.streams.of(`blocks ${name}`);
    if (this.isPaused || process?.peers.sync.isNear !== true) return;
    const { ledger } = process;
    const { header, payload } = mineOn(ledger, { random, miner: name });
    if (ledger.extend(header, payload)) this.found += 1;
  }
}
