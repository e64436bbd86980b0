// The conversation with one peer: it is told of this node, asked for its peers and its cut, told of our cut, and exchanges
// transactions with us, until its time is over or it fails.
// Source: P2P/Node.hs, newSession; CutDB/Sync.hs.

import type { Clock, Timer } from '../../base/ports/time.ts';
import { TokenBuckets } from '../../base/token-buckets.ts';
import { areSameHeads } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { CutHashes } from '../../chain/model/cut-json.ts';
import type { PeerInfo, PeerKey, PeerNetwork } from '../address/peer-info.ts';
import type { Draws } from '../draws.ts';
import type { Pool } from '../ledger.ts';
import type { News } from '../mempool/broadcast.ts';
import { chainPauseMs, type Exchange, type Exchanges } from '../mempool/exchange.ts';
import { gossipLimits } from '../mempool/limits.ts';
import { Outbox } from '../mempool/outbox.ts';
import type { GossipFault, PeerPool } from '../mempool/pull.ts';
import { getCut, putCut } from '../messages/cut.ts';
import { getPending, insertCommands, lookupCommands, memberCommands } from '../messages/mempool.ts';
import type { Ask } from '../messages/message.ts';
import { getPeers, putPeer, peerToJson } from '../messages/peers.ts';
import { isPassing, statuses } from '../messages/statuses.ts';
import type { FaultClass } from '../peers/fault-class.ts';
import type { Peer } from '../peers/peer-table.ts';
import type { Sync } from '../sync/port.ts';
import { sessionLimits as limits } from './limits.ts';
import type { OwnCut } from './own-cut.ts';
import { Bell } from './pause.ts';
import { type SealedParts, type SealedTalk, sealedTalkWith } from './sealed-talk.ts';
import { Talk } from './talk.ts';

export type SessionParts = {
  readonly ask: Ask;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly draws: Draws;
  readonly sync: Sync;
  readonly ownCut: OwnCut;
  readonly chains: readonly ChainId[];
  readonly poolOf: (chain: ChainId) => Pool | undefined;
  readonly exchanges: Exchanges;
  /** `undefined`: this node carries no sealed commands. */
  readonly sealed: SealedParts | undefined;
  /** How the peer reaches this node, as far as that is known. */
  readonly own: () => PeerInfo | undefined;
  /** Tells nobody of this node, and asks for no peers. */
  readonly isPrivate: boolean;
  /** Whether there are fewer sessions than this node wants. */
  readonly needsPeers: () => boolean;
  readonly onPage: (items: readonly PeerInfo[], from: Peer) => void;
  readonly onOpen: () => void;
  readonly onAnswer: () => void;
  readonly onFault: (peer: PeerKey, fault: FaultClass, what: string) => void;
  /** It cannot connect to the address that it was told. */
  readonly onUnreachable: (sentence: string) => void;
};

export type SessionEnd = {
  /** `over`: its time, or this node wants to end it. */
  readonly kind: 'over' | 'failed';
  readonly why: string;
};

export class Session {
  readonly peer: Peer;
  private readonly parts: SessionParts;
  private readonly controller = new AbortController();
  private readonly talk: Talk;
  private readonly bell = new Bell();
  private readonly outbox = new Outbox();
  private readonly outboxBell = new Bell();
  /** Requests about transactions. */
  private readonly requests: TokenBuckets;
  private readonly sealed: SealedTalk | undefined;
  private ended: SessionEnd | undefined;
  private said: Pick<CutHashes, 'hashes'> | undefined;
  /** What the peer was told of the own cut. */
  private told: number | undefined;
  /** When it may be told of this node again; `undefined`: it knows. */
  private announceAtMs: number | undefined = -Infinity;
  private isOpened = false;

  constructor(peer: Peer, parts: SessionParts) {
    const { ask, clock, timer } = parts;
    this.peer = peer;
    this.parts = parts;
    this.requests = new TokenBuckets({ ...gossipLimits.requests, clock, max: 1 });
    this.talk = new Talk(peer.info, {
      ask,
      clock,
      timer,
      signal: this.controller.signal,
      onAnswer: () => this.answered(),
      onFault: (fault, what) => {
        // Who does not answer from the start has failed, which is not a fault.
        if (this.isOpened || fault !== 'late') parts.onFault(peer.key, fault, what);
      },
      onEnd: (why) => this.end({ kind: 'failed', why }),
    });
    const { signal } = this.controller;
    this.sealed =
      parts.sealed &&
      sealedTalkWith(peer, {
        ...parts,
        ...parts.sealed,
        talk: this.talk,
        signal,
        goesOn: (fault) => this.goesOn(fault),
      });
  }

  /** Whether it has answered. */
  get isOpen(): boolean {
    return this.isOpened && this.ended === undefined;
  }

  /** Whether it can be pushed sealed commands, as far as that is known. */
  get takesSealed(): boolean {
    return this.isOpen && this.sealed?.isOpen === true;
  }

  /** The lowest height of what it said last. */
  get height(): number | undefined {
    if (this.said === undefined) return undefined;
    const heights = [...this.said.hashes.values()].map(({ height }) => Number(height));
    return heights.length === 0 ? undefined : Math.min(...heights);
  }

  async run(): Promise<SessionEnd> {
    const { timer, draws } = this.parts;
    const { lifeMs, lifeSpreadMs } = limits;
    const life = draws.between(lifeMs - lifeSpreadMs, lifeMs + lifeSpreadMs);
    const cancel = timer.after(life, () => this.end({ kind: 'over', why: 'its time is over' }));
    await this.open();
    if (this.ended === undefined) {
      await Promise.all([
        this.pulls(),
        this.pushes(),
        this.pages(),
        this.gossips(),
        this.tells(),
        this.sealed?.run(),
      ]);
    }
    cancel();
    return this.ended ?? { kind: 'over', why: 'it has ended' };
  }

  stop(why: string): void {
    this.end({ kind: 'over', why });
  }

  /** The own cut has changed. */
  cutChanged(): void {
    this.bell.ring();
  }

  /** These transactions have arrived here: the peer is told soon. */
  newsArrived(news: News): void {
    this.outbox.add(news);
    this.outboxBell.ring();
  }

  /** A sealed command is new here, and is pushed to this peer. */
  pushSealed(requestKey: string): void {
    this.sealed?.push(requestKey);
  }

  /** The peer has pushed this cut. */
  hears(cut: Pick<CutHashes, 'hashes'>): void {
    this.said = cut;
  }

  private answered(): void {
    const isFirst = !this.isOpened;
    this.isOpened = true;
    this.parts.onAnswer();
    if (isFirst) this.parts.onOpen();
  }

  private isOver(): boolean {
    return this.ended !== undefined;
  }

  private end(end: SessionEnd): void {
    if (this.ended !== undefined) return;
    this.ended = end;
    this.controller.abort();
  }

  /** Both must succeed in nodes of the reference; a peer that cannot connect to this node is still good to ask. */
  private async open(): Promise<void> {
    if (this.parts.isPrivate) {
      this.announceAtMs = undefined;
      return;
    }
    const page = await this.talk.ask(getPeers, { network: { kind: 'cut' } });
    if (!page.ok) {
      this.end({ kind: 'failed', why: page.fault.sentence });
      return;
    }
    this.parts.onPage(page.value, this.peer);
    if (!(await this.announce())) {
      this.end({ kind: 'failed', why: 'it does not answer that it knows this node' });
    }
  }

  /** Returns false if there was no answer. */
  private async announce(): Promise<boolean> {
    const own = this.parts.own();
    const nextMs = this.parts.clock.nowMs() + limits.announceMs;
    this.announceAtMs = nextMs;
    if (own === undefined) return true;
    const told = await this.talk.ask(putPeer, { network: { kind: 'cut' }, peer: own });
    if (told.ok) {
      this.announceAtMs = undefined;
      return true;
    }
    if (told.fault.kind !== 'status') return false;
    if (told.fault.status === statuses.badRequest) {
      this.announceAtMs = nextMs + limits.lifeMs;
      this.parts.onUnreachable(told.fault.sentence);
    }
    return true;
  }

  /** Asks for peers again while there are too few: others may have come since. */
  private async pages(): Promise<void> {
    const { isPrivate, needsPeers, onPage } = this.parts;
    while (!isPrivate && !this.isOver()) {
      await this.talk.pause(limits.pageMs);
      if (this.isOver() || !needsPeers()) continue;
      const page = await this.talk.ask(getPeers, { network: { kind: 'cut' } });
      if (page.ok) onPage(page.value, this.peer);
    }
  }

  private async pulls(): Promise<void> {
    const { sync } = this.parts;
    while (!this.isOver()) {
      const cut = await this.talk.ask(getCut, { maxHeight: sync.maxHeight() });
      if (this.isOver()) return;
      if (cut.ok) {
        this.said = cut.value;
        sync.take(cut.value, { peer: this.peer.info, sender: this.peer.key });
      }
      // What could not be told before is tried again.
      this.bell.ring();
      await this.talk.pause(limits.pullMs);
    }
  }

  /** Only the newest cut, one at a time. */
  private async pushes(): Promise<void> {
    this.bell.ring();
    while (!this.isOver()) {
      await this.bell.next(this.controller.signal);
      if (this.isOver()) return;
      await this.push();
    }
  }

  private async push(): Promise<void> {
    const { ownCut, sync, clock } = this.parts;
    const origin = this.parts.own();
    if (origin === undefined || !sync.isNear || !(await this.isKnown())) return;
    const newest = ownCut.newest();
    if (newest.version === this.told) return;
    if (this.said !== undefined && areSameHeads(this.said.hashes, newest.cut.heads)) {
      this.told = newest.version;
      return;
    }
    const message = ownCut.messageOf(newest, peerToJson(origin), this.told);
    const told = await this.talk.ask(putCut, message);
    if (told.ok) this.told = newest.version;
    else if (told.fault.kind === 'status' && told.fault.status === statuses.unauthorized) {
      this.announceAtMs = clock.nowMs() + limits.announceMs;
    }
  }

  /** Tells the peer of this node again, if it has forgotten or refused it and enough time is over. */
  private async isKnown(): Promise<boolean> {
    if (this.announceAtMs === undefined) return true;
    if (this.parts.clock.nowMs() < this.announceAtMs) return false;
    // A private node is announced by the configuration of the peer only: what was unknown may be known now.
    if (this.parts.isPrivate) this.announceAtMs = undefined;
    else await this.announce();
    return !this.isOver() && this.announceAtMs === undefined;
  }

  private async gossips(): Promise<void> {
    const { chains, exchanges, sync, draws } = this.parts;
    const exchange = exchanges.of(this.peer.key);
    const open = new Set(chains);
    const told = new Set<ChainId>();
    for (let turn = draws.below(chains.length); open.size > 0; turn++) {
      await this.talk.pause(chainPauseMs(chains.length));
      if (this.isOver()) return;
      const chain = chains[turn % chains.length];
      if (chain === undefined || !open.has(chain) || !sync.isNear) continue;
      if (!told.has(chain) && (await this.joinPool(chain))) told.add(chain);
      if (this.isOver()) return;
      if (!(await this.exchange(chain, exchange))) open.delete(chain);
    }
  }

  /** Returns whether transactions of the chain are exchanged further in this session. */
  private async exchange(chain: ChainId, exchange: Exchange): Promise<boolean> {
    const { poolOf, exchanges, isPrivate } = this.parts;
    const pool = poolOf(chain);
    if (pool === undefined) return false;
    const round = await exchange.round({
      chain,
      pool,
      peerPool: this.peerPool(chain, () => this.talk.pause(gossipLimits.requestMs)),
      claims: exchanges.claims,
      isPatient: !isPrivate,
      isOver: () => this.isOver(),
    });
    return round.ok || this.goesOn(round.fault);
  }

  /** Tells of new transactions. */
  private async tells(): Promise<void> {
    const { sync } = this.parts;
    const closed = new Set<ChainId>();
    while (!this.isOver()) {
      await this.outboxBell.next(this.controller.signal);
      for (let news = this.outbox.take(); news !== undefined; news = this.outbox.take()) {
        if (this.isOver()) return;
        // It fetches them when this is over.
        if (!sync.isNear || this.talk.isSlow || closed.has(news.chain)) continue;
        if (!(await this.tell(news))) closed.add(news.chain);
      }
    }
  }

  /** Returns whether the peer may be told more of the chain in this session. */
  private async tell(news: News): Promise<boolean> {
    const { poolOf, exchanges } = this.parts;
    const pool = poolOf(news.chain);
    if (pool === undefined) return false;
    const peerPool = this.peerPool(news.chain, () => this.turn());
    const isOver = (): boolean => this.isOver();
    const told = await exchanges.of(this.peer.key).push({ pool, peerPool, isOver }, news);
    return told.ok || this.goesOn(told.fault);
  }

  /** Waits until the peer may be asked once more than for what is fetched from it. */
  private async turn(): Promise<void> {
    while (!this.requests.has(allRequests) && !this.isOver()) {
      await this.talk.pause(gossipLimits.requestMs);
    }
  }

  /** The peer's network for the mempool of the chain has this node from now on. */
  private async joinPool(chain: ChainId): Promise<boolean> {
    const own = this.parts.own();
    if (own === undefined || this.announceAtMs !== undefined || this.parts.isPrivate) return false;
    const network: PeerNetwork = { kind: 'mempool', chain };
    return (await this.talk.ask(putPeer, { network, peer: own })).ok;
  }

  private goesOn(fault: GossipFault): boolean {
    const { onFault } = this.parts;
    if (fault.kind === 'broken') {
      onFault(this.peer.key, 'malformed', fault.sentence);
      this.end({ kind: 'failed', why: fault.sentence });
    } else if (fault.kind === 'refused') {
      for (let i = 0; i < refusedNuisances; i++) onFault(this.peer.key, 'nuisance', fault.sentence);
      return false;
    }
    return fault.kind !== 'status' || isPassing(fault.status);
  }

  /** `turn`: resolves when the next larger question may be asked. */
  private peerPool(chain: ChainId, turn: () => Promise<void>): PeerPool {
    const ask: Talk['ask'] = (message, asked) => {
      this.requests.spend(allRequests, 1);
      return this.talk.ask(message, asked);
    };
    return {
      pending: (since) => ask(getPending, { chain, since }),
      lookup: (keys) => turn().then(() => ask(lookupCommands, { chain, keys })),
      member: (keys) => turn().then(() => ask(memberCommands, { chain, keys })),
      insert: (commands) => turn().then(() => ask(insertCommands, { chain, commands })),
    };
  }
}

/** The one bucket of a session. */
const allRequests = '';

/** Most of a batch refused is one point. */
const refusedNuisances = 10;
