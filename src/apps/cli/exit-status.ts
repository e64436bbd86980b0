// The exit statuses of the command.

export const exitStatus = {
  success: 0,
  /** A file did not load, or an expectation failed. */
  failure: 1,
  misuse: 2,
  /** A bug in this program (EX_SOFTWARE). */
  fault: 70,
  /**
   * 128 plus the number of the signal, as in shells: Ctrl-C, a closed pipe, and a request to
   * terminate.
   */
  interrupted: 130,
  outputClosed: 141,
  terminated: 143,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];
