// Limits of sealed commands that a node executes for its entity, with their reasons. Those of carrying are in
// src/p2p/sealed/limits.ts.

export const sealedLimits = {
  /**
   * Commands that wait to be executed with their text, and its characters: what a node may carry. Those behind them wait as
   * long as they are carried.
   */
  waiting: 20_000,
  waitingCharacters: 64 * 1024 * 1024,
  /** Milliseconds of evaluation: 150,000 gas take a second or two. */
  ms: 30_000,
  /** Milliseconds until a command that found no thread is tried again. */
  retryMs: 250,
  /** Other entities whose commands are opened: their keys go with each command to the thread that opens it. */
  entities: 256,
  /** Microseconds between two looks for commands that have expired. */
  expireMicros: 10_000_000n,
} as const;
