// Options that several commands share, or a command and its work: builtins of Pact 4, gas reports and profiles, coverage,
// property tests. The main thread loads them with the definitions of commands, so this file imports no work.

import { type Option, wholeNumberFault } from './options.ts';
import type { Measure } from '../../tools/analysis/coverage/coverage.ts';

export const pact4Option: Option = {
  long: 'pact4',
  help: 'allow builtins of Pact 4 in modules, for old suites',
};

// The options --gas-report and --gas-profile of `pact FILE` and `pact test`.

const gasReportFormats = ['table', 'json'] as const;

export type GasReportFormat = (typeof gasReportFormats)[number];

export const gasReportOption: Option = {
  long: 'gas-report',
  argument: { name: '[table|json]', choices: gasReportFormats, absent: 'table' },
  help: 'show what forms, functions and builtins cost; table or json',
};

/** `written`: the argument of the option, if any. */
export const gasReportFormatOf = (written: string | undefined): GasReportFormat | undefined =>
  gasReportFormats.find((format) => format === written);

export const gasProfileOption: Option = {
  long: 'gas-profile',
  argument: { name: 'FILE', fault: profileFault },
  help: 'write a flame graph: .svg, speedscope JSON, or stacks (.txt)',
};

/** Rejects file extensions of programs and of other formats. */
function profileFault(file: string): string | undefined {
  const [, ending] = /[^/\\]\.([^./\\]+)$/.exec(file) ?? [];
  const format = ending?.toLowerCase();
  if (format === 'repl' || format === 'pact') return `would overwrite the program ${file}`;
  if (format === undefined || ['json', 'svg', 'txt', 'folded'].includes(format)) return undefined;
  return `writes a picture (.svg), speedscope JSON (.json) or stacks (.txt, .folded), not ${file}`;
}

// The options for coverage on the command line: the folder of the reports, and the required coverage.

export type CoverageRequest = {
  readonly folder: string | undefined;
  /** The paths of the command line that reports may be written to. */
  readonly named: readonly string[];
  readonly thresholds: readonly Threshold[];
};

/** In percent. */
export type Threshold = { readonly measure: Measure; readonly percent: number };

export const coverageOptions: readonly Option[] = [
  {
    long: 'coverage',
    short: 'c',
    help: 'measure which code of contracts runs; write lcov.info and pages',
  },
  {
    long: 'coverage-dir',
    argument: { name: 'FOLDER' },
    help: 'the folder for the coverage reports',
  },
  {
    long: 'coverage-min',
    argument: {
      name: 'PERCENT',
      fault: (text) =>
        thresholdsOf(text) === undefined
          ? `takes a number from 0 to 100, or lines=90,branches=80,functions=100, not ${text}`
          : undefined,
    },
    help: 'fail below this: % of lines, or lines=90,branches=80,functions=100',
  },
];

/** Reads the values of the options, which were checked before. */
export function coverageRequest(
  valuesOf: (long: string) => readonly string[],
): CoverageRequest | undefined {
  const isWanted = coverageOptions.some(({ long }) => valuesOf(long).length > 0);
  if (!isWanted) return undefined;
  const thresholds = valuesOf('coverage-min').flatMap((text) => thresholdsOf(text) ?? []);
  const named = valuesOf('coverage-dir');
  return { folder: named.at(-1), named, thresholds };
}

function thresholdsOf(text: string): readonly Threshold[] | undefined {
  const thresholds: Threshold[] = [];
  for (const part of text.split(',')) {
    const [, name = 'lines', number] =
      /^(?:(lines|branches|functions)=)?(\d{1,3}(?:\.\d+)?)%?$/.exec(part.trim()) ?? [
        undefined,
        undefined,
        undefined,
      ];
    const percent = Number(number ?? NaN);
    if (!(percent >= 0 && percent <= 100)) return undefined;
    // The boundary: the pattern names the measures.
    thresholds.push({ measure: name as Measure, percent });
  }
  return thresholds;
}

/** Code begins with a bracket; files of code end in `.pact`. */
export const isCodeOperand = (operand: string): boolean => /^\s*\(|\.pact$/.test(operand);

// The options for property tests on the command line.

export type FuzzRequest = {
  /** Whether a property that cannot be tested is a failure. */
  readonly strict: boolean;
  readonly runs: number;
  /** `undefined`: a new one for every run. */
  readonly seed: string | undefined;
};

const usualRuns = 100;

const maxRuns = 1_000_000;

export const fuzzOptions: readonly Option[] = [
  { long: 'fuzz', help: 'also test properties and invariants of loaded modules' },
  {
    long: 'runs',
    argument: { name: 'N', fault: wholeNumberFault({ min: 1, max: maxRuns }) },
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
export function fuzzRequest(
  valueOf: (long: string) => string | undefined,
): FuzzRequest | 'misuse' | undefined {
  const runs = valueOf('runs');
  const seed = valueOf('seed');
  const strict = valueOf('strict') !== undefined;
  if (valueOf('fuzz') === undefined) {
    return runs === undefined && seed === undefined && !strict ? undefined : 'misuse';
  }
  return { runs: Number(runs ?? usualRuns), seed, strict };
}

/** The fault of the name and public key of an entity. */
export function entityFault(text: string): string | undefined {
  return /^[A-Za-z0-9_-]{1,64}=[0-9a-fA-F]{64}$/.test(text)
    ? undefined
    : 'takes a name, = and a public key of 64 hexadecimal digits';
}
