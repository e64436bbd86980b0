// Limits of the storage that operators cannot set, with their reasons.

export const storageLimits = {
  /** Block files that are open at the same time: a node needs descriptors for its clients. */
  openSegments: 32,
  /**
   * Bytes of changes of a chain after which its state is written again, unless the state itself is larger: this keeps
   * the data read at startup in proportion to the states.
   */
  changeBytes: 2 * 1024 * 1024,
  /** Bytes of a file that are rewritten before other work gets its turn: a few milliseconds. */
  tidySlice: 1024 * 1024,
} as const;
