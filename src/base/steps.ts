// Work in steps: a generator whose caller decides when the next step is taken, and can leave off.

/** Takes all steps at once. */
export function lastOf<Result>(steps: Generator<undefined, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
