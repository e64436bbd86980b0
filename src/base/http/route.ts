// A route is data: method, path, accepted body, types of answers, and a handler that receives only the parts of the
// server that the route names. The app, the documentation pages and the tests are made from lists of routes.

import type {
  ParameterReader,
  Parameters as PathParameters,
  ParametersOf,
} from './path-pattern.ts';
import type { Client } from '../client.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type BodyShape = {
  /** The form in which the handler receives the body: text must be UTF-8. */
  readonly as: 'text' | 'bytes';
  /** Accepted values of `content-type`. */
  readonly types: readonly string[];
  readonly maxBytes: number;
};

/** The body that the handler receives. */
type BodyAs<Body> = Body extends { readonly as: 'text' }
  ? string
  : Body extends { readonly as: 'bytes' }
    ? Uint8Array
    : undefined;

export type RouteRequest<
  Path extends PathParameters = PathParameters,
  Body = string | Uint8Array | undefined,
  Type = string | undefined,
> = {
  /** The parameters of the path. */
  readonly path: Path;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: Body;
  /** The type of `produces` that the client prefers. */
  readonly wanted: Type;
  /** The same object for every request of a connection. */
  readonly client: Client;
  /** Where the connection comes from; the address is as short as possible. */
  readonly sender: { readonly address: string; readonly port: number };
  /** Aborted when the client disconnects. */
  readonly left: AbortSignal;
};

type RouteText = {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  /** An answer, as the documentation shows it. */
  readonly answers: string;
  /** What the body looks like. */
  readonly example?: string;
};

/** A route of a server that has `Parts`. */
export type Route<Parts> = RouteText & {
  readonly readers?: Readonly<Record<string, ParameterReader | undefined>>;
  readonly body?: BodyShape;
  readonly produces?: readonly string[];
  readonly needs: readonly (keyof Parts)[];
  readonly run: (parts: Parts, request: RouteRequest) => Answer | Promise<Answer>;
};

type RouteDefinition<
  Parts,
  Path extends string,
  Readers,
  Body,
  Type,
  Need extends keyof Parts,
> = Omit<RouteText, 'path'> & {
  readonly path: Path;
  /** How parameters are read; one without a reader is a string. */
  readonly readers?: Readers;
  /** Absent for methods without a body. */
  readonly body?: Body;
  /** Types of answers, the preferred one first. If absent, the header `accept` is not checked. */
  readonly produces?: readonly Type[];
  /** The parts that the handler receives. */
  readonly needs: readonly Need[];
  readonly run: (
    parts: Pick<Parts, Need>,
    request: RouteRequest<ParametersOf<Path, Readers>, BodyAs<Body>, Type>,
  ) => Answer | Promise<Answer>;
};

/** Returns the function that defines routes of a server with these parts. */
export function routesOf<Parts>() {
  return <
    const Path extends string,
    const Readers extends Readonly<Record<string, ParameterReader>> = Record<never, never>,
    const Body extends BodyShape | undefined = undefined,
    const Type extends string = never,
    const Need extends keyof Parts = never,
  >(
    definition: RouteDefinition<Parts, Path, Readers, Body, Type, Need>,
  ): Route<Parts> =>
    // The app calls it with the types that path, body and `produces` of the same definition describe.
    definition as unknown as Route<Parts>;
}

/** The answers that a route can give. */
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
  /** How many more requests this one counts as, where requests are counted. */
  readonly price?: number;
};

/** Returns a member or an item, or nothing at the end; called again if there was no room for it. */
export type Member = () => string | undefined;

export type ServerEvent = {
  readonly name?: string;
  readonly id?: string;
  /** One or more lines of text; without it, the event has only a name. */
  readonly data?: string;
};

// The faults of requests. Each module has one table of faults: a code, its HTTP status, and the sentence that the
// client reads.

type FaultStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 406
  | 408
  | 409
  | 412
  | 413
  | 415
  | 422
  | 429
  | 431
  | 500
  | 501
  | 503
  | 504;

export type FaultTable = Readonly<Record<string, FaultDefinition>>;

type FaultDefinition = {
  readonly status: FaultStatus;
  /** Says what is wrong, where, and what to do. */
  readonly sentence: (...data: never[]) => string;
};

export type FaultAnswer = {
  readonly kind: 'fault';
  readonly code: string;
  readonly status: FaultStatus;
  readonly sentence: string;
  readonly headers?: AnswerHeaders;
  readonly price?: number;
};

export type AnswerHeaders = Readonly<Record<string, string>>;

/** Returns the function that makes the faults of this table. */
export function faultsOf<const Table extends FaultTable>(table: Table) {
  return <Code extends keyof Table & string>(
    code: Code,
    ...data: Parameters<Table[Code]['sentence']>
  ): FaultAnswer => {
    const { status, sentence }: FaultDefinition = table[code] as Table[Code];
    // The caller's data were checked against this sentence by its type.
    return { kind: 'fault', code, status, sentence: sentence(...(data as never[])) };
  };
}

const kibibytes = (bytes: number): number => bytes / 1024;

/** Faults that any HTTP server may have. */
const httpFaults = {
  'no-path': { status: 400, sentence: () => 'the request has no path' },
  'unknown-path': {
    status: 404,
    sentence: (own: { readonly path: string; readonly known: string }) =>
      `there is no ${own.path}: ${own.known}`,
  },
  'wrong-method': {
    status: 405,
    sentence: (own: { readonly path: string; readonly allowed: string; readonly method: string }) =>
      `${own.path} takes ${own.allowed}, not ${own.method}`,
  },
  'not-acceptable': {
    status: 406,
    sentence: (types: string) => `the header accept must allow ${types}`,
  },
  'too-many-headers': {
    status: 431,
    sentence: (headers: number) => `the request has more than ${headers} header lines`,
  },
  'body-too-slow': {
    status: 408,
    sentence: (own: { readonly slowestBytesPerSecond: number }) =>
      'the body arrived too slowly: the minimum is ' +
      `${kibibytes(own.slowestBytesPerSecond)} KiB per second; send it again`,
  },
  'body-made-room': {
    status: 408,
    sentence: () =>
      'the body arrived too slowly while other requests wait for memory: send it again',
  },
  'body-too-large': {
    status: 413,
    sentence: (maxBytes: number) => `the body is larger than ${maxBytes} bytes`,
  },
  'wrong-content-type': {
    status: 415,
    sentence: (types: string) => `the header content-type must be ${types}`,
  },
  'compressed-body': {
    status: 415,
    sentence: () => 'the body must not be compressed: leave out the header content-encoding',
  },
  'not-utf-8': { status: 400, sentence: () => 'the body is not UTF-8' },
  'no-room-for-body': {
    status: 503,
    sentence: () => 'too many large bodies are being processed: retry later',
  },
  'no-room-for-answer': {
    status: 503,
    sentence: () => 'too many large answers are being sent: retry later',
  },
  'too-many-streams': {
    status: 503,
    sentence: (streams: number) => `the limit of open streams (${streams}) is reached: retry later`,
  },
  'unreadable-data': { status: 500, sentence: (sentence: string) => sentence },
  'own-fault': { status: 500, sentence: () => 'internal error; the log of the server has details' },
} as const satisfies FaultTable;

export const httpFault = faultsOf(httpFaults);

/** A sender asks more often than it may. Not a sentence, but the words of the reference. */
export const tooManyRequests: Answer = {
  kind: 'json',
  status: 429,
  type: 'application/json',
  text: '{"message":"Too many requests."}',
};
