// What the coordination of miners holds at most: the reference's figures.
// Source: interface reference, sections 4.1 and 7.1.

export const miningLimits = {
  /** Blocks that were given out as work and are not solved. */
  workItems: 1200,
  /** Microseconds after which work that was given out is forgotten. */
  workMicros: 300_000_000n,
  /** Streams of updates that are open at once. */
  updateStreams: 2000,
  /** Updates that a miner may be behind: one is enough for it to ask for new work. */
  eventsBehind: 64,
  /** Milliseconds from the first new transaction until work takes it up: those sent together are taken up together. */
  gatherMs: 50,
  /** Milliseconds that a block on demand is made for: requests wait meanwhile. The first transactions have their place. */
  blockMs: 40,
} as const;
