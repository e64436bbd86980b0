// `pact require [MODULE...]`.

import { misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const require: CommandDefinition = {
  name: 'require',
  summary: 'fetch modules of a network into the project, with their dependencies',
  description: `Fetches the requirements of pact.yaml and all their dependencies from their networks into the folder
requirements. pact-lock.json pins their hashes: later fetches must give the same modules. Code that
does not match the hash that the network reports is refused.

MODULE with --network adds a requirement to pact.yaml first. --check writes nothing: it compares the
files with pact-lock.json, and its hashes with the networks. --update fetches the current modules of
the networks. --stdlib writes the standard modules that scripts load by name, as in
(load "pact:coin"), into the folder stdlib. docs/requirements.md has examples.`,
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
    { long: 'offline', help: 'with --check: compare files only, without the networks' },
    {
      long: 'stdlib',
      help: 'write standard modules as files: coin, devnet, ns, ...',
    },
    { long: 'update', help: 'fetch the modules as they are on the networks now' },
  ],
  examples: [
    { command: 'pact require coin --network mainnet', does: 'add coin and its dependencies' },
    { command: 'pact require', does: 'fetch missing requirements of pact.yaml' },
    {
      command: 'pact require --stdlib coin',
      does: 'write the coin contract of pact and its interfaces into stdlib',
    },
    {
      command: 'pact require --check',
      does: 'fail if files or networks differ from the lock file',
    },
  ],
  misuse: ({ options, operands }) => {
    if (options.has('stdlib')) {
      if (options.size > 1)
        return misuse('--stdlib needs no network: use it without other options');
      return operands.length > 0
        ? undefined
        : misuse('--stdlib needs names, as in pact require --stdlib coin');
    }
    if (operands.length > 0 && !options.has('network')) {
      return misuse(`pact require ${operands[0]} needs --network, the network that has the module`);
    }
    if (operands.length === 0 && (options.has('network') || options.has('chain'))) {
      return misuse('the options --network and --chain need the name of a module');
    }
    if (options.has('check') && (options.has('update') || operands.length > 0)) {
      return misuse('--check changes nothing: use it without --update and without a module');
    }
    return options.has('offline') && !options.has('check')
      ? misuse('the option --offline needs --check')
      : undefined;
  },
  run: async (given, stage) => {
    if (given.has('stdlib')) {
      return (await import('../require/write-standard.ts')).writeStandard(given.operands);
    }
    return (await import('../require/run-require.ts')).runRequire(given, stage);
  },
};
