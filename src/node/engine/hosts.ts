// What the execution of transactions needs beside the state of a chain: a time limit, and a cache of transactions that
// were read and verified.

import type { Clock } from '../../base/ports/time.ts';
import {
  CheckedTransactions,
  executionHost,
  type ExecutionHost,
  type MemoryOfTransactions,
} from '../../chain/blocks/index.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';

export class Deadline {
  private readonly clock: Clock;
  private endMs = Infinity;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  readonly isOver = (): boolean => this.endMs !== Infinity && this.clock.nowMs() > this.endMs;

  /** Runs work that may take this long. */
  within<T>(milliseconds: number, work: () => T): T {
    const before = this.endMs;
    this.endMs = Math.min(before, this.clock.nowMs() + milliseconds);
    try {
      return work();
    } finally {
      this.endMs = before;
    }
  }
}

/** Of all chains: each takes about 6 kB, and twice this number may be held, so at most 50 MB. */
const ofAll = { transactions: 4_000, bytes: 16 * 1024 * 1024 } as const;

export function rememberedOf(network: Network): MemoryOfTransactions {
  const chains = chainsOf(network).length;
  return {
    transactions: Math.ceil(ofAll.transactions / chains),
    bytes: Math.ceil(ofAll.bytes / chains),
  };
}

export type HostOptions = {
  readonly depthLimit: number;
  /** The levels of brackets in the code of transactions (default: those that fit any thread). */
  readonly nestingLimit?: number;
  readonly isMemoryShort?: () => boolean;
  /** Whether what blocks change in the table of the coin is recorded (default: false). */
  readonly recordsCoin?: boolean | undefined;
};

export function hostOf(
  { depthLimit, nestingLimit, isMemoryShort, recordsCoin }: HostOptions,
  network: Network,
  { headers, deadline }: { readonly headers: HeaderSource; readonly deadline: Deadline },
): ExecutionHost {
  const host = executionHost({
    network,
    headers,
    depthLimit,
    isInterrupted: deadline.isOver,
    ...(isMemoryShort !== undefined && { isMemoryShort }),
    recordsCoin,
  });
  return { ...host, transactions: new CheckedTransactions(rememberedOf(network), nestingLimit) };
}

/** For first blocks, which refer to no others. */
export const noHeaders: HeaderSource = { find: () => undefined, ancestor: () => undefined };
