// Limits of the debug adapter, each with its reason. For those of a run see src/tools/debugger/limits.ts.

export const limits = {
  /** Milliseconds that a run has to end by itself before its thread is terminated. */
  endWithinMs: 500,
  /** Sessions at the same time over `--port`: each has a thread with a large stack. */
  sessions: 8,
  /** Megabytes of stack: as for every run, plus room for the watcher around each term. */
  stackMegabytes: 512,
} as const;
