// Every bound of an HTTP server, with its reason. A server may be given others.

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const httpLimits = {
  /** Each costs some 20 KiB; the rest is for requests other than those that wait for results. */
  connections: 4000,
  /** Of one address: all of them by default, as a server on a desk has one client, or a proxy before it. */
  connectionsPerAddress: 4000,
  /** Requests that one connection has sent without waiting for the answers; beyond, it is cut. */
  requestsAtOnce: 16,
  /** Header lines of a request. */
  headers: 100,
  /** Milliseconds for the head of a request, and for the whole of it: slow clients end here. */
  headersMs: 10_000,
  requestMs: 30_000,
  /** How often slow connections are looked for. */
  connectionCheckMs: 1000,
  keepAliveMs: 10_000,
  /** Bytes of all bodies together that have come in and whose requests are not answered yet. */
  bodiesBytes: 64 * mebibyte,
  /** Bodies that were refused and are read to their end, so that their clients read why. */
  refusedBodiesRead: 32,
  /** Milliseconds that a client has to read why its body is refused, while it still sends it. */
  refusedBodyMs: 5000,
  /** Bytes of all answers together that clients have not read yet. */
  answersBytes: 64 * mebibyte,
  /**
   * Bytes of a body, or of an answer, that are not counted: commands and results of usual size go on
   * while the room above is used up. With all connections that is as much again.
   */
  smallBytes: 16 * kibibyte,
  /** Milliseconds after which a body or an answer may be cut where others have no room. */
  unhurriedMs: 2000,
  /** Bytes a second that a body comes with, or that an answer is read with, after some seconds. */
  slowestBytesPerSecond: 16 * kibibyte,
  slowStartMs: 5000,
  /** Milliseconds that an answer waits until there is room for it. */
  roomMs: 10_000,
  /** Milliseconds of the main thread that one answer is made for before others have their turn. */
  sliceMs: 5,
  /** Characters of an answer that are written at once. */
  answerPiece: 64 * kibibyte,
  /** Streams that are open at once. Each keeps a connection, of which others need some. */
  streams: 1000,
  /** Milliseconds between comments on a stream of events, which tell proxies that it is alive. */
  eventsKeepAliveMs: 15_000,
  /** Milliseconds that open requests have when the server ends. */
  stopMs: 5000,
} as const;

export type HttpLimits = { readonly [Name in keyof typeof httpLimits]: number };
