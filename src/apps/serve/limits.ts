// All limits of the server except those of HTTP, each with its reason.

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const limits = {
  defaultPort: 9001,
  /** Bytes of a body with commands: the limit of nodes of the network. */
  commandBodyBytes: 2 * mebibyte,
  /**
   * Characters of one `cmd`. On a chain, a transaction of 281,000 bytes costs more than 150,000 gas for
   * its size alone. The evaluating thread reads a `cmd` of this length in at most half a second, during
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
  /** Bytes of commands and results that a server without `persistDir` keeps in memory. */
  memoryJournalBytes: 512 * mebibyte,
  /** Bytes of tables, modules and their kept history, in memory. sql.js itself could hold twice as much. */
  stateBytes: 2048 * mebibyte,
  /** The size of the state is measured once in this many commands: it takes tens of microseconds. */
  commandsBetweenMeasures: 16,
  /** Commands sent to the evaluating thread in advance, so that it need not wait for messages. */
  commandsAhead: 16,
  /** Requests that wait for an answer of a thread. */
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
  /** KiB of commands.log: about 30,000 commands of usual size, which are read in a second at start. */
  logKib: 32 * kibibyte,
  /** Bytes of the request log that are not written to the disk yet. */
  logBufferBytes: mebibyte,
  timeLimitSeconds: 10,
  listenTimeoutSeconds: 180,
  /** Milliseconds that a local request may delay commands; then it is stopped and run again later. */
  localSliceMs: 50,
  /** Milliseconds of the first turn of a local request if others wait; each later turn is four times as long. */
  firstTurnMs: 10,
  /** Milliseconds and characters of a local request that interrupts another evaluation. */
  betweenMs: 10,
  betweenCharacters: 16 * kibibyte,
  /** Milliseconds between two checks for such requests. */
  betweenEveryMs: 2,
  /** Milliseconds beyond the time limit after which a thread that does not answer is stopped. */
  graceMs: 10_000,
  /** Milliseconds until a failed write to the disk is tried again. */
  diskRetryMs: 1000,
  /** Results after which states that are no longer needed are deleted. */
  resultsBetweenForgetting: 512,
} as const;
