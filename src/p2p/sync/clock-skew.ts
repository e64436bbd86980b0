// Blocks of the future: either the clocks of those who made them are fast, or that of this node is slow. The clock is never
// set by what peers say; an operator is told.

import { putNewest } from '../../base/newest.ts';
import type { Clock } from '../../base/ports/time.ts';
import { keyOf, type PeerKey } from '../address/peer-info.ts';
import { inboxLimits, planLimits } from './limits.ts';
import type { SyncPeers } from './port.ts';

export class ClockSkew {
  private readonly clock: Clock;
  private readonly peers: SyncPeers;
  private readonly ahead = new Map<PeerKey, { readonly aheadMs: number; readonly atMs: number }>();

  constructor(clock: Clock, peers: SyncPeers) {
    this.clock = clock;
    this.peers = peers;
  }

  /** A cut of the peer has a block that counts only after this time. */
  add(peer: PeerKey, aheadMs: number): void {
    if (aheadMs < planLimits.skewMs) this.ahead.delete(peer);
    else putNewest(this.ahead, inboxLimits.slots, [peer, { aheadMs, atMs: this.clock.nowMs() }]);
  }

  /** One sentence, if most peers had such blocks lately: a few with a wrong clock of their own say nothing about this one. */
  problem(): string | undefined {
    const sinceMs = this.clock.nowMs() - recentMs;
    const current = new Set(this.peers.current().map(({ address }) => keyOf(address)));
    const recent = [...this.ahead].filter(
      ([peer, { atMs }]) => atMs >= sinceMs && current.has(peer),
    );
    if (recent.length === 0 || 2 * recent.length <= current.size) return undefined;
    const least = Math.min(...recent.map(([, { aheadMs }]) => aheadMs));
    return `blocks of other nodes are ${Math.round(least / 1000)} seconds in the future: check the clock of this computer`;
  }
}

const recentMs = 60_000;
