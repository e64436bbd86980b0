// Every limit of an HTTP server, with its reason. A server may be given other values.

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const httpLimits = {
  /** Each costs about 20 KiB. Requests that wait for results do not use up all of them. */
  connections: 4000,
  /**
   * Connections from one address: all of them by default, because a local server has one client, or a proxy in front of
   * it.
   */
  connectionsPerAddress: 4000,
  /** Connections from neighbouring addresses, which probably have one owner: all of them by default, as above. */
  connectionsPerGroup: 4000,
  /** New connections a second with TLS, of all and of neighbouring addresses: each costs a millisecond. */
  handshakesPerSecond: 20,
  handshakesPerSecondOfGroup: 4,
  /** Milliseconds for the handshake of TLS. */
  handshakeMs: 5000,
  /** Requests that a connection may send without waiting for answers; if there are more, it is closed. */
  requestsAtOnce: 16,
  /** Header lines of a request; one with more is refused. */
  headers: 100,
  /** Characters of the target of a request with the names and values of its headers, however many lines they are. */
  headerBytes: 16 * kibibyte,
  /** Milliseconds for the headers of a request, and for the whole request; slower clients are disconnected. */
  headersMs: 10_000,
  requestMs: 30_000,
  /** How often the server looks for slow connections. */
  connectionCheckMs: 1000,
  keepAliveMs: 10_000,
  /** Bytes of all request bodies received so far whose requests are not answered yet. */
  bodiesBytes: 64 * mebibyte,
  /** Refused bodies that are read to their end, so that the client can read the reason. */
  refusedBodiesRead: 32,
  /** Milliseconds for a client to read why its body is refused while it still sends it. */
  refusedBodyMs: 5000,
  /** Bytes of all answers that clients have not read yet. */
  answersBytes: 64 * mebibyte,
  /**
   * Bytes of a body or an answer that do not count against the shared memory: requests of usual size are served even
   * when that is used up. With all connections open, this amounts to the same size again.
   */
  smallBytes: 16 * kibibyte,
  /** Milliseconds after which a body or an answer may be cut off if others have no room. */
  unhurriedMs: 2000,
  /** The minimum speed of sending a body or reading an answer, in bytes per second, after the first seconds. */
  slowestBytesPerSecond: 16 * kibibyte,
  slowStartMs: 5000,
  /** Milliseconds that an answer waits for free memory. */
  roomMs: 10_000,
  /** Milliseconds of the main thread that one answer may use before others have their turn. */
  sliceMs: 5,
  /** Characters of an answer that are written at once. */
  answerPiece: 64 * kibibyte,
  /** Streams that are open at the same time. Each uses a connection, and other requests need some as well. */
  streams: 1000,
  /** Milliseconds between comments on a stream of events, which keep proxies from closing it. */
  eventsKeepAliveMs: 15_000,
  /** Milliseconds that open requests have to finish at shutdown. */
  stopMs: 5000,
} as const;

export type HttpLimits = { readonly [Name in keyof typeof httpLimits]: number };
