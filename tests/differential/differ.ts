// Runs every recorded program, or the one of a name, and counts those of which every line is the reference's.

import { answersOf, firstDifference, recordedPrograms } from '../support/recorded-programs.ts';

export type Options = {
  /** Of a program, such as `p5003`; all of them if absent. */
  readonly only: string | undefined;
  /** How many differences are shown. */
  readonly shown: number;
};

/** Whether there are recorded programs, and all of them are equal. */
export function differ({ only, shown }: Options): boolean {
  const programs = [...recordedPrograms('natives'), ...recordedPrograms('programs')].filter(
    ({ name }) => only === undefined || name === only,
  );
  if (programs.length === 0) {
    console.log(
      'no recorded programs: ../shared/vectors/differential has none, or none of this name',
    );
    return false;
  }
  let differing = 0;
  let answers = 0;
  for (const program of programs) {
    answers += answersOf(program);
    const difference = firstDifference(program);
    if (difference === undefined) continue;
    differing++;
    if (differing > shown) continue;
    const { line, reference, ours } = difference;
    console.log(`${program.name}, line ${line}\n  reference  ${reference}\n  ours       ${ours}`);
  }
  const equal = programs.length - differing;
  console.log(`${equal} of ${programs.length} programs equal, ${answers} answers of the reference`);
  return differing === 0;
}
