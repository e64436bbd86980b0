// `pact require [MODULE...]`.

import { misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const require: CommandDefinition = {
  name: 'require',
  summary: 'fetch modules of a network into the project, with all that they need',
  description: `Fetches the requirements of pact.yaml and every module that they need from their networks, into the
folder requirements. pact-lock.json pins their hashes: later fetches must give the same modules.
Code whose hash is not the one that the network tells is refused.

MODULE with --network adds a requirement to pact.yaml first. --check writes nothing: it compares the
files with pact-lock.json, and its hashes with the networks. --update takes what the networks have
now. docs/requirements.md has an example.`,
  operands: { usage: '[MODULE...]' },
  options: [
    {
      long: 'network',
      short: 'n',
      argument: { name: 'NAME' },
      help: 'add MODULE from this network of pact.yaml',
    },
    {
      long: 'chain',
      argument: {
        name: 'NUMBER',
        fault: (text) =>
          /^(0|[1-9]\d{0,3})$/.test(text) ? undefined : `takes the number of a chain, not ${text}`,
      },
      help: 'the chain to fetch MODULE from; default 0',
    },
    { long: 'check', help: 'write nothing, and fail if anything differs' },
    { long: 'offline', help: 'with --check: compare files only, and ask no network' },
    { long: 'update', help: 'take the modules as the networks have them now' },
  ],
  examples: [
    { command: 'pact require coin --network mainnet', does: 'add coin and all that it needs' },
    { command: 'pact require', does: 'fetch what pact.yaml requires and is not there' },
    {
      command: 'pact require --check',
      does: 'fail if files or networks differ from the lock file',
    },
  ],
  misuse: ({ options, operands }) => {
    if (operands.length > 0 && !options.has('network')) {
      return misuse(`pact require ${operands[0]} needs --network: where the module is`);
    }
    if (operands.length === 0 && (options.has('network') || options.has('chain'))) {
      return misuse('the options --network and --chain belong to the name of a module');
    }
    if (options.has('check') && (options.has('update') || operands.length > 0)) {
      return misuse('--check changes nothing: use it without --update and without a module');
    }
    return options.has('offline') && !options.has('check')
      ? misuse('the option --offline needs --check')
      : undefined;
  },
  run: async (given, stage) => (await import('../require/run-require.ts')).runRequire(given, stage),
};
