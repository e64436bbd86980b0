// What an announcement or a page of another peer may change. Everybody can send them, about anybody: a node asks back before
// it believes, at most so often that nobody can use it against others, and never gives up a certificate on hearsay.
// Source: P2P/Node.hs, guardPeerDb; corrections W1 to W5.

import { bad, good, type Result } from '../../base/result.ts';
import type { Cancel, Clock, Timer } from '../../base/ports/time.ts';
import { keyOf, type PeerInfo, type PeerNetwork } from '../address/peer-info.ts';
import { groupOf } from '../address/reserved.ts';
import type { Draws } from '../draws.ts';
import type { AnnounceFault, Sender } from './desk.ts';
import { admissionLimits as limits } from './limits.ts';
import type { Peer, PeerTable } from './peer-table.ts';
import { RecentMoments } from './recent-moments.ts';
import type { Scores } from './score.ts';

export type AdmissionParts = {
  readonly table: PeerTable;
  readonly scores: Scores;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly draws: Draws;
  /** Stores nothing that is announced. */
  readonly isPrivate: boolean;
  /** Addresses without the rules about groups and rates: friends, and ranges for tests. */
  readonly isExempt: (peer: PeerInfo) => boolean;
  /** Whether no peer of the network can have the address: ranges for tests are not reserved there. */
  readonly isReserved: (host: string) => boolean;
  /** Asks the peer for its peers; a fault is the text after `Invalid hostaddress: `. */
  readonly probe: (
    peer: PeerInfo,
    network: PeerNetwork,
    deadlineMs: number,
  ) => Promise<Result<undefined, string>>;
  /** The peer's certificate changed, or is new. */
  readonly onAdmitted: (peer: Peer, why: 'added' | 'repinned') => void;
};

type Outcome = Result<'known' | 'added' | 'ignored', AnnounceFault>;

const ignored: Outcome = good('ignored');
const tooMany: Outcome = bad({ kind: 'too-many' });

export class Admission {
  private readonly parts: AdmissionParts;
  /** When somebody was last asked because of a sender, when an address was asked, and when its certificate was to change. */
  private readonly bySender: RecentMoments;
  private readonly byForeigner: RecentMoments;
  private readonly byTarget: RecentMoments;
  private readonly byPin: RecentMoments;
  private readonly lately: number[] = [];
  private running = 0;

  constructor(parts: AdmissionParts) {
    this.parts = parts;
    const { clock } = parts;
    const { remembered: max } = limits;
    this.bySender = new RecentMoments({ clock, max, ms: limits.senderMs });
    this.byForeigner = new RecentMoments({ clock, max, ms: limits.foreignMs });
    this.byTarget = new RecentMoments({ clock, max, ms: limits.targetMs });
    this.byPin = new RecentMoments({ clock, max, ms: limits.pinMs });
  }

  async announce(network: PeerNetwork, peer: PeerInfo, sender: Sender): Promise<Outcome> {
    const { table, scores } = this.parts;
    const key = keyOf(peer.address);
    if (table.isOwn(peer)) return bad({ kind: 'invalid', text: 'IsLocalPeerAddress' });
    const known = table.get(key);
    if (known !== undefined && known.info.id === peer.id) {
      table.join(key, network);
      if (isFrom(sender, peer)) table.revive(key);
      return good('known');
    }
    if (this.parts.isPrivate || known?.isPinFixed === true) return ignored;
    if (!this.isPossible(peer)) return bad({ kind: 'invalid', text: 'IsReservedHostAddress' });
    if (scores.band(key) === 'banned' || scores.band(sender.address) === 'banned') return ignored;
    if (!this.mayAsk(peer, sender, known !== undefined)) return tooMany;
    const asked = await this.ask(network, peer, sender);
    if (!asked.ok) return bad({ kind: 'invalid', text: asked.fault });
    return this.admit(network, peer, groupOf(sender.address));
  }

  /** Remembers peers of a page, without asking them: sessions and feelers will. Returns how many are new. */
  page(items: readonly PeerInfo[], from: Peer): number {
    const { table, scores } = this.parts;
    if (this.parts.isPrivate) return 0;
    let stored = 0;
    for (const item of items.slice(0, limits.readOfPage)) {
      if (stored >= limits.storedOfPage) break;
      const key = keyOf(item.address);
      if (table.get(key) !== undefined || table.isOwn(item) || !this.isPossible(item)) continue;
      if (scores.band(key) === 'banned') continue;
      const source = this.parts.isExempt(from.info) ? from.key : from.group;
      if (table.add(item, source) !== undefined) stored += 1;
    }
    return stored;
  }

  private admit(network: PeerNetwork, peer: PeerInfo, source: string): Outcome {
    const { table, onAdmitted } = this.parts;
    const key = keyOf(peer.address);
    // Another announcement may have been faster.
    const before = table.get(key)?.info;
    const added = table.add(peer, source);
    if (added === undefined) return ignored;
    if (added.info.id !== peer.id) table.repin(key, peer.id);
    table.succeeded(key);
    table.join(key, network);
    const now = table.get(key);
    if (now !== undefined && before === undefined) onAdmitted(now, 'added');
    else if (now !== undefined && before?.id !== peer.id) onAdmitted(now, 'repinned');
    return good('added');
  }

  /** Reserved addresses are no peer's; nor are ports of other services. */
  private isPossible({ address: { host, port } }: PeerInfo): boolean {
    if (this.parts.isReserved(host)) return false;
    return port > maxServicePort || port === httpsPort;
  }

  private mayAsk(peer: PeerInfo, sender: Sender, isKnown: boolean): boolean {
    const { clock } = this.parts;
    const nowMs = clock.nowMs();
    while (this.lately[0] !== undefined && this.lately[0] <= nowMs - 1000) this.lately.shift();
    if (this.lately.length >= limits.probesInSecond) return false;
    if (!this.parts.isExempt(peer)) {
      if (this.running >= limits.probesAtOnce) return false;
      const key = keyOf(peer.address);
      // Who asks for a question to itself cannot harm others with it.
      const isForeign = groupOf(peer.address.host) !== groupOf(sender.address);
      const moments = [
        { of: this.bySender, key: sender.address },
        ...(isFrom(sender, peer) ? [] : [{ of: this.byTarget, key }]),
        ...(isForeign ? [{ of: this.byForeigner, key: sender.address }] : []),
        ...(isKnown ? [{ of: this.byPin, key }] : []),
      ];
      if (!moments.every(({ of, key: each }) => of.isFree(each))) return false;
      for (const { of, key: each } of moments) of.take(each);
    }
    this.lately.push(nowMs);
    return true;
  }

  private async ask(
    network: PeerNetwork,
    peer: PeerInfo,
    sender: Sender,
  ): Promise<Result<undefined, string>> {
    const { timer, draws, probe } = this.parts;
    this.running += 1;
    try {
      const waitMs = isFrom(sender, peer) ? 0 : draws.below(limits.jitterMs);
      if (waitMs > 0) await new Promise<void>((done): Cancel => timer.after(waitMs, done));
      return await probe(peer, network, limits.probeMs - waitMs);
    } finally {
      this.running -= 1;
    }
  }
}

/** Ports below are those of other services, except for that of HTTPS. */
const maxServicePort = 1023;
const httpsPort = 443;

function isFrom(sender: Sender, { address }: PeerInfo): boolean {
  return sender.address === address.host;
}
