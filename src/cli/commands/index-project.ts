// `pact index [PATH...]`.

import type { CommandDefinition } from './define.ts';

export const index: CommandDefinition = {
  name: 'index',
  summary: 'list modules, their members and the order to load them in',
  description: `Lists what a project consists of, without running it: modules and interfaces with their functions,
capabilities, schemas, tables, constants and defpacts, what each depends on, and an order in which
the modules can be loaded.

With --json the list is for other programs and says more: types, documentation, places, loads,
imports, and which transactions of the scripts name which members. docs/index-format.md describes
it.

Folders are searched for files that end in .pact or .repl. Without a path, all that pact.yaml names
is searched, or the current folder. The exit status is 1 if a file could not be read or read in part
only: pact check tells what is wrong with it.`,
  operands: { usage: '[PATH...]' },
  options: [{ long: 'json', help: 'write the index as JSON' }],
  examples: [
    { command: 'pact index', does: 'list the whole project' },
    { command: 'pact index --json contracts > index.json', does: 'write the index of a folder' },
  ],
  run: async (given, stage) =>
    (await import('../index-command/run-index.ts')).runIndex(given, stage),
};
