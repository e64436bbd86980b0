// What was asked of property tests on the command line.

import { wholeNumberFault, type Option } from '../options.ts';

export type FuzzWish = {
  /** What cannot be tried is a failure. */
  readonly strict: boolean;
  readonly runs: number;
  /** `undefined`: another one every time. */
  readonly seed: string | undefined;
};

const usualRuns = 100;
const mostRuns = 1_000_000;

export const fuzzOptions: readonly Option[] = [
  { long: 'fuzz', help: 'also test properties and invariants of loaded modules' },
  {
    long: 'runs',
    argument: { name: 'N', fault: wholeNumberFault({ least: 1, most: mostRuns }) },
    help: `cases that --fuzz tries for each; default ${usualRuns}`,
  },
  {
    long: 'seed',
    argument: {
      name: 'TEXT',
      fault: (text) =>
        /^[\w.-]{1,64}$/.test(text) ? undefined : 'takes up to 64 letters and digits',
    },
    help: 'with --fuzz: the same seed generates the same cases',
  },
  { long: 'strict', help: 'with --fuzz: fail if a property or an invariant could not be tested' },
];

/** The values of each option; what is wrong with them was found before. */
export function fuzzWish(
  valueOf: (long: string) => string | undefined,
): FuzzWish | 'misuse' | undefined {
  const runs = valueOf('runs');
  const seed = valueOf('seed');
  const strict = valueOf('strict') !== undefined;
  if (valueOf('fuzz') === undefined) {
    return runs === undefined && seed === undefined && !strict ? undefined : 'misuse';
  }
  return { runs: Number(runs ?? usualRuns), seed, strict };
}
