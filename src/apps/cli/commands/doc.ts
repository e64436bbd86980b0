// `pact doc [PATH...]`.

import type { CommandDefinition } from './define.ts';

export const doc: CommandDefinition = {
  name: 'doc',
  summary: 'write documentation of modules, as a website or as Markdown',
  description: `Writes pages about the modules of a project into a folder: their @doc texts, types, capabilities,
events and schemas, uses, and the transactions of scripts that test each member. No code is run.
A member without @doc shows the text of its interface.

Start at index.html (or index.md). The pages work without a network. Pages that an earlier run wrote
are replaced, or deleted if their module no longer exists; other files are left alone.

Folders are searched for .pact and .repl files. Without a path, the sources and tests of pact.yaml
are read, or the current folder. Modules that scripts define for themselves are left out. The exit
status is 1 if a file could not be read completely, or if no page was written.`,
  operands: { usage: '[PATH...]' },
  options: [
    {
      long: 'out',
      argument: { name: 'DIR' },
      help: 'the folder to write into; default pact-docs',
    },
    {
      long: 'format',
      argument: { name: 'FORMAT', choices: ['html', 'markdown'] },
      help: 'html (default) or markdown',
    },
    {
      long: 'title',
      argument: { name: 'TEXT' },
      help: 'the title of the site; default the name of the project folder',
    },
  ],
  examples: [
    { command: 'pact doc', does: 'write a website about the whole project into pact-docs' },
    {
      command: 'pact doc contracts tests --format markdown --out docs/contracts',
      does: 'write Markdown, for a repository',
    },
  ],
  run: async (given, stage) => (await import('../doc/run-doc.ts')).runDoc(given, stage),
};
