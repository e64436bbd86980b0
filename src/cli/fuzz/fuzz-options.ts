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
  { long: 'fuzz', help: 'also try properties and invariants of loaded modules' },
  {
    long: 'runs',
    argument: { name: 'N', fault: wholeNumberFault({ least: 1, most: mostRuns }) },
    help: `cases that --fuzz tries of each; ${usualRuns} if absent`,
  },
  {
    long: 'seed',
    argument: {
      name: 'TEXT',
      fault: (text) =>
        /^[\w.-]{1,64}$/.test(text) ? undefined : 'takes up to 64 letters and digits',
    },
    help: 'what the cases of --fuzz come from: the same text, the same cases',
  },
  { long: 'strict', help: 'with --fuzz: fail if a property or an invariant could not be tried' },
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
