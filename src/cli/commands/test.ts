// `pact test [PATH...]`.

import { coverageOptions } from '../coverage/coverage-wish.ts';
import { fuzzOptions } from '../fuzz/fuzz-options.ts';
import { gasReportOption } from '../gas/gas-report-option.ts';
import { reporterNames } from '../../testing/reporters/names.ts';
import type { CommandDefinition } from './define.ts';

const mostJobs = 64;
const mostGas = 1_000_000_000_000;

export const test: CommandDefinition = {
  name: 'test',
  summary: 'run test scripts and report what failed',
  description: `Runs scripts (.repl), each in a session of its own, several at a time, and shows what failed by
transaction: what stands between (begin-tx "name") and (commit-tx).

Folders are searched for scripts. Those that other scripts load and that expect nothing themselves
only prepare, and are not run alone. Without a path, the tests that pact.yaml names are searched, or
the current folder. A pattern in quotes ('tests/**/*-token.repl') works on every system.`,
  operands: { usage: '[PATH...]' },
  options: [
    {
      long: 'filter',
      short: 'f',
      argument: { name: 'TEXT' },
      help: 'only files whose path, and transactions whose name, contains TEXT',
    },
    {
      long: 'jobs',
      short: 'j',
      argument: {
        name: 'N',
        fault: (text) =>
          isWithin(text, 1, mostJobs) ? undefined : `takes a number from 1 to ${mostJobs}`,
      },
      help: 'files that run at the same time; as many as there are cores',
    },
    { long: 'watch', short: 'w', help: 'run again what a changed file can reach, until Ctrl-C' },
    { long: 'bail', help: 'end after the first file that failed' },
    {
      long: 'keep-going',
      short: 'k',
      help: 'after an error go on with the next transaction of the file',
    },
    {
      long: 'reporter',
      argument: { name: 'NAME', choices: reporterNames },
      help: `how results are shown: ${reporterNames.join(', ')}`,
    },
    { long: 'verbose', help: 'show what passed and all that was printed' },
    { long: 'all', help: 'also run scripts that only prepare for others' },
    ...fuzzOptions,
    ...coverageOptions,
    gasReportOption,
    { long: 'gas-snapshot', help: 'compare the gas of transactions with the file .gas-snapshot' },
    { long: 'update', short: 'u', help: 'write what .gas-snapshot has of them anew' },
    {
      long: 'no-cache',
      help: 'run everything, keep nothing for the next run: docs/cache.md',
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
      help: 'how long a file may take; testing.timeout of pact.yaml, or 300',
    },
    {
      long: 'gas-limit',
      argument: {
        name: 'GAS',
        fault: (text) =>
          isWithin(text, 1, mostGas) ? undefined : `takes a whole number from 1 to ${mostGas}`,
      },
      help: 'how much gas a file may take; testing.gasLimit of pact.yaml, or any',
    },
  ],
  examples: [
    { command: 'pact test', does: 'run all tests of the project' },
    { command: 'pact test tests -f transfer -w', does: 'run some of them again and again' },
    { command: 'pact test --fuzz --runs 1000', does: 'also try properties with made-up values' },
    {
      command: 'pact test --coverage-min lines=90,branches=80',
      does: 'also write the coverage, and fail where it is low',
    },
    {
      command: 'pact test --reporter junit > report.xml',
      does: 'write a report for a build server',
    },
  ],
  run: async (given) => (await import('../test/run-tests.ts')).runTests(given),
};

function isWithin(text: string, least: number, most: number): boolean {
  return /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most;
}
