// Every bound of the server, with its reason.

const mebibyte = 1024 * 1024;

export const limits = {
  defaultPort: 9001,
  /** Bytes of a body with commands: what nodes of the network take. */
  commandBodyBytes: 2 * mebibyte,
  /** Bytes of a body with request keys: as many as one poll may name, with room for blanks. */
  keyBodyBytes: 512 * 1024,
  /** Request keys of one poll: their results are answered at once, from memory. */
  pollKeys: 5000,
  /** Commands that wait to be executed; beyond that the sender has to wait. */
  waitingCommands: 20_000,
  /** Commands that are handed to the evaluating thread ahead of time, to hide the way there. */
  commandsAhead: 16,
  /** Requests that ask something of a thread and wait for it. */
  openQuestions: 1000,
  /** Requests that wait for a result. */
  listeners: 5000,
  connections: 10_000,
  /** Header lines of a request. */
  headers: 100,
  /** Milliseconds for the head of a request, and for the whole of it: slow clients end here. */
  headersMs: 10_000,
  requestMs: 30_000,
  /** How often Node looks for connections that are too slow. */
  connectionCheckMs: 1000,
  keepAliveMs: 10_000,
  /** KiB of commands.log: about 30,000 commands of usual size, which a start reads in a second. */
  logKib: 32 * 1024,
  timeLimitSeconds: 10,
  listenTimeoutSeconds: 180,
  /** Milliseconds that a local request keeps commands waiting; then it is stopped and asked again. */
  localSliceMs: 50,
  /** Milliseconds beyond the time limit until a thread that does not answer is ended. */
  graceMs: 10_000,
  /** Milliseconds that open requests have when the server ends. */
  stopMs: 5000,
  /** Results after which states that nobody needs any more are given up. */
  resultsBetweenForgetting: 512,
} as const;
