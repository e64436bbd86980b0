// `pact gas [PATH...]`.

import { wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';
import { readSweep } from '../gas/sweep-range.ts';

export const gas: CommandDefinition = {
  name: 'gas',
  summary: 'measure what modules cost to deploy, and how gas grows with a parameter',
  description: `Without --sweep, runs scripts (.repl) and lists the modules that they deploy: the gas of deploying
each one, the bytes of its source, and the size that is charged for storing it. Without a path, runs
the tests of pact.yaml, or the scripts under the current folder.

With --sweep n=1..100, measures one file repeatedly and reports how gas grows with n; with --limit,
also the largest n that stays within it. A step may follow: n=0..5000:100. Where n occurs:

  --expr '(f {n})'  the file is run first; then the expression is measured with each value in place
                    of {n}, each time in a transaction that is rolled back
  otherwise         the file is a script with (defconst n ...) at top level, which is replaced by
                    each value; the last transaction is measured, or the one of --transaction

Gas follows the table that chains use, unless the script sets another gas model. docs/gas.md has
examples. The exit status is 1 if a script fails, a module is above --limit, or no value stays
within it.`,
  operands: { usage: '[PATH...]' },
  options: [
    {
      long: 'sweep',
      argument: {
        name: 'N=FROM..TO',
        fault: (text) => {
          const sweep = readSweep(text);
          return typeof sweep === 'string' ? sweep : undefined;
        },
      },
      help: 'the parameter and its values',
    },
    {
      long: 'expr',
      argument: { name: 'CODE' },
      help: 'an expression with {n} to measure after the file',
    },
    {
      long: 'transaction',
      argument: { name: 'TEXT' },
      help: 'the transaction to measure: the first one with this name in begin-tx',
    },
    {
      long: 'limit',
      argument: { name: 'GAS', fault: wholeNumberFault({ min: 1, max: 1_000_000_000 }) },
      help: 'a gas limit to check against; default gas.limit of pact.yaml',
    },
    { long: 'json', help: 'write the result as JSON' },
  ],
  examples: [
    { command: 'pact gas', does: 'show what the modules of the project cost to deploy' },
    { command: 'pact gas tests/lists.repl --sweep n=1..50', does: 'try values of (defconst n 1)' },
    {
      command: "pact gas setup.repl --sweep n=1..500:10 --expr '(m.f {n})' --limit 150000",
      does: 'find the largest n that fits into one transaction',
    },
  ],
  run: async (given, stage) => (await import('../gas/run-gas.ts')).runGas(given, stage),
};
