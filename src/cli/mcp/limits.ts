// Limits of the server for agents, each with its reason.

export const mcpLimits = {
  /** Seconds of a call, unless it asks for others: clients give up after some minutes. */
  callSeconds: 60,
  longestCallSeconds: 600,
  /** Megabytes of the heap of a call. */
  heapMegabytes: 1024,
  /** Calls that run at the same time: each may keep a core busy. */
  runningCalls: 2,
  /** Calls that wait for those; more are refused. */
  waitingCalls: 32,
  /** Characters of an answer: a model reads all of it. What is beyond ends the call. */
  answerCharacters: 60_000,
  /** Characters of code in a call. */
  codeCharacters: 1_000_000,
  /** Paths in a call. */
  paths: 100,
  /** Characters of a path or name. */
  nameCharacters: 4_096,
  /** Files that the paths of a call may stand for. */
  files: 5_000,
  /** Diagnostics or references in an answer. */
  findings: 200,
  /** Bytes of a message of the client. */
  messageBytes: 16 * 1024 * 1024,
} as const;
