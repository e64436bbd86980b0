// Lets long work ask whether anybody still waits for it. Whoever starts the work says how to ask; the work counts its steps,
// wherever it is, and every so many of them the question is put. It ends the work by throwing.

let question: (() => void) | undefined;

/** Steps between two questions. A step is an item of a list that is looked at: together they take about a millisecond. */
export const stepsBetweenQuestions = 1 << 16;

let stepsLeft = stepsBetweenQuestions;

/** Runs the work, during which `ask` is called every so many steps. Work within work asks its own question. */
export function whileAsking<T>(ask: () => void, work: () => T): T {
  const outer = question;
  question = ask;
  try {
    return work();
  } finally {
    question = outer;
  }
}

/** To be called before or after that many steps were done, and not for each single one. */
export function countSteps(steps: number): void {
  stepsLeft -= steps;
  if (stepsLeft > 0) return;
  stepsLeft = stepsBetweenQuestions;
  question?.();
}

/** What a step is to whoever goes through a text unit by unit, or compares or copies it as a whole. */
export const countUnitsRead = (units: number): void => countSteps(units >> 3);
export const countUnitsCompared = (units: number): void => countSteps(units >> 7);
