// How far peers say that the network is, and from that the mode of this node. One peer alone may lie: as long as there are
// several groups of addresses, two of them must say so.
// Source: the modes are our own; the height of a pull is that of Chainweb/CutDB/Sync.hs.

import { putNewest } from '../../base/newest.ts';
import type { Clock } from '../../base/ports/time.ts';
import { cutHeight, lowestHeight, type Cut } from '../../chain/choice/cut.ts';
import { keyOf, type PeerKey } from '../address/peer-info.ts';
import type { Arrival } from './inbox.ts';
import { catchUpLimits, cutLimits, deepFork, inboxLimits } from './limits.ts';
import type { SyncMode, SyncPeers } from './port.ts';

type Heard = { readonly arrival: Arrival; readonly atMs: number };

type OutlookParts = {
  readonly clock: Clock;
  readonly peers: SyncPeers;
  readonly own: () => Cut;
  /** Whether what a peer says does not count for now. */
  readonly isIgnored: (sender: PeerKey) => boolean;
  /** The lowest height of a goal some headers of which are verified. */
  readonly verifiedGoal: () => number | undefined;
};

export class Outlook {
  private readonly parts: OutlookParts;
  private readonly heard = new Map<PeerKey, Heard>();
  private lastMs: number | undefined;
  private wholeUntilMs = 0;
  private isFar = false;

  constructor(parts: OutlookParts) {
    this.parts = parts;
  }

  hear(arrival: Arrival): void {
    const nowMs = this.parts.clock.nowMs();
    this.lastMs = nowMs;
    const { sender, claim } = arrival;
    putNewest(this.heard, inboxLimits.slots, [sender, { arrival, atMs: nowMs }]);
    // An answer as high as was asked for may be a part of what the peer has.
    const own = this.parts.own();
    if (claim.sum > pullHeight(own) - own.heads.size) this.wholeUntilMs = nowMs + wholeMs;
  }

  /** Peers that were heard of lately. */
  get peers(): number {
    return this.fresh().length;
  }

  /** The newest cuts of peers, the highest first. */
  claims(): readonly Arrival[] {
    return this.fresh()
      .filter(({ sender }) => !this.parts.isIgnored(sender))
      .sort(
        (one, other) =>
          other.claim.lowest - one.claim.lowest || (one.sender < other.sender ? -1 : 1),
      );
  }

  /** The lowest height of the network, if two groups of peers say so, or the only ones, or if it begins to be true. */
  goal(): number | undefined {
    const verified = this.parts.verifiedGoal();
    if (verified !== undefined) return verified;
    let highest: Arrival | undefined;
    let second: number | undefined;
    for (const arrival of this.fresh()) {
      if (this.parts.isIgnored(arrival.sender)) continue;
      const { lowest } = arrival.claim;
      if (highest === undefined) highest = arrival;
      else if (this.groupOf(arrival) === this.groupOf(highest)) {
        if (lowest > highest.claim.lowest) highest = arrival;
      } else if (lowest > highest.claim.lowest) {
        second = highest.claim.lowest;
        highest = arrival;
      } else if (second === undefined || lowest > second) second = lowest;
    }
    return second ?? highest?.claim.lowest;
  }

  mode(): Exclude<SyncMode, 'diverged'> {
    const nowMs = this.parts.clock.nowMs();
    if (this.lastMs === undefined || nowMs - this.lastMs > aloneMs) return 'alone';
    const above = (this.goal() ?? 0) - lowestHeight(this.parts.own().heads);
    this.isFar = above > (this.isFar ? catchUpLimits.nearAgain : catchUpLimits.near);
    if (!this.isFar) return 'near';
    return above > deepFork ? 'far-behind' : 'behind';
  }

  /** The value of `maxheight`: as real nodes, unless there is more to see. */
  maxHeight(): number | undefined {
    const mode = this.mode();
    const nowMs = this.parts.clock.nowMs();
    if (mode !== 'near' || nowMs < this.wholeUntilMs) return undefined;
    return pullHeight(this.parts.own());
  }

  private groupOf({ origin }: Arrival): string {
    return this.parts.peers.groupOf(keyOf(origin.address));
  }

  private fresh(): readonly Arrival[] {
    const sinceMs = this.parts.clock.nowMs() - freshMs;
    return [...this.heard.values()].flatMap(({ arrival, atMs }) =>
      atMs >= sinceMs ? [arrival] : [],
    );
  }
}

function pullHeight(own: Cut): number {
  const farAhead = cutLimits.farAhead * own.heads.size - 1;
  return cutHeight(own) + Math.min(cutLimits.pullAhead, farAhead);
}

const aloneMs = 60_000;

/** What a peer said before is old: it is asked every two seconds. */
const freshMs = 60_000;

/** Whole cuts are asked for so long: a pull comes every two seconds. */
const wholeMs = 5000;
