// Limits of the debugger at the side of the protocol, each with its reason. Those of a run: src/debugger/limits.ts.

export const limits = {
  /** Milliseconds that a run has to end by itself before its thread is stopped. */
  endWithinMs: 500,
  /** Sessions at the same time over `--port`: each has a thread with a large stack. */
  sessions: 8,
  /** Megabytes of stack: as for every run, with room for what is watched around each term. */
  stackMegabytes: 512,
} as const;
