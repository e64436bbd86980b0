// Runs every recorded program, or the named one, and counts those whose every line equals the reference's.

import {
  answersOf,
  firstDifference,
  recordedKinds,
  recordedPrograms,
} from '../support/recorded-programs.ts';

export type Options = {
  /** The name of one program, such as `p5003`; all programs if absent. */
  readonly only: string | undefined;
  /** How many differences to show. */
  readonly shown: number;
};

/** Returns whether there are recorded programs and all of them are equal. */
export function differ({ only, shown }: Options): boolean {
  const programs = recordedKinds
    .flatMap(recordedPrograms)
    .filter(({ name }) => only === undefined || name === only);
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
