// Bounds of the storage that no operator sets, with their reasons.

export const storageLimits = {
  /** Files of blocks that are open at once: a node needs descriptors for its clients. */
  openSegments: 32,
  /**
   * Bytes of changes of a chain after which its state is written anew, unless the state itself is larger: what a start
   * reads stays in proportion to the states.
   */
  changeBytes: 2 * 1024 * 1024,
  /** Bytes of a file that are rewritten before others get their turn: some milliseconds. */
  tidySlice: 1024 * 1024,
} as const;
