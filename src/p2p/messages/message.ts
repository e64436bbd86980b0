// A message as data: from one definition come the request of a client, the reading of its answer, the endpoint of the
// server, its documentation, and the limits of both.

import { assert } from '../../base/assert.ts';
import type { Result } from '../../base/result.ts';
import type { PeerInfo } from '../address/peer-info.ts';
import { messageLimits } from './limits.ts';
import type { Wire, WireAnswer, WireFault } from './wire.ts';

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
  /** The path of the endpoint, with parameters: `/{word}/0.0/{network}/cut`. Of several paths the first. */
  readonly path: string;
  /** The only status that counts as an answer, as in nodes of the reference. */
  readonly status: 200 | 204;
  /** The type of the answer; `undefined`: it has no body, or none that is read. */
  readonly type: 'application/json' | 'application/octet-stream' | undefined;
  /** The most bytes of a request's body, which is JSON; `undefined`: it has none. */
  readonly bodyBytes: number | undefined;
  /** The most bytes of the answer. */
  readonly maxBytes: number;
  readonly headMs: number;
  readonly deadlineMs: number;
  /** The path with its parameters and query, and the body. */
  readonly write: (
    asked: Asked,
    place: MessagePlace,
  ) => { readonly path: string; readonly body?: Uint8Array };
  /** A fault is one sentence. */
  readonly read: (
    answer: WireAnswer,
    asked: Asked,
    place: MessagePlace,
  ) => Result<Answered, string>;
};

export type AskFault =
  | WireFault
  /** Another status than that of the message: 404, 429, ... */
  | { readonly kind: 'status'; readonly status: number; readonly sentence: string }
  | { readonly kind: 'unreadable'; readonly sentence: string };

/** Sends messages of one network. `askOf` makes it. */
export type Ask = <Asked, Answered>(
  to: PeerInfo,
  message: Message<Asked, Answered>,
  asked: Asked,
  options?: { readonly signal?: AbortSignal; readonly deadlineMs?: number },
) => Promise<Result<Answered, AskFault>>;

export type AskParts = { readonly wire: Wire; readonly place: MessagePlace };

type Definition<Asked, Answered> = Omit<
  Message<Asked, Answered>,
  'bodyBytes' | 'headMs' | 'deadlineMs' | 'write'
> & {
  readonly bodyBytes?: number;
  /** If the path depends on more than its parameters. */
  readonly pathOf?: (asked: Asked) => string;
  /** Parameters of the path, besides those of the place. */
  readonly parameters?: (asked: Asked) => Readonly<Record<string, string | number>>;
  /** Parameters of the query; those without a value are left out. */
  readonly query?: (asked: Asked) => Readonly<Record<string, string | number | undefined>>;
  readonly body?: (asked: Asked) => Uint8Array;
};

export function message<Asked, Answered>(
  definition: Definition<Asked, Answered>,
): Message<Asked, Answered> {
  const { pathOf, parameters, query, body, bodyBytes, ...rest } = definition;
  const { headMs, deadlineMs } = messageLimits;
  return {
    ...rest,
    bodyBytes,
    headMs,
    deadlineMs,
    write: (asked, place) => {
      const path = filled(pathOf?.(asked) ?? definition.path, {
        word: place.word,
        network: place.network,
        ...parameters?.(asked),
      });
      const target = path + queryText(query?.(asked) ?? {});
      return body === undefined ? { path: target } : { path: target, body: body(asked) };
    },
  };
}

function filled(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    assert(value !== undefined, 'each parameter of a path has a value');
    return String(value);
  });
}

/** Values are numbers, hashes and cursors: none of their characters needs an escape. */
function queryText(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${given.map(([name, value]) => `${name}=${value}`).join('&')}`;
}
