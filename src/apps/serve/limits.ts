// All limits of the server except those of HTTP, each with its reason.

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const limits = {
  defaultPort: 9001,
  /** Bytes of a body with commands: the limit of nodes of the network. */
  commandBodyBytes: 2 * mebibyte,
  /**
   * Characters of one `cmd`. On a chain, a transaction of 281,000 bytes costs more than 150,000 gas for
   * its size alone. A thread reads a `cmd` of this length in at most half a second, during
   * which it answers nothing else.
   */
  commandCharacters: 320 * kibibyte,
  /** Bytes of a body with request keys: the most keys that one poll may have, and some white space. */
  keyBodyBytes: 256 * kibibyte,
  /** Bytes of a body with one request key. */
  listenBodyBytes: 4 * kibibyte,
  /** Request keys of one poll. An unknown key takes about twenty reads from the disk. */
  pollKeys: 5000,
  /** Commands that wait to be executed, and their bytes. Above this, `send` is refused: retry later. */
  waitingCommands: 20_000,
  waitingBytes: 64 * mebibyte,
  /** Bytes of the file of a server without `persistDir`: temporary files may be in memory. */
  passingBytes: 2048 * mebibyte,
  /** The size of the file is measured once in this many commands: it takes some microseconds. */
  commandsBetweenMeasures: 16,
  /** Commands sent to their thread in advance, so that it need not wait for messages. */
  commandsAhead: 16,
  /** Bytes that wait to be stored, above which no more commands are executed: one may write 32 MiB. */
  pendingBytes: 64 * mebibyte,
  /** Commands whose changes are kept, so that other threads learn which entries they changed. */
  stepsKept: 512,
  /**
   * Threads for local requests, of which a request begins in a short one and goes on in the long one if it takes long: one
   * short thread less than there are processors, up to this number, because the main thread has as much work.
   */
  maxShortThreads: 4,
  /** See `giveWay`: long requests have a third of the share of others. */
  longNiceness: 5,
  /** Bodies that wait for their check. */
  openQuestions: 1000,
  /** Requests that wait for the result of a command. */
  listeners: 3000,
  /** Characters of a small body. Small bodies have a thread of their own, so they do not wait for large ones. */
  smallBody: 32 * kibibyte,
  /** Small and large bodies sent to their thread in advance. */
  smallBodiesAhead: 8,
  largeBodiesAhead: 2,
  /** Milliseconds after which a thread that checks a body is stopped: a body of 32 KiB, and of 2 MiB. */
  smallBodyMs: 10_000,
  largeBodyMs: 30_000,
  /** Milliseconds that a body may wait for its check. */
  bodyWaitMs: 10_000,
  /** Megabytes of memory of a thread that checks bodies: 2 MiB of JSON take about 300. */
  intakeMegabytes: 768,
  /** Signatures checked at once: Node's pool has four threads, which also write to the disk. */
  signaturesAtOnce: 8,
  /** Bytes of the request log that are not written to the disk yet. */
  logBufferBytes: mebibyte,
  timeLimitSeconds: 10,
  listenTimeoutSeconds: 180,
  /** Milliseconds for which the main thread reads results from the disk before it handles other requests. */
  sliceMs: 5,
  /** Milliseconds beyond the time limit after which a thread that does not answer is stopped. */
  graceMs: 10_000,
  /** Milliseconds until a failed write to the disk is tried again: each time twice as many, up to the second number. */
  diskRetryMs: 1000,
  maxDiskRetryMs: 16_000,
  /** Bytes of such a trial. */
  probeBytes: 64 * kibibyte,
} as const;
