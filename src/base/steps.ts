// Work in steps of at most a few milliseconds each: whoever runs it may do other things between two of them.

export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
