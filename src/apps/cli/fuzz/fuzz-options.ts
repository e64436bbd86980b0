// The options for property tests on the command line.

import { wholeNumberFault, type Option } from '../options.ts';

export type FuzzWish = {
  /** Whether a property that cannot be tested is a failure. */
  readonly strict: boolean;
  readonly runs: number;
  /** `undefined`: a new one for every run. */
  readonly seed: string | undefined;
};

const usualRuns = 100;
const mostRuns = 1_000_000;

export const fuzzOptions: readonly Option[] = [
  { long: 'fuzz', help: 'also test properties and invariants of loaded modules' },
  {
    long: 'runs',
    argument: { name: 'N', fault: wholeNumberFault({ least: 1, most: mostRuns }) },
    help: `the number of cases of --fuzz for each; default ${usualRuns}`,
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

/** Reads the values of the options, which were checked before. */
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
