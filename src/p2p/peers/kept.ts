// What is known of peers, as plain data that survives the process.

import type { PeerId, PeerKey } from '../address/peer-info.ts';
import type { Ban } from './score.ts';

export type KeptPeer = {
  readonly host: string;
  readonly port: number;
  readonly id: PeerId | undefined;
  /** The group of the peer that told us of it. */
  readonly sourceGroup: string;
  /** Whether it has ever answered. */
  readonly isTried: boolean;
  /** The date of its last answer. */
  readonly lastSuccessDateMs: number | undefined;
  readonly failures: number;
};

export type KeptPeerData = {
  /** Hexadecimal; decides about places in the table, so that nobody can plan to fill those of others. */
  readonly secret: string;
  readonly peers: readonly KeptPeer[];
  /** Peers with a session at the end of the last run: the first ones to ask, so that a restart changes little. */
  readonly anchors: readonly PeerKey[];
  readonly bans: readonly Ban[];
};

/** The port of the file. */
export interface KeptPeers {
  /** Returns `undefined` if nothing is kept, or if it is damaged. */
  load(): KeptPeerData | undefined;
  save(data: KeptPeerData): void;
}
