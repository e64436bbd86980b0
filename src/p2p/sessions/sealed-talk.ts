// The part of a conversation with a peer that is about sealed commands: rounds in which both learn what they lack, and
// new commands that are pushed.

import type { Result } from '../../base/result.ts';
import type { SealedPool } from '../ledger.ts';
import type { GossipFault } from '../mempool/pull.ts';
import { getSealed, insertSealed, lookupSealed } from '../messages/sealed.ts';
import type { Peer } from '../peers/peer-table.ts';
import { bringerOf } from '../sealed/bringer.ts';
import type { SealedExchange, SealedExchanges, SealedPeerPool } from '../sealed/exchange.ts';
import { sealedGossipLimits as limits } from '../sealed/limits.ts';
import type { Clock, Timer } from '../../base/ports/time.ts';
import { Bell, pause } from './pause.ts';
import type { Talk } from './talk.ts';

/** What all sessions share. */
export type SealedParts = { readonly pool: SealedPool; readonly exchanges: SealedExchanges };

type SealedTalkParts = SealedParts & {
  readonly talk: Talk;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly signal: AbortSignal;
  readonly exchange: SealedExchange;
  readonly bringer: string;
  /** Whether the peer can fetch commands from this node itself. */
  readonly isPatient: boolean;
  /** Blames the peer, and returns whether the exchange goes on. */
  readonly goesOn: (fault: GossipFault) => boolean;
};

/** Begins the part of a conversation with this peer. A private node is not asked by the peer. */
export function sealedTalkWith(
  { key, info }: Peer,
  parts: Omit<SealedTalkParts, 'exchange' | 'bringer' | 'isPatient'> & {
    readonly isPrivate: boolean;
  },
): SealedTalk {
  const { talk, clock, timer, signal, pool, exchanges, goesOn, isPrivate } = parts;
  return new SealedTalk({
    talk,
    clock,
    timer,
    signal,
    pool,
    exchange: exchanges.of(key),
    exchanges,
    bringer: bringerOf('peer', info.address.host),
    isPatient: !isPrivate,
    goesOn,
  });
}

export class SealedTalk {
  private readonly parts: SealedTalkParts;
  private readonly peerPool: SealedPeerPool;
  private readonly bell = new Bell();
  private fresh = new Set<string>();
  private isBusy = false;

  constructor(parts: SealedTalkParts) {
    this.parts = parts;
    this.peerPool = peerPoolOf(parts.talk);
  }

  /** Whether the peer takes sealed commands, as far as that is known. */
  get isOpen(): boolean {
    return !this.isOver() && !this.parts.exchange.isClosed(this.parts.clock);
  }

  /** A new command for the peer. */
  push(requestKey: string): void {
    if (this.fresh.size < limits.pushedKeys) this.fresh.add(requestKey);
    this.bell.ring();
  }

  async run(): Promise<void> {
    await Promise.all([this.rounds(), this.pushes()]);
  }

  private async rounds(): Promise<void> {
    const { talk, pool, exchange, exchanges, bringer, isPatient } = this.parts;
    while (this.isOpen) {
      await this.alone(() =>
        exchange.round({
          pool,
          peerPool: this.peerPool,
          claims: exchanges.claims,
          bringer,
          isPatient,
          isOver: () => this.isOver(),
        }),
      );
      await talk.pause(limits.roundMs);
    }
    // Pushes end with the rounds.
    this.bell.ring();
  }

  private async pushes(): Promise<void> {
    const { pool, exchange, timer, signal } = this.parts;
    while (this.isOpen) {
      await this.bell.next(signal);
      await pause(timer, limits.gatherMs, signal);
      const { peerPool, isBusy } = this;
      // After the round that is under way.
      if (isBusy) this.bell.ring();
      if (isBusy || this.isOver() || this.fresh.size === 0) continue;
      const keys = [...this.fresh];
      this.fresh = new Set();
      await this.alone(() => exchange.push({ pool, peerPool, isOver: () => this.isOver() }, keys));
    }
  }

  /** One request after the other. */
  private async alone(work: () => Promise<Result<undefined, GossipFault>>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const done = await work();
    this.isBusy = false;
    if (done.ok) return;
    const { exchange, clock, goesOn } = this.parts;
    if (!goesOn(done.fault)) exchange.close(clock);
  }

  private isOver(): boolean {
    return this.parts.signal.aborted;
  }
}

function peerPoolOf(talk: Talk): SealedPeerPool {
  return {
    pending: (since) => talk.ask(getSealed, { since }),
    lookup: (keys) => talk.ask(lookupSealed, { keys }),
    insert: (commands) => talk.ask(insertSealed, { commands }),
  };
}
