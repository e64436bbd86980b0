// `pact test [PATH...]`.

import {
  coverageOptions,
  gasProfileOption,
  gasReportOption,
  pact4Option,
  fuzzOptions,
} from '../shared-options.ts';
import { reporterNames } from '../../../tools/testing/reporters/names.ts';
import type { CommandDefinition } from './define.ts';

const maxJobs = 64;
const maxGas = 1_000_000_000_000;

export const test: CommandDefinition = {
  name: 'test',
  summary: 'run test scripts and report failures',
  description: `Runs scripts (.repl), several at a time and each in its own session, and reports failures by
transaction: the code between (begin-tx "name") and (commit-tx).

Folders are searched for scripts. A script without expectations that other scripts load counts as
setup and is not run on its own. Without a path, the tests of pact.yaml are run, or those in the
current folder. A quoted pattern ('tests/**/*-token.repl') works on every system.

An empty file fails, and so does a run in which nothing is expected, unless it measures or
--allow-empty is given.`,
  operands: { usage: '[PATH...]' },
  options: [
    {
      long: 'filter',
      short: 'f',
      argument: { name: 'TEXT' },
      help: 'only files and transactions whose path or name contains TEXT',
    },
    {
      long: 'jobs',
      short: 'j',
      argument: {
        name: 'N',
        fault: (text) =>
          isWithin(text, 1, maxJobs) ? undefined : `takes a number from 1 to ${maxJobs}`,
      },
      help: 'the number of files to run in parallel; default one per core',
    },
    {
      long: 'watch',
      short: 'w',
      help: 'rerun scripts that a changed file affects, until Ctrl-C',
    },
    { long: 'bail', help: 'stop after the first file that fails' },
    {
      long: 'keep-going',
      short: 'k',
      help: 'after an error, continue with the next transaction of the file',
    },
    {
      long: 'reporter',
      argument: { name: 'NAME', choices: reporterNames },
      help: `how to show results: ${reporterNames.join(', ')}`,
    },
    {
      long: 'verbose',
      short: 'v',
      help: 'also show passes and output; -vvv: calls of failures, -vvvv: all',
    },
    { long: 'all', help: 'also run setup scripts' },
    pact4Option,
    { long: 'allow-empty', help: 'succeed without expectations, or without any script' },
    ...fuzzOptions,
    ...coverageOptions,
    gasReportOption,
    gasProfileOption,
    { long: 'gas-snapshot', help: 'compare the gas of transactions with the file .gas-snapshot' },
    { long: 'update', short: 'u', help: 'write the gas of transactions to .gas-snapshot' },
    {
      long: 'no-cache',
      help: 'neither use nor keep results of earlier runs; see docs/cache.md',
    },
    {
      long: 'timeout',
      argument: {
        name: 'SECONDS',
        fault: (text) =>
          /^\d{1,6}(\.\d+)?$/.test(text) && Number(text) > 0
            ? undefined
            : 'takes a number of seconds above 0',
      },
      help: 'time limit of a file; default testing.timeout of pact.yaml, or 300',
    },
    {
      long: 'gas-limit',
      argument: {
        name: 'GAS',
        fault: (text) =>
          isWithin(text, 1, maxGas) ? undefined : `takes a whole number from 1 to ${maxGas}`,
      },
      help: 'gas limit of a file; default testing.gasLimit of pact.yaml, or none',
    },
  ],
  examples: [
    { command: 'pact test', does: 'run all tests of the project' },
    { command: 'pact test tests -f transfer -w', does: 'rerun some of them after each change' },
    { command: 'pact test --fuzz --runs 1000', does: 'also try properties with generated values' },
    {
      command: 'pact test --coverage-min lines=90,branches=80',
      does: 'also measure coverage, and fail if it is low',
    },
    {
      command: 'pact test --reporter junit > report.xml',
      does: 'write a report for CI',
    },
  ],
  run: async (given) => (await import('../test/run-tests.ts')).runTests(given),
};

function isWithin(text: string, min: number, max: number): boolean {
  return /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max;
}
