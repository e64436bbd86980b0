// What the command ends with.

export const exitStatus = {
  success: 0,
  /** A file did not load, or an expectation failed. */
  failure: 1,
  misuse: 2,
  /** A fault of this program (EX_SOFTWARE). */
  fault: 70,
  /** 128 and the number of the signal, as shells count: Ctrl-C, and a pipe that nobody reads. */
  interrupted: 130,
  outputClosed: 141,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];
