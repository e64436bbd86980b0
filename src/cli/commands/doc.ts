// `pact doc [PATH...]`.

import type { CommandDefinition } from './define.ts';

export const doc: CommandDefinition = {
  name: 'doc',
  summary: 'write documentation of modules, as a site or as Markdown',
  description: `Writes pages about the modules of a project into a folder, from their text: what @doc says, types,
capabilities, events, schemas, what uses what, and which transactions of the scripts test it.
Nothing is run. A member without @doc has that of the interface that asks for it.

index.html (or index.md) is where to begin. The pages stand alone, without a network. Pages that an
earlier run wrote are replaced, or removed where their module is gone; other files are left alone.

Folders are searched for files that end in .pact or .repl. Without a path, all that pact.yaml names
is searched, or the current folder. Modules that scripts define for themselves are left out. The
exit status is 1 if a file could not be read or read in part only, or no page written.`,
  operands: { usage: '[PATH...]' },
  options: [
    {
      long: 'out',
      argument: { name: 'DIR' },
      help: 'the folder to write into; pact-docs where nothing is said',
    },
    {
      long: 'format',
      argument: { name: 'FORMAT', choices: ['html', 'markdown'] },
      help: 'html (where nothing is said) or markdown',
    },
    {
      long: 'title',
      argument: { name: 'TEXT' },
      help: 'what the first page is called; Documentation where nothing is said',
    },
  ],
  examples: [
    { command: 'pact doc', does: 'write a site about the whole project into pact-docs' },
    {
      command: 'pact doc contracts tests --format markdown --out docs/contracts',
      does: 'write Markdown, for a repository',
    },
  ],
  run: async (given, stage) => (await import('../doc/run-doc.ts')).runDoc(given, stage),
};
