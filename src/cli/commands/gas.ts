// `pact gas [PATH...]`.

import { readSweep } from '../gas/sweep-range.ts';
import { wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const gas: CommandDefinition = {
  name: 'gas',
  summary: 'measure what modules cost to deploy, and how gas grows with a parameter',
  description: `Without --sweep: runs scripts (.repl) and lists the modules that they deploy, with the gas of it,
the bytes of their text, and the size that storing them counts as. Without a path: the tests that
pact.yaml names, or the scripts under the current folder.

With --sweep n=1..100: measures one file again and again, tells how gas grows with n, and with
--limit the largest n that stays within it. A step may follow: n=0..5000:100. What n is:

  --expr '(f {n})'  the file is run first; then the expression costs what is measured, with each
                    value in the place of {n}, in a transaction of its own that is undone
  otherwise         the file is a script with (defconst n ...) at its top level, which gets each
                    value; its last transaction is measured, or the one of --transaction

Gas is that of the table of chains, unless the script sets another gas model. docs/gas.md has
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
      help: 'the transaction to measure: the first whose begin-tx has this text',
    },
    {
      long: 'limit',
      argument: { name: 'GAS', fault: wholeNumberFault({ least: 1, most: 1_000_000_000 }) },
      help: 'the gas to stay within; gas.limit of pact.yaml where nothing is said',
    },
    { long: 'json', help: 'write the result as JSON' },
  ],
  examples: [
    { command: 'pact gas', does: 'what the modules of the project cost to deploy' },
    { command: 'pact gas tests/lists.repl --sweep n=1..50', does: 'try values of (defconst n 1)' },
    {
      command: "pact gas setup.repl --sweep n=1..500:10 --expr '(m.f {n})' --limit 150000",
      does: 'find the largest n that a transaction has room for',
    },
  ],
  run: async (given, stage) => (await import('../gas/run-gas.ts')).runGas(given, stage),
};
