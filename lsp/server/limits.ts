// Limits of the language server, each with its reason.

export const limits = {
  /** Bytes of a message. Larger ones are skipped: a file may have 64 MB, and JSON escapes add to it. */
  messageBytes: 256 * 1024 * 1024,
  /** Bytes before the body of a message. Real ones have some 20 to 80. */
  headerBytes: 8 * 1024,
  /** Megabytes of stack: files may nest as deep as for `pact check`. */
  stackMegabytes: 256,
  /** Megabytes of values of the thread: some 700,000 lines of contracts. Beyond, the server ends and says why. */
  memoryMegabytes: 4096,
  /** Milliseconds between two looks at whether the client's process still runs. */
  clientWatchMs: 1_000,
  /** Milliseconds without a change before diagnostics are sent: most keystrokes follow sooner. */
  debounceMs: 120,
  /** Milliseconds of work before other requests have their turn: less than a person notices. */
  turnMs: 10,
  /** How often long work begins again because a document changed meanwhile. */
  restarts: 10,
  /** Files that are analysed of a folder: an editor may have the whole disk open. */
  projectFiles: 20_000,
  /** Seconds of one script that runs as a test, and megabytes of the thread that runs it. */
  testSeconds: 60,
  testMegabytes: 1024,
  /** Scripts of one run. */
  testFiles: 10_000,
  /** More would be of no use to a person, and slow in some editors. */
  diagnosticsOfFile: 100,
} as const;
