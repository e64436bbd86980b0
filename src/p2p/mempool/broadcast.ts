// Tells peers of new transactions soon after they arrived, so that they are in all mempools of a small network within a second.
// What clients sent to this node goes to every peer; what came from a peer goes to a few others, which are asked first
// whether they have it. What is too much for this is fetched by the peers (`pull.ts`).

import type { Cancel, Timer } from '../../base/ports/time.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Draws } from '../draws.ts';
import type { Arrival, Pool } from '../ledger.ts';
import { gossipLimits as limits } from './limits.ts';

/** Request keys of one chain. */
export type News = {
  readonly chain: ChainId;
  /** Clients sent them to this node: nobody else has them. */
  readonly own: readonly string[];
  readonly relayed: readonly string[];
};

type BroadcastParts = {
  readonly timer: Timer;
  readonly draws: Draws;
  readonly chains: readonly ChainId[];
  readonly poolOf: (chain: ChainId) => Pool | undefined;
  /** How each peer is told that this node talks to. */
  readonly peers: () => readonly ((news: News) => void)[];
};

type Gathered = { readonly own: string[]; readonly relayed: string[] };

export class Broadcast {
  private readonly parts: BroadcastParts;
  private readonly gathered = new Map<ChainId, Gathered>();
  private cancels: readonly Cancel[] = [];
  private cancelTelling: Cancel | undefined;

  constructor(parts: BroadcastParts) {
    this.parts = parts;
  }

  start(): void {
    const { chains, poolOf } = this.parts;
    this.cancels = chains.flatMap((chain) => {
      const pool = poolOf(chain);
      return pool === undefined ? [] : [pool.onArrival((arrival) => this.arrived(chain, arrival))];
    });
  }

  stop(): void {
    for (const cancel of this.cancels) cancel();
    this.cancelTelling?.();
  }

  private arrived(chain: ChainId, { key, isOwn }: Arrival): void {
    const gathered = this.gathered.get(chain) ?? { own: [], relayed: [] };
    this.gathered.set(chain, gathered);
    const keys = isOwn ? gathered.own : gathered.relayed;
    if (keys.length >= limits.pushedKeys) return;
    keys.push(key);
    this.cancelTelling ??= this.parts.timer.after(limits.gatherMs, () => this.tell());
  }

  private tell(): void {
    this.cancelTelling = undefined;
    const all = [...this.gathered];
    this.gathered.clear();
    const { draws } = this.parts;
    const peers = this.parts.peers();
    // Told of what other peers sent.
    const relays = new Set(draws.someOf(peers, limits.relays));
    for (const [chain, { own, relayed }] of all) {
      for (const tell of peers) {
        const news = { chain, own, relayed: relays.has(tell) ? relayed : [] };
        if (news.own.length + news.relayed.length > 0) tell(news);
      }
    }
  }
}
