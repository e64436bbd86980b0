// The sessions that a node keeps open: as many as configured, with peers of different groups, and a question now and then to
// a peer that never answered.

import type { Timer } from '../../base/ports/time.ts';
import type { PeerKey } from '../address/peer-info.ts';
import type { News } from '../mempool/broadcast.ts';
import type { Ask } from '../messages/message.ts';
import { getPeers } from '../messages/peers.ts';
import type { Admission } from '../peers/admit.ts';
import { choiceLimits } from '../peers/limits.ts';
import type { Peer } from '../peers/peer-table.ts';
import { sealedGossipLimits } from '../sealed/limits.ts';
import type { PeerEvent } from './events.ts';
import type { KnownPeers } from './known-peers.ts';
import { sessionLimits as limits } from './limits.ts';
import { Session, type SessionEnd, type SessionParts } from './session.ts';

export type SessionsParts = {
  readonly ask: Ask;
  readonly timer: Timer;
  readonly known: KnownPeers;
  readonly admission: Admission;
  /** The number of sessions to keep. */
  readonly outbound: number;
  /** What each session is made of. */
  readonly shared: Omit<
    SessionParts,
    'needsPeers' | 'onPage' | 'onOpen' | 'onAnswer' | 'onUnreachable'
  >;
  readonly tell: (event: PeerEvent) => void;
  /** An exception that is a bug of this program. */
  readonly onBug: (error: unknown) => void;
};

export class Sessions {
  private readonly parts: SessionsParts;
  private readonly sessions = new Map<PeerKey, Session>();
  private readonly running = new Set<Promise<void>>();
  private cancels: readonly (() => void)[] = [];
  private isRunning = false;

  constructor(parts: SessionsParts) {
    this.parts = parts;
  }

  start(): void {
    const { timer } = this.parts;
    this.isRunning = true;
    this.cancels = [
      timer.every(limits.roundMs, () => this.fill()),
      timer.every(limits.crowdsMs, () => this.thin()),
      timer.every(choiceLimits.feelerMs, () => this.feel()),
    ];
    this.fill();
  }

  /** Resolves when no conversation is left. */
  async stop(): Promise<void> {
    this.isRunning = false;
    for (const cancel of this.cancels) cancel();
    for (const session of this.sessions.values()) session.stop('this node stops');
    await Promise.all(this.running);
  }

  get(key: PeerKey): Session | undefined {
    return this.sessions.get(key);
  }

  /** Peers that have answered. */
  open(): readonly Peer[] {
    return [...this.sessions.values()].filter(({ isOpen }) => isOpen).map(({ peer }) => peer);
  }

  /** How each of them is told of new transactions. */
  listeners(): readonly ((news: News) => void)[] {
    return [...this.sessions.values()]
      .filter(({ isOpen }) => isOpen)
      .map((session) => (news) => session.newsArrived(news));
  }

  cutChanged(): void {
    for (const session of this.sessions.values()) session.cutChanged();
  }

  /** Pushes a new sealed command to some peers; all others fetch it. */
  sealedArrived(requestKey: string): void {
    const { draws } = this.parts.known;
    const open = [...this.sessions.values()].filter(({ takesSealed }) => takesSealed);
    for (const session of draws.someOf(open, sealedGossipLimits.pushes)) {
      session.pushSealed(requestKey);
    }
  }

  private fill(): void {
    const { known, outbound } = this.parts;
    for (let i = 0; i < limits.openedAtOnce && this.isRunning; i++) {
      if (this.sessions.size >= outbound) return;
      const next = known.chooser.next(this.taken());
      if (next === undefined) return;
      this.begin(next);
    }
  }

  private begin(peer: Peer): void {
    const { known, admission, shared, tell } = this.parts;
    const { key } = peer;
    // The peer as it is now: a session has one certificate.
    const session = new Session(
      { ...peer },
      {
        ...shared,
        needsPeers: () => this.sessions.size < this.parts.outbound,
        onPage: (items, from) => void admission.page(items, from),
        onOpen: () => tell({ kind: 'session-opened', peer: key }),
        onAnswer: () => known.table.succeeded(key),
        onUnreachable: (sentence) => tell({ kind: 'unreachable', peer: key, sentence }),
      },
    );
    known.table.tries(key);
    this.sessions.set(key, session);
    this.keep(session.run().then((end) => this.ended(key, end)));
  }

  private ended(key: PeerKey, { kind, why }: SessionEnd): void {
    const { known, tell } = this.parts;
    this.sessions.delete(key);
    known.table.tries(key);
    tell({ kind: kind === 'over' ? 'session-over' : 'session-failed', peer: key, why });
    if (kind === 'failed') this.failed(key);
    else this.fill();
  }

  private failed(key: PeerKey): void {
    const { known, tell } = this.parts;
    if (!known.table.failed(key)) tell({ kind: 'peer-forgotten', peer: key });
  }

  /** Ends a session of a group with several, if another group could have it. */
  private thin(): void {
    const crowded = this.parts.known.chooser.crowded(this.open());
    if (crowded !== undefined) this.get(crowded.key)?.stop('another group of addresses');
  }

  /** Asks a peer that never answered whether it is there. */
  private feel(): void {
    const { known } = this.parts;
    const peer = known.chooser.feeler(this.taken());
    if (peer === undefined) return;
    known.table.tries(peer.key);
    this.keep(this.question(peer));
  }

  private async question(peer: Peer): Promise<void> {
    const { ask, known, admission } = this.parts;
    const page = await ask(peer.info, getPeers, { network: { kind: 'cut' } });
    if (!page.ok) {
      this.failed(peer.key);
      return;
    }
    known.table.succeeded(peer.key);
    admission.page(page.value, peer);
  }

  private taken(): readonly Peer[] {
    return [...this.sessions.values()].map(({ peer }) => peer);
  }

  private keep(work: Promise<void>): void {
    const kept = work.catch(this.parts.onBug).finally(() => this.running.delete(kept));
    this.running.add(kept);
  }
}
