// The faults of requests. Each module has one table of faults: a code, its HTTP status, and the sentence that the
// client reads.

export type FaultStatus =
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
  | 500
  | 501
  | 503
  | 504;

export type FaultTable = Readonly<Record<string, FaultDefinition>>;

export type FaultDefinition = {
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
export const httpFaults = {
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
    sentence: (mostBytes: number) => `the body is larger than ${mostBytes} bytes`,
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
  'own-fault': { status: 500, sentence: () => 'internal error; the log of the server has details' },
} as const satisfies FaultTable;

export const httpFault = faultsOf(httpFaults);
