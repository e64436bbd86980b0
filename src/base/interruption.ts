// Lets long work check whether it should stop. The caller that starts the work supplies the check; the work counts its
// steps, and calls the check once per fixed number of them. The check stops the work by throwing.

let question: (() => void) | undefined;

/** Steps between two checks. A step is one item of a list: this many take about a millisecond. */
export const stepsBetweenQuestions = 1 << 16;

let stepsLeft = stepsBetweenQuestions;

/** Runs the work and calls `ask` at intervals during it. Nested work uses its own check. */
export function whileAsking<T>(ask: () => void, work: () => T): T {
  const outer = question;
  question = ask;
  try {
    return work();
  } finally {
    question = outer;
  }
}

/** Counts steps. Call it once for many steps, before or after them, not for each one. */
export function countSteps(steps: number): void {
  stepsLeft -= steps;
  if (stepsLeft > 0) return;
  stepsLeft = stepsBetweenQuestions;
  question?.();
}

/** How many UTF-16 units count as a step, when a string is read unit by unit, and when it is compared or copied as a whole. */
export const countUnitsRead = (units: number): void => countSteps(units >> 3);
export const countUnitsCompared = (units: number): void => countSteps(units >> 7);
