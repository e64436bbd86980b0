// `pact init [DIR]`.

import type { CommandDefinition } from './define.ts';

export const init: CommandDefinition = {
  name: 'init',
  summary: 'create a small project to start from',
  description: `Creates a project in a folder: a contract, its test, the project file pact.yaml, and a workflow that
checks everything on GitHub. The folder is created if it is missing. Existing files are never
overwritten: if one of them exists, nothing is written, except that a .gitignore may exist and is
kept. The workflow installs pact from a copy of this package in vendor/, since pact is not on a
registry.`,
  operands: { usage: '[DIR]', most: 1 },
  options: [],
  examples: [
    { command: 'pact init', does: 'create a project in the current folder' },
    { command: 'pact init my-contract', does: 'create a project in the folder my-contract' },
  ],
  run: async (given) => (await import('../init/run-init.ts')).runInit(given),
};
