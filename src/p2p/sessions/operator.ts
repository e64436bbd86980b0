// What operators see of the peer-to-peer half of a node, and the little they may ask of it: for `pact node peers`, `status`
// and `follow`, for metrics and for health. The peers' own texts are in none of it.

import type { Result } from '../../base/result.ts';
import type { PeerId, PeerInfo, PeerKey } from '../address/peer-info.ts';
import type { SyncProgress } from '../sync/port.ts';

export interface OperatorView {
  /** Where other nodes reach this one, and its id; `undefined` while the address is not known. */
  readonly self: PeerInfo | undefined;
  progress(): SyncProgress;
  /** Those of the configuration first, then those with a session, then the others, a thousand at most. */
  peers(): readonly PeerStatus[];
  counts(): PeerCounts;
  /** Follows the other side of a fork that is too deep to be followed without being told. A fault is one sentence. */
  follow(cutId: string): Result<undefined, string>;
}

export type PeerStatus = {
  readonly address: PeerKey;
  readonly id: PeerId | undefined;
  /** How this node knows it: from its configuration, because it answered once, or from hearsay. */
  readonly known: 'configured' | 'bootstrap' | 'tried' | 'new';
  readonly isFriend: boolean;
  /** Peers of one group may be one owner. */
  readonly group: string;
  readonly score: number;
  readonly hasSession: boolean;
  /** Milliseconds since 1970. */
  readonly lastSuccessMs: number | undefined;
  /** Failures since the last success. */
  readonly failures: number;
  /** The lowest height of the newest cut that it sent. */
  readonly height: number | undefined;
  /** Why its score fell: fixed sentences, the newest first. */
  readonly faults: readonly string[];
  readonly ban: { readonly untilMs: number; readonly why: string } | undefined;
};

export type PeerCounts = {
  /** Peers in the table. */
  readonly known: number;
  /** Sessions that this node has opened. */
  readonly sessions: number;
  readonly banned: number;
};
