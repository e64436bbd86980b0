// What the endpoints of the P2P interface ask of the node's peer-to-peer half.

import type { Result } from '../../base/result.ts';
import type { CutHashes } from '../../chain/model/cut-json.ts';
import type { SealedPool } from '../ledger.ts';
import type { PeerInfo, PeerNetwork } from '../address/peer-info.ts';

export interface PeerDesk {
  /** A number that the process drew when it started: a node that asks itself sees its own in the answer. */
  readonly nonce: string;
  /**
   * Whether a connection comes from the address of a friend: friends may ask for batches and larger pages, and as often as
   * they like. Clients have no certificates, so the address must do.
   */
  isFriend(sender: Sender): boolean;
  /** Peers that did not fail, in an order that is random but stays the same within a process. */
  peers(network: PeerNetwork): readonly PeerInfo[];
  /** A peer announces itself. Takes at most two seconds, including the question back to it. */
  announce(
    network: PeerNetwork,
    peer: PeerInfo,
    sender: Sender,
  ): Promise<Result<'known' | 'added' | 'ignored', AnnounceFault>>;
  /** A peer pushes its cut. */
  takeCut(cut: CutHashes, origin: PeerInfo, sender: Sender): 'taken' | 'unknown-peer';
  /** `undefined`: the node carries no sealed commands, and serves no endpoints for them. */
  readonly sealed: SealedPool | undefined;
}

/** The connection that a request came from. */
export type Sender = { readonly address: string; readonly port: number };

export type AnnounceFault =
  /** 400 `Invalid hostaddress: <text>`, such as `IsReservedHostAddress`. */
  | { readonly kind: 'invalid'; readonly text: string }
  /** 429: too many announcements from there. */
  | { readonly kind: 'too-many' };
