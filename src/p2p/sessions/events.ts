// What happens with peers, for logs and metrics. Sentences never contain more of a peer's own text than the wire let through.

import type { PeerKey } from '../address/peer-info.ts';
import type { FaultClass } from '../peers/fault-class.ts';

export type PeerEvent =
  | { readonly kind: 'session-opened'; readonly peer: PeerKey }
  | { readonly kind: 'session-over'; readonly peer: PeerKey; readonly why: string }
  /** Also of attempts to open one. */
  | { readonly kind: 'session-failed'; readonly peer: PeerKey; readonly why: string }
  | { readonly kind: 'peer-added'; readonly peer: PeerKey }
  | { readonly kind: 'certificate-changed'; readonly peer: PeerKey }
  | { readonly kind: 'peer-forgotten'; readonly peer: PeerKey }
  | {
      readonly kind: 'fault';
      readonly peer: PeerKey;
      readonly fault: FaultClass;
      readonly what: string;
      readonly points: number;
    }
  | { readonly kind: 'banned'; readonly peer: PeerKey; readonly why: string }
  /** A peer could not connect to the announced address of this node. */
  | { readonly kind: 'unreachable'; readonly peer: PeerKey; readonly sentence: string };
