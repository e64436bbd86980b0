// `pact init [DIR]`.

import type { CommandDefinition } from './define.ts';

export const init: CommandDefinition = {
  name: 'init',
  summary: 'write a small project to begin with',
  description: `Writes a project into a folder, which is made where it is not there: a contract, its test, the
project file pact.yaml, and a workflow that checks all of it on GitHub. Files that are there are
never overwritten: if one is, nothing is written. Only a .gitignore may be there, and stays.`,
  operands: { usage: '[DIR]', most: 1 },
  options: [],
  examples: [
    { command: 'pact init', does: 'begin in the current folder' },
    { command: 'pact init my-contract', does: 'begin in a folder of that name' },
  ],
  run: async (given) => (await import('../init/run-init.ts')).runInit(given),
};
