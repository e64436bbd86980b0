// What the command ends with.

export const exitStatus = {
  success: 0,
  /** A file did not load, or an expectation failed. */
  failure: 1,
  misuse: 2,
  /** A fault of this program (EX_SOFTWARE). */
  fault: 70,
  /**
   * 128 and the number of the signal, as shells count: Ctrl-C, a pipe that nobody reads, and being
   * asked to end.
   */
  interrupted: 130,
  outputClosed: 141,
  terminated: 143,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];
