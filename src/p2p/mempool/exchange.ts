// The exchange of transactions with one peer, chain by chain.

import type { Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { PeerKey } from '../address/peer-info.ts';
import type { Pool, PoolMark } from '../ledger.ts';
import { type AskFault } from '../messages/message.ts';
import type { Clock } from '../../base/ports/time.ts';
import { Claims } from './claims.ts';
import { KnownKeys } from './known-keys.ts';
import { gossipLimits as limits } from './limits.ts';
import type { News } from './broadcast.ts';
import { Offer } from './offer.ts';
import { push, type PushParts } from './outbox.ts';
import { type GossipFault, type PeerPool, pull } from './pull.ts';

export type RoundParts = {
  readonly chain: ChainId;
  readonly pool: Pool;
  readonly peerPool: PeerPool;
  readonly claims: Claims;
  /** Whether the peer can fetch transactions from this node itself. */
  readonly isPatient: boolean;
  readonly isOver: () => boolean;
};

/** What one peer has listed and was sent, over several sessions. */
export class Exchange {
  private readonly known = new KnownKeys(limits.knownKeys);
  private readonly marks = new Map<ChainId, PoolMark>();
  private readonly later = new Map<ChainId, readonly string[]>();
  private readonly offers = new Map<ChainId, Offer>();

  /** What of one chain has changed since the last round: fetched, then offered. */
  async round(round: RoundParts): Promise<Result<undefined, GossipFault>> {
    const { chain, pool, peerPool, claims, isPatient, isOver } = round;
    const parts = { pool, peerPool, known: this.known, isOver };
    const since = this.marks.get(chain);
    const later = this.later.get(chain) ?? [];
    const pulled = await pull({ ...parts, claims, since, later });
    if (!pulled.ok) return pulled;
    const { mark } = pulled.value;
    this.later.set(chain, pulled.value.later);
    if (mark !== undefined) this.marks.set(chain, mark);
    // It has started again, and lost its transactions.
    if (since !== undefined && since.nonce !== mark?.nonce) this.offers.delete(chain);
    const offer = this.offers.get(chain) ?? new Offer();
    this.offers.set(chain, offer);
    return offer.round(parts, isPatient);
  }

  /** What has arrived here just now. */
  push(parts: Omit<PushParts, 'known'>, news: News): Promise<Result<undefined, AskFault>> {
    return push({ ...parts, known: this.known }, news);
  }
}

/** The exchanges with the newest peers. */
export class Exchanges {
  readonly claims: Claims;
  private readonly byPeer = new Map<PeerKey, Exchange>();

  constructor(clock: Clock) {
    this.claims = new Claims(clock);
  }

  of(peer: PeerKey): Exchange {
    const exchange = this.byPeer.get(peer) ?? new Exchange();
    this.byPeer.delete(peer);
    this.byPeer.set(peer, exchange);
    const [oldest] = this.byPeer.keys();
    if (oldest !== undefined && this.byPeer.size > limits.peers) this.byPeer.delete(oldest);
    return exchange;
  }
}

/** Milliseconds until the next chain, if there are so many. */
export function chainPauseMs(chains: number): number {
  const round = Math.min(limits.maxRoundMs, Math.max(limits.minRoundMs, chains * limits.chainMs));
  return Math.ceil(round / Math.max(1, chains));
}
