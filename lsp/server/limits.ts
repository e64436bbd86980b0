// Limits of the language server, each with its reason.

export const limits = {
  /** Bytes of a message. Larger ones are skipped: a file may have 64 MB, plus JSON escapes. */
  messageBytes: 256 * 1024 * 1024,
  /** Bytes before the body of a message. Real messages have 20 to 80. */
  headerBytes: 8 * 1024,
  /** Megabytes of stack: files may be nested as deeply as for `pact check`. */
  stackMegabytes: 256,
  /**
   * Megabytes of heap of the thread: enough for about 700,000 lines of contracts. If it needs more, the server ends
   * with a message.
   */
  memoryMegabytes: 4096,
  /** Milliseconds between two checks whether the client's process still runs. */
  clientWatchMs: 1_000,
  /** Milliseconds without a change before diagnostics are sent: while typing, most keystrokes follow sooner. */
  debounceMs: 120,
  /** Milliseconds of work before other requests have their turn: too short for people to notice. */
  turnMs: 10,
  /** How often long work is restarted because a document changed meanwhile. */
  restarts: 10,
  /** Files of a folder that are analysed: an editor may have the whole disk open. */
  projectFiles: 20_000,
  /** Time limit in seconds of a script that runs as a test, and heap limit in megabytes of the thread that runs it. */
  testSeconds: 60,
  testMegabytes: 1024,
  /** Scripts in one run. */
  testFiles: 10_000,
  /** More would not be useful to people, and slow in some editors. */
  diagnosticsOfFile: 100,
} as const;
