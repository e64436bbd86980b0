// Which peer is asked next: peers of the configuration first, then those of the last run, then others, at most one of each
// group of addresses as long as other groups are left. A group with many addresses has no better chance than one with few.

import type { Clock } from '../../base/ports/time.ts';
import type { PeerKey } from '../address/peer-info.ts';
import type { Draws } from '../draws.ts';
import { choiceLimits as limits } from './limits.ts';
import type { Peer, PeerTable } from './peer-table.ts';
import type { Scores } from './score.ts';

export type ChooserParts = {
  readonly table: PeerTable;
  readonly scores: Scores;
  readonly clock: Clock;
  readonly draws: Draws;
  /** Peers without the rules about groups. */
  readonly isExempt: (peer: Peer) => boolean;
  /** Peers with a session at the end of the last run. */
  readonly anchors: readonly PeerKey[];
};

export class Chooser {
  private readonly parts: ChooserParts;
  private readonly anchors: Set<PeerKey>;

  constructor(parts: ChooserParts) {
    this.parts = parts;
    this.anchors = new Set(parts.anchors.slice(0, limits.anchors));
  }

  /** Returns the peer for the next session. `open`: those with one. */
  next(open: readonly Peer[]): Peer | undefined {
    const candidates = this.withoutCrowds(open, this.usable(open));
    const due = candidates.filter((peer) => this.isDue(peer, open.length));
    const configured = due.filter(({ part }) => part === 'configured');
    if (configured.length > 0) return this.drawn(configured);
    const anchor = due.find(({ key }) => this.anchors.has(key));
    if (anchor !== undefined) {
      this.anchors.delete(anchor.key);
      return anchor;
    }
    const known = due.filter(({ part }) => part !== 'new');
    const fresh = due.filter(({ part }) => part === 'new');
    if (fresh.length === 0) return this.drawn(known);
    if (known.length === 0) return this.drawn(fresh);
    return this.drawn(this.parts.draws.below(knownOf) === 0 ? fresh : known);
  }

  /** Returns a peer that never answered, to ask whether it is there. */
  feeler(open: readonly Peer[]): Peer | undefined {
    const fresh = this.usable(open).filter(({ part }) => part === 'new');
    return this.drawn(fresh.filter((peer) => this.isDue(peer, open.length)));
  }

  /**
   * Returns a peer whose session should end, since another one has its group and a peer of a further group could be asked:
   * the last of them.
   */
  crowded(open: readonly Peer[]): Peer | undefined {
    const groups = new Set<string>();
    let last: Peer | undefined;
    for (const peer of open) {
      if (this.parts.isExempt(peer)) continue;
      if (groups.has(peer.group) && peer.part !== 'configured') last = peer;
      groups.add(peer.group);
    }
    if (last === undefined) return undefined;
    const hasOther = this.usable(open).some(
      (peer) => !groups.has(peer.group) && peer.part !== 'new' && this.isDue(peer, open.length),
    );
    return hasOther ? last : undefined;
  }

  /** Milliseconds from the last attempt until the next one. */
  waitMs({ part, failures, mark }: Peer, sessions: number): number {
    if (failures === 0) return 0;
    const few = sessions < fewSessions ? limits.fewWaitMs : limits.maxWaitMs;
    const max = part === 'configured' ? limits.fixedWaitMs : few;
    const wait = Math.min(max, limits.firstWaitMs * 2 ** Math.min(30, failures - 1));
    // Not everybody at the same moment.
    return wait + ((wait >> 2) * (mark % 256)) / 256;
  }

  private usable(open: readonly Peer[]): readonly Peer[] {
    const { table, scores } = this.parts;
    const taken = new Set(open.map(({ key }) => key));
    return [...table.all()].filter((peer) => {
      if (taken.has(peer.key)) return false;
      const band = scores.band(peer.key);
      return (
        band !== 'disconnected' &&
        band !== 'banned' &&
        scores.band(peer.info.address.host) !== 'banned'
      );
    });
  }

  /** Leaves out peers of groups that have a session, while there are others that may answer. */
  private withoutCrowds(open: readonly Peer[], usable: readonly Peer[]): readonly Peer[] {
    const groups = new Set(
      open.filter((peer) => !this.parts.isExempt(peer)).map(({ group }) => group),
    );
    const others = usable.filter((peer) => this.parts.isExempt(peer) || !groups.has(peer.group));
    const mayAnswer = others.some(({ failures }) => failures < silentFailures);
    return mayAnswer ? others : usable;
  }

  private isDue(peer: Peer, sessions: number): boolean {
    if (peer.lastTryMs === undefined) return true;
    return this.parts.clock.nowMs() - peer.lastTryMs >= this.waitMs(peer, sessions);
  }

  private drawn(peers: readonly Peer[]): Peer | undefined {
    const { draws } = this.parts;
    const group = draws.oneOf([...new Set(peers.map((each) => each.group))]);
    return draws.oneOf(peers.filter((each) => each.group === group));
  }
}

/** One of so many choices is a peer that never answered. */
const knownOf = 5;

/** With fewer sessions, peers that failed are asked again soon. */
const fewSessions = 3;

/** After so many failures the other groups have nobody who answers. */
const silentFailures = 3;
