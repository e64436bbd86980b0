// Limits of the server for agents, each with its reason.

export const mcpLimits = {
  /** The default time limit of a call in seconds: clients give up after some minutes. */
  callSeconds: 60,
  maxCallSeconds: 600,
  /** Megabytes of the heap of a call. */
  heapMegabytes: 1024,
  /** Calls that run in parallel: each may keep a core busy. */
  runningCalls: 2,
  /** Calls that wait for a running one; further calls are refused. */
  waitingCalls: 32,
  /** Characters of an answer, which a model reads completely. A longer answer is cut and stops the call. */
  answerCharacters: 60_000,
  /** Characters of code in a call. */
  codeCharacters: 1_000_000,
  /** Paths in a call. */
  paths: 100,
  /** Characters of a path or name. */
  nameCharacters: 4_096,
  /** Files that the paths of a call may select. */
  files: 5_000,
  /** Diagnostics or references in an answer. */
  findings: 200,
  /** Bytes of a message of the client. */
  messageBytes: 16 * 1024 * 1024,
  /** Seconds after the end of the input that calls may still take: a client that has ended reads no answer. */
  lastSeconds: 60,
} as const;
