// One case of bad input: a program and its expected outcome.

import type { Program } from '../../support/isolated.ts';

/**
 * The last result as the REPL prints it; `!` and a part of the error message; `?` for any result or Pact error; `...` for
 * any result; `[N]` for a result of N characters.
 */
export type Answer = string;

export type BadInput = {
  readonly title: string;
  readonly program: Program;
  readonly gives: Answer;
};

/** Title, program, expected outcome. */
export type BadInputRow = readonly [title: string, text: string, gives: Answer];

export function badInputs(rows: readonly BadInputRow[]): readonly BadInput[] {
  return rows.map(([title, text, gives]) => ({ title, program: { text }, gives }));
}
