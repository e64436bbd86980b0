// Work in steps: a generator whose caller decides when to run the next step, and can stop.

/** Runs all steps. */
export function lastOf<Result>(steps: Generator<undefined, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
