// The answers that a route can give.

import type { AnswerHeaders, FaultAnswer } from './fault.ts';

export type Answer =
  | (Head & { readonly kind: 'json' | 'text'; readonly text: string; readonly type?: string })
  | (Head & { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type: string })
  /** The members of a JSON object, each made when it is written: all of them would be too large. */
  | (Head & { readonly kind: 'object'; readonly members: Iterable<Member> })
  /** The items of a JSON array, made one by one in the same way. */
  | (Head & { readonly kind: 'list'; readonly items: Iterable<Member> })
  /** Pieces as they come. The next one is requested from the source after the client has read the last. */
  | (Head & {
      readonly kind: 'stream';
      readonly type: string;
      readonly pieces: AsyncIterable<Uint8Array>;
    })
  /** Server-sent events, until the source ends or the client disconnects. */
  | (Head & { readonly kind: 'events'; readonly events: AsyncIterable<ServerEvent> })
  /** Status and headers without a body; the default status is 204. */
  | (Head & { readonly kind: 'nothing' })
  /** One sentence of plain text that says what is wrong, and where. */
  | FaultAnswer;

type Head = {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: AnswerHeaders;
};

/** Returns a member or an item, or nothing at the end; called again if there was no room for it. */
export type Member = () => string | undefined;

export type ServerEvent = {
  readonly name?: string;
  readonly id?: string;
  /** One or more lines of text; without it, the event has only a name. */
  readonly data?: string;
};
