// A message as data: from one definition come the request of a client, the reading of its answer, the endpoint of the
// server, its documentation, and the limits of both.

import type { Result } from '../../base/result.ts';
import type { PeerInfo } from '../address/peer-info.ts';
import type { Wire, WireAnswer, WireFault } from './wire.ts';

/** What shares a rate limit. */
export type Lane = 'cut' | 'peers' | 'blocks' | 'mempool';

/** Where paths begin: `/{word}/0.0/{network}`. Real nodes use the word `chainweb`. */
export type MessagePlace = {
  readonly word: string;
  readonly network: string;
  /** What the header `x-{word}-node-version` says. */
  readonly version: string;
};

export type Message<Asked, Answered> = {
  readonly name: string;
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'POST';
  /** The path of the endpoint, with parameters: `/{word}/0.0/{network}/cut`. */
  readonly path: string;
  readonly lane: Lane;
  /** The only status that counts as an answer. */
  readonly status: 200 | 204;
  /** The type of the answer; `undefined`: it has no body. */
  readonly type: 'application/json' | 'application/octet-stream' | undefined;
  readonly maxBytes: number;
  readonly headMs: number;
  readonly deadlineMs: number;
  /** The path with its parameters and query, and the body. */
  readonly write: (
    asked: Asked,
    place: MessagePlace,
  ) => { readonly path: string; readonly body?: Uint8Array };
  /** A fault is one sentence. */
  readonly read: (answer: WireAnswer, asked: Asked) => Result<Answered, string>;
};

export type AskFault =
  | WireFault
  /** Another status than that of the message: 404, 429, ... */
  | { readonly kind: 'status'; readonly status: number; readonly sentence: string }
  | { readonly kind: 'unreadable'; readonly sentence: string };

/** Sends messages of one network. `ask` of `ask.ts` makes it. */
export type Ask = <Asked, Answered>(
  to: PeerInfo,
  message: Message<Asked, Answered>,
  asked: Asked,
  options?: { readonly signal?: AbortSignal; readonly deadlineMs?: number },
) => Promise<Result<Answered, AskFault>>;

export type AskParts = { readonly wire: Wire; readonly place: MessagePlace };
