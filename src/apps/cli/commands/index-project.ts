// `pact index [PATH...]`.

import type { CommandDefinition } from './define.ts';

export const index: CommandDefinition = {
  name: 'index',
  summary: 'list modules, their members, and an order to load them in',
  description: `Lists the contents of a project without running it: modules and interfaces with their functions,
capabilities, schemas, tables, constants and defpacts, their dependencies, and an order in which the
modules can be loaded.

With --json the output is for other programs and has more: types, documentation, source positions,
loads, imports, and the members that each transaction of the scripts names. docs/index-format.md
describes it.

Folders are searched for .pact and .repl files. Without a path, the sources and tests of pact.yaml
are read, or the current folder. The exit status is 1 if a file could not be read completely; pact
check shows the error.`,
  operands: { usage: '[PATH...]' },
  options: [{ long: 'json', help: 'write the index as JSON' }],
  examples: [
    { command: 'pact index', does: 'list the whole project' },
    { command: 'pact index --json contracts > index.json', does: 'write the index of a folder' },
  ],
  run: async (given, stage) =>
    (await import('../index-command/run-index.ts')).runIndex(given, stage),
};
