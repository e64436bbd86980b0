// The exchange of sealed commands with one peer: what it lists is fetched, what it does not list is offered, and some new
// ones are sent at once. Nothing here depends on who can read a command.

import type { Clock } from '../../base/ports/time.ts';
import { putNewest } from '../../base/newest.ts';
import { good, type Result } from '../../base/result.ts';
import type { PeerKey } from '../address/peer-info.ts';
import type { PoolMark, SealedPool } from '../ledger.ts';
import { Claims } from '../mempool/claims.ts';
import { KnownKeys } from '../mempool/known-keys.ts';
import { gossipLimits } from '../mempool/limits.ts';
import { Offer, send } from '../mempool/offer.ts';
import { type GossipFault, type PeerPool, pull } from '../mempool/pull.ts';
import { carriedLimits, sealedGossipLimits as limits } from './limits.ts';

/** How a peer is asked about sealed commands. */
export type SealedPeerPool = Pick<PeerPool, 'pending' | 'lookup' | 'insert'>;

export type SealedRound = {
  readonly pool: SealedPool;
  readonly peerPool: SealedPeerPool;
  readonly claims: Claims;
  /** Whose share of the space fetched commands take: see `bringerOf`. */
  readonly bringer: string;
  /** Whether the peer can fetch commands from this node itself. */
  readonly isPatient: boolean;
  readonly isOver: () => boolean;
};

/** What one peer has listed and was sent, over several sessions. */
export class SealedExchange {
  private readonly known = new KnownKeys(carriedLimits.commands);
  private mark: PoolMark | undefined;
  private later: readonly string[] = [];
  private offer = new Offer();
  private closedUntilMs = -Infinity;

  /** What has changed since the last round: fetched, as far as the peer's share allows, then offered. */
  async round(round: SealedRound): Promise<Result<undefined, GossipFault>> {
    const { pool, peerPool, claims, bringer, isPatient, isOver } = round;
    const { known, mark: since, later } = this;
    if (pool.admits(bringer)) {
      const pulled = await pull({
        pool: {
          wants: (keys) => pool.wants(keys),
          insert: (commands) => pool.insert(commands, bringer),
        },
        peerPool,
        known,
        claims,
        since,
        later,
        // What there is no room for now is fetched later, instead of again and again.
        isOver: () => isOver() || !pool.admits(bringer),
      });
      if (!pulled.ok) return pulled;
      const { mark } = pulled.value;
      this.later = pulled.value.later;
      // It has started again, and may have lost its commands.
      if (since !== undefined && mark?.nonce !== since.nonce) this.offer = new Offer();
      this.mark = mark;
    }
    return this.offer.round({ pool, peerPool, known, isOver }, isPatient);
  }

  /** Sends new commands at once, unless the peer has them. */
  async push(
    { pool, peerPool, isOver }: Pick<SealedRound, 'pool' | 'peerPool' | 'isOver'>,
    keys: readonly string[],
  ): Promise<Result<undefined, GossipFault>> {
    const { known } = this;
    const unknown = keys.filter((key) => !known.has(key));
    return unknown.length === 0
      ? good(undefined)
      : send({ pool, peerPool, known, isOver }, unknown);
  }

  /** The peer knows nothing of sealed commands. */
  close(clock: Pick<Clock, 'nowMs'>): void {
    this.closedUntilMs = clock.nowMs() + limits.closedMs;
  }

  isClosed(clock: Pick<Clock, 'nowMs'>): boolean {
    return clock.nowMs() < this.closedUntilMs;
  }
}

/** The exchanges with the newest peers. */
export class SealedExchanges {
  readonly claims: Claims;
  private readonly byPeer = new Map<PeerKey, SealedExchange>();

  constructor(clock: Clock) {
    this.claims = new Claims(clock);
  }

  of(peer: PeerKey): SealedExchange {
    const exchange = this.byPeer.get(peer) ?? new SealedExchange();
    putNewest(this.byPeer, gossipLimits.peers, [peer, exchange]);
    return exchange;
  }
}
