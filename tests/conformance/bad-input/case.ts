// One case of bad input: a program, and what must come of it.

import type { Program } from '../../support/isolated.ts';

/**
 * The last result as the REPL prints it; `!` and a part of the error; `?` where any result or Pact error will do; `...`
 * where any result will do; `[N]` for a result of N characters.
 */
export type Answer = string;

export type BadInput = {
  readonly title: string;
  readonly program: Program;
  readonly gives: Answer;
};

/** Title, text, answer. */
export type BadInputRow = readonly [title: string, text: string, gives: Answer];

export function badInputs(rows: readonly BadInputRow[]): readonly BadInput[] {
  return rows.map(([title, text, gives]) => ({ title, program: { text }, gives }));
}
