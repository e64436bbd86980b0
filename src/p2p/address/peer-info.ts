// A peer as nodes tell each other of it: where it listens, and the fingerprint of its certificate.
// Source: P2P/Peer.hs, Chainweb/HostAddress.hs.

import type { ChainId } from '../../chain/graph/chain-graph.ts';

export type HostAddress = {
  /** A name in lower case, or an IPv4 or IPv6 address; the latter without brackets. */
  readonly host: string;
  readonly port: number;
};

/** The SHA-256 of the certificate of a node: 43 characters of base64url. */
export type PeerId = string;

export type PeerInfo = {
  readonly address: HostAddress;
  /** `undefined`: the certificate is signed by an authority, and checked against the host. */
  readonly id: PeerId | undefined;
};

/** The text of an address, with brackets around IPv6. Tables are kept by it: an address has one peer. */
export type PeerKey = string;

export function keyOf({ host, port }: HostAddress): PeerKey {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Peers are known by network: that of cuts, and that of the mempool of each chain. */
export type PeerNetwork =
  | { readonly kind: 'cut' }
  | { readonly kind: 'mempool'; readonly chain: ChainId };
