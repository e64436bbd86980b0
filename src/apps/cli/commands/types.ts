// `pact types MODULE...`.

import { misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const types: CommandDefinition = {
  name: 'types',
  summary: 'write TypeScript for apps that call modules',
  description: `Writes a TypeScript file for each module: functions that write the code of its calls, capabilities
for signers, and its schemas as types. The files import no packages and work with @kadena/client.

Modules are those of the project; with --network they are fetched from a chain. The first line of a
file has the hash of its module. --check writes nothing, and fails if a file is missing or differs
from what would be written. docs/types.md has an example.`,
  operands: { usage: 'MODULE...', least: 1 },
  options: [
    {
      long: 'out',
      short: 'o',
      argument: { name: 'DIR' },
      help: 'the folder to write to; default types',
    },
    { long: 'check', help: 'write nothing, and fail if a file is out of date' },
    {
      long: 'network',
      short: 'n',
      argument: { name: 'NAME' },
      help: 'fetch the modules from a network of pact.yaml',
    },
    {
      long: 'chain',
      argument: {
        name: 'NUMBER',
        fault: (text) =>
          /^(0|[1-9]\d{0,3})$/.test(text) ? undefined : `takes the number of a chain, not ${text}`,
      },
      help: 'the chain to fetch from; default 0',
    },
  ],
  examples: [
    { command: 'pact types free.shop', does: 'write types/free.shop.ts' },
    { command: 'pact types coin --network mainnet -o src/pact', does: 'write src/pact/coin.ts' },
    { command: 'pact types free.shop --check', does: 'fail if types/free.shop.ts is out of date' },
  ],
  misuse: ({ options }) =>
    options.has('chain') && !options.has('network')
      ? misuse('the option --chain needs --network')
      : undefined,
  run: async (given, stage) => (await import('../types/run-types.ts')).runTypes(given, stage),
};
