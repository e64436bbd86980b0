// The signal that whoever runs the machine no longer wants an answer. It is no error of the
// program: nothing in the language catches it, and it passes through `try` and `expect-failure`.

export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('evaluation was interrupted');
  }
}

/** Calls between two questions whether to stop: some tens of microseconds of work. */
export const callsBetweenChecks = 1024;
