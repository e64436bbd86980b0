// What sessions and the rest of a node see of the synchronization of blocks.

import type { Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { CutHashes } from '../../chain/model/cut-json.ts';
import type { PeerInfo, PeerKey } from '../address/peer-info.ts';
import type { FaultClass } from '../peers/fault-class.ts';

export type { FaultClass };

export interface Sync {
  /** A cut of a peer. `sender`: who is to blame for it, usually the peer itself. */
  take(cut: CutHashes, from: { readonly peer: PeerInfo; readonly sender: PeerKey }): void;
  /** The value of `maxheight` for the next request of a cut; `undefined`: the whole cut. */
  maxHeight(): number | undefined;
  /** Whether to announce our cuts, and to exchange transactions: not while far behind. */
  readonly isNear: boolean;
  progress(): SyncProgress;
  /**
   * Follows the other side of a fork that is too deep to be followed without being told: that of a cut which the problem
   * names. A fault is one sentence.
   */
  follow(cutId: string): Result<undefined, string>;
  close(): void;
}

export type SyncMode = 'alone' | 'near' | 'behind' | 'far-behind' | 'diverged';

export type SyncProgress = {
  readonly mode: SyncMode;
  /** The lowest height of the own cut, and of what peers say. */
  readonly height: number;
  readonly goal: number | undefined;
  /** Blocks executed in a second, lately. */
  readonly blocksPerSecond: number;
  readonly secondsLeft: number | undefined;
  /** A sentence for health, if something needs an operator: a deep fork, a block that only we refuse. */
  readonly problem: string | undefined;
  /** Chains with a block that this node refuses and others do not: it should not mine there. */
  readonly doubtedChains: readonly ChainId[];
};

/** Who is asked for blocks, and what they are blamed for. The peer table has it. */
export interface SyncPeers {
  /** Peers with a session, the best first. */
  current(): readonly PeerInfo[];
  /** The part of the address that neighbours share: peers of one group may be one attacker. */
  groupOf(peer: PeerKey): string;
  /** Whether the operator named the peer, and so trusts it more than our own doubts. */
  isConfigured(peer: PeerKey): boolean;
  fault(peer: PeerKey, fault: FaultClass, what: string): void;
  /** It served a useful block or cut. */
  useful(peer: PeerKey): void;
}
