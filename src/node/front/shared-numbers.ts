// Numbers that the thread of the engine shares with the one that serves clients, which reads them at any time: how many
// transactions wait on each chain, and how far the clock of the network is ahead of the machine's.

import type { Clock } from '../../base/ports/time.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';

const clockAt = 0;
const chainsAt = 1;
const microsOfMs = 1000;

export class SharedNumbers {
  /** For another thread. */
  readonly numbers: BigInt64Array;

  constructor(numbers: BigInt64Array) {
    this.numbers = numbers;
  }

  static for(chains: readonly ChainId[]): SharedNumbers {
    const places = Math.max(...chains) + chainsAt + 1;
    const bytes = places * BigInt64Array.BYTES_PER_ELEMENT;
    return new SharedNumbers(new BigInt64Array(new SharedArrayBuffer(bytes)));
  }

  pending(chain: ChainId): number {
    return Number(Atomics.load(this.numbers, chainsAt + chain));
  }

  setPending(chain: ChainId, count: number): void {
    Atomics.store(this.numbers, chainsAt + chain, BigInt(count));
  }

  setAhead(milliseconds: number): void {
    Atomics.store(this.numbers, clockAt, BigInt(Math.round(milliseconds * microsOfMs)));
  }

  /** Returns the clock of the network. */
  clockOn(clock: Clock): Clock {
    return {
      nowMs: () => clock.nowMs(),
      dateMs: () => clock.dateMs() + Number(Atomics.load(this.numbers, clockAt)) / microsOfMs,
    };
  }
}
