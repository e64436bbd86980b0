// The limits of mining coordination: the reference's values.
// Source: interface reference, sections 4.1 and 7.1.

export const miningLimits = {
  /** Blocks that were handed out as work and are not solved. */
  workItems: 1200,
  /** Microseconds after which handed-out work is discarded. */
  workMicros: 300_000_000n,
  /** Streams of updates that are open at the same time. */
  updateStreams: 2000,
  /** Updates that a miner may fall behind: one is enough to make it request new work. */
  eventsBehind: 64,
  /**
   * Milliseconds from the first new transaction until work includes it, so that transactions sent together are included
   * together.
   */
  gatherMs: 50,
  /** Milliseconds for making a block on demand, during which requests wait. At least the first transactions are included. */
  blockMs: 40,
} as const;
