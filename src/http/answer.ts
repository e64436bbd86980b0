// What a route answers.

import type { AnswerHeaders, FaultAnswer } from './fault.ts';

export type Answer =
  | (Head & { readonly kind: 'json' | 'text'; readonly text: string; readonly type?: string })
  | (Head & { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type: string })
  /** The members of a JSON object, each made when it is its turn: all of them would be too large. */
  | (Head & { readonly kind: 'object'; readonly members: Iterable<Member> })
  /** The items of a JSON array, made one by one in the same way. */
  | (Head & { readonly kind: 'list'; readonly items: Iterable<Member> })
  /** Pieces as they come. The source is asked for the next one once the client has read the last. */
  | (Head & {
      readonly kind: 'stream';
      readonly type: string;
      readonly pieces: AsyncIterable<Uint8Array>;
    })
  /** Server-sent events, until the source ends or the client leaves. */
  | (Head & { readonly kind: 'events'; readonly events: AsyncIterable<ServerEvent> })
  /** A head alone; 204 if it names no status. */
  | (Head & { readonly kind: 'nothing' })
  /** One plain sentence: what is wrong, and where. */
  | FaultAnswer;

type Head = {
  /** 200 if absent. */
  readonly status?: number;
  readonly headers?: AnswerHeaders;
};

/** A member or an item, or nothing where there is none; asked again where there was no room for it. */
export type Member = () => string | undefined;

export type ServerEvent = {
  readonly name?: string;
  readonly id?: string;
  /** Text of one or more lines; an event without it has a name alone. */
  readonly data?: string;
};
