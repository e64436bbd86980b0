// How a node asks another one: the port between decisions and the network. The real one speaks HTTP over TLS; that of a
// simulation delays, cuts and forges. It checks the certificate before the first byte is sent, follows no redirects,
// inflates nothing, and never takes longer or more bytes than the request says.

import type { Result } from '../../base/result.ts';
import type { PeerInfo } from '../address/peer-info.ts';

export interface Wire {
  ask(to: PeerInfo, request: WireRequest): Promise<Result<WireAnswer, WireFault>>;
}

export type WireRequest = {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'POST';
  /** With the query. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body?: Uint8Array | undefined;
  /** The most bytes of the answer's body. */
  readonly maxBytes: number;
  /** The most milliseconds until the head of the answer, and until its end. */
  readonly headMs: number;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
};

export type WireAnswer = {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
};

export type WireFault = {
  readonly kind:
    | 'unreachable'
    /** The fingerprint differs from the id, or no authority vouches for it. */
    | 'wrong-certificate'
    /** The host is, or resolves to, an address that no peer of the network can have. */
    | 'reserved-address'
    | 'too-slow'
    | 'too-large'
    /** Not HTTP, or compressed. */
    | 'malformed'
    /** The caller gave up. */
    | 'aborted';
  /** One sentence, for logs; the text of the peer in it is escaped. */
  readonly sentence: string;
};
