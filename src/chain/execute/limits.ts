// What a transaction of a chain may leave behind. Nodes have no such limit, so a transaction beyond one is not a failure
// that a block could tell: it is invalid, which means that it is never built into a block (decision 0066).

const mebibyte = 1024 * 1024;

export const chainLimits = {
  /**
   * Bytes of JSON of a result with its events. What 180,000 gas pays for byte by byte comes to about 6 MiB. Only values
   * that share parts reach more, and there no memory holds the JSON of a slightly larger program.
   */
  answerBytes: 64 * mebibyte,
  /** Bytes of the documents that a transaction writes: each costs gas by its size, so a block's gas ends far below. */
  logBytes: 256 * mebibyte,
} as const;
