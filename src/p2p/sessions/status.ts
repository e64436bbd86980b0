// Peers as operators see them.

import type { Peer } from '../peers/peer-table.ts';
import type { KnownPeers } from './known-peers.ts';
import { sessionLimits as limits } from './limits.ts';
import type { PeerCounts, PeerStatus } from './operator.ts';
import type { Sessions } from './sessions.ts';

export type StatusParts = { readonly known: KnownPeers; readonly sessions: Sessions };

/** Those of the configuration first, then those with a session. */
export function peerStatuses(parts: StatusParts): readonly PeerStatus[] {
  const rank = ({ part, key }: Peer): number => {
    if (part === 'configured') return 0;
    return parts.sessions.get(key) === undefined ? 2 : 1;
  };
  return [...parts.known.table.all()]
    .sort((left, right) => rank(left) - rank(right))
    .slice(0, limits.listed)
    .map((peer) => statusOf(parts, peer));
}

export function peerCounts({ known, sessions }: StatusParts): PeerCounts {
  return {
    known: known.table.size,
    sessions: sessions.open().length,
    banned: known.scores.bannedCount,
  };
}

function statusOf({ known, sessions }: StatusParts, peer: Peer): PeerStatus {
  const { key, info, part, group, failures, lastSuccessDateMs } = peer;
  const session = sessions.get(key);
  return {
    address: key,
    id: info.id,
    known: part,
    isFriend: known.isFriend(key),
    group,
    score: known.scores.points(key),
    hasSession: session?.isOpen === true,
    lastSuccessMs: lastSuccessDateMs,
    failures,
    height: session?.height,
    faults: [...known.scores.reasons(key)].reverse(),
    ban: known.scores.banOf(key),
  };
}
