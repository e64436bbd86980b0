// Every bound of the server beside those of HTTP, with its reason.

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const limits = {
  defaultPort: 9001,
  /** Bytes of a body with commands: what nodes of the network take. */
  commandBodyBytes: 2 * mebibyte,
  /**
   * Characters of one `cmd`. On a chain the size alone of a transaction of 281,000 bytes costs more
   * than 150,000 gas. The evaluating thread reads such a text in half a second at most, and answers
   * nothing else meanwhile.
   */
  commandCharacters: 320 * kibibyte,
  /** Bytes of a body with request keys: as many as one poll may name, with room for blanks. */
  keyBodyBytes: 256 * kibibyte,
  /** Bytes of a body that names one request key. */
  listenBodyBytes: 4 * kibibyte,
  /** Request keys of one poll. Each takes some twenty reads of the disk where it is unknown. */
  pollKeys: 5000,
  /** Commands that wait to be executed, and bytes of them: beyond that senders have to wait. */
  waitingCommands: 20_000,
  waitingBytes: 64 * mebibyte,
  /** Bytes of commands and results that a server without `persistDir` keeps, all of them in memory. */
  memoryJournalBytes: 512 * mebibyte,
  /** Bytes of tables, modules and their kept past, all in memory. sql.js could hold twice as much. */
  stateBytes: 2048 * mebibyte,
  /** Commands between two looks at that: it takes some tens of microseconds. */
  commandsBetweenMeasures: 16,
  /** Commands that are handed to the evaluating thread ahead of time, to hide the way there. */
  commandsAhead: 16,
  /** Requests that ask something of a thread and wait for it. */
  openQuestions: 1000,
  /** Requests that wait for a result. */
  listeners: 3000,
  /** Characters of a body that counts as small: small ones do not wait for large ones to be read. */
  smallBody: 32 * kibibyte,
  /** Small and large bodies that are handed to their thread ahead of time. */
  smallBodiesAhead: 8,
  largeBodiesAhead: 2,
  /** Milliseconds that a thread may take for a body before it is ended: 32 KiB and 2 MiB. */
  smallBodyMs: 10_000,
  largeBodyMs: 30_000,
  /** Milliseconds that a body waits to be looked at. */
  bodyWaitMs: 10_000,
  /** Megabytes of memory of a thread that looks at bodies: 2 MiB of JSON take some 300. */
  intakeMegabytes: 768,
  /** Signatures that are checked at once: Node's pool has four threads, and writes to the disk too. */
  signaturesAtOnce: 8,
  /** KiB of commands.log: about 30,000 commands of usual size, which a start reads in a second. */
  logKib: 32 * kibibyte,
  /** Bytes of lines about requests that the disk has not taken yet. */
  logBufferBytes: mebibyte,
  timeLimitSeconds: 10,
  listenTimeoutSeconds: 180,
  /** Milliseconds that a local request keeps commands waiting; then it is stopped and asked again. */
  localSliceMs: 50,
  /** Milliseconds of the first turn of a local request where others wait; each later one is four times as long. */
  firstTurnMs: 10,
  /** Milliseconds that a local request may take in the midst of another evaluation, and its characters. */
  betweenMs: 10,
  betweenCharacters: 16 * kibibyte,
  /** Milliseconds between two looks for such requests. */
  betweenEveryMs: 2,
  /** Milliseconds beyond the time limit until a thread that does not answer is ended. */
  graceMs: 10_000,
  /** Milliseconds until it is tried again to write what the disk did not take. */
  diskRetryMs: 1000,
  /** Results after which states that nobody needs any more are given up. */
  resultsBetweenForgetting: 512,
} as const;
