// A block that is built on the head of a chain, transaction by transaction: between two of them requests are answered, also
// from the state of the chain.

import type { Clock } from '../../base/ports/clock.ts';
import type { BlockBuilding, KnownTransaction } from '../../chain/blocks/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Deadline } from './deadline.ts';

/** Milliseconds that a block may take to build: transactions behind that wait for the next one. */
const buildWithin = 10_000;

export class OpenBlock {
  readonly chain: ChainId;
  readonly building: BlockBuilding<KnownTransaction>;
  private readonly deadline: Deadline;
  private readonly clock: Clock;
  private leftMs = buildWithin;

  constructor(
    chain: ChainId,
    building: BlockBuilding<KnownTransaction>,
    limits: { readonly deadline: Deadline; readonly clock: Clock },
  ) {
    this.chain = chain;
    this.building = building;
    this.deadline = limits.deadline;
    this.clock = limits.clock;
  }

  /** Whether the block that it was begun on is still the newest one of its chain. */
  get isCurrent(): boolean {
    return this.building.isCurrent;
  }

  /** Whether its time is over: nothing more should be offered. */
  get isLate(): boolean {
    return this.leftMs <= 0;
  }

  /** The transaction is in the block afterwards, or left out. */
  offer(transaction: KnownTransaction): void {
    const begun = this.clock.nowMs();
    this.deadline.within(this.leftMs, () => this.building.offer(transaction));
    this.leftMs -= this.clock.nowMs() - begun;
  }
}
