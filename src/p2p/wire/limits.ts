// Every limit of connections to other nodes, with its reason.

import type { HttpLimits } from '../../base/http/index.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const wireLimits = {
  /** Bytes of a file with a certificate, those that signed it, and a key. */
  identityBytes: 256 * kibibyte,
  /** Bits of the shortest RSA key. */
  rsaBits: 2048,
  /** Bytes of the file about peers: some 5,000 peers of 200 bytes. */
  peersFileBytes: 4 * mebibyte,
  /** Connections to all peers. */
  connections: 64,
  /** Connections to one peer: nodes accept four from one address, and a new certificate of the peer needs another one. */
  connectionsPerPeer: 3,
  /** Requests that wait for a connection to one peer; more are refused. */
  waitingPerPeer: 64,
  /** Milliseconds for looking up the name, connecting, and the handshake. */
  connectMs: 3000,
  /** Milliseconds without a request after which a connection is closed, and after which a peer is forgotten. */
  idleMs: 20_000,
  forgetMs: 60_000,
  /** Bytes of the header lines of an answer. */
  headerBytes: 16 * kibibyte,
  /** Interim answers (status 1xx) before the answer. */
  interimAnswers: 4,
  /** The least bytes a second of an answer's body, after the first two seconds. */
  slowestBytesPerSecond: 16 * kibibyte,
  slowStartMs: 2000,
  /**
   * Names that are looked up at the same time, besides those of configured peers: the system looks them up in threads that are
   * shared with everything else, and a hostile name server never answers.
   */
  lookups: 2,
  /** Names that wait for that. */
  waitingLookups: 64,
  /** Names whose addresses are remembered, and for how long. */
  knownNames: 1024,
  knownNameMs: 60_000,
  /** Addresses of one name; a name with more is refused. */
  addressesPerName: 32,
} as const;

/**
 * The limits of a server for other nodes. Trusted addresses (friends, and those of test networks) may have more connections, but all
 * together are bounded.
 */
export function inboundLimits(connections: number): Partial<HttpLimits> {
  return {
    connections,
    /** A node keeps three to a peer. */
    connectionsPerAddress: 4,
    connectionsPerGroup: 16,
    handshakesPerSecond: 20,
    handshakesPerSecondOfGroup: 4,
    handshakeMs: 5000,
    /** Nodes close idle connections after 20 seconds; one that is closed first costs another handshake. */
    keepAliveMs: 30_000,
    /** Some ten of the largest bodies, and 16 of the largest answers. */
    bodiesBytes: 16 * mebibyte,
    answersBytes: 32 * mebibyte,
    streams: 0,
  };
}
