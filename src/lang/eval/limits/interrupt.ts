// The exception that stops a machine from outside. It is not an error of the program: the language cannot catch it,
// so it passes through `try` and `expect-failure`.

export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('evaluation was interrupted');
  }
}

/**
 * Called regularly, and with `true` before a program fails because it has reached a limit of depth or memory. Returns
 * whether to stop.
 */
export type IsInterrupted = (atLimit: boolean) => boolean;

/** The number of calls between two interrupt checks: tens of microseconds of work. */
export const callsBetweenChecks = 1024;
