// The signal that stops a machine from outside. It is not an error of the program: nothing in the language catches
// it, so it passes through `try` and `expect-failure`.

export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('evaluation was interrupted');
  }
}

/** Calls between two checks whether to stop: tens of microseconds of work. */
export const callsBetweenChecks = 1024;
