// Limits of the results of a transaction. Nodes have no such limits, so exceeding one is not a failure that a block
// could record: the transaction is invalid, which means that it is never included in a block (decision 0035).

const mebibyte = 1024 * 1024;

export const chainLimits = {
  /**
   * Bytes of JSON of a result with its events. Results that 180,000 gas pays for byte by byte have at most about 6 MiB.
   * Only values that share parts are larger, and the JSON of a slightly larger program of that kind would not fit into
   * memory.
   */
  answerBytes: 64 * mebibyte,
  /** Bytes of the documents that a transaction writes: gas is charged by size, so a block's gas ends far below. */
  logBytes: 256 * mebibyte,
} as const;
