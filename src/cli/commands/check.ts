// `pact check [PATH...]`.

import type { CommandDefinition } from './define.ts';

export const check: CommandDefinition = {
  name: 'check',
  summary: 'find errors in files without running them',
  description: `Reads files and shows every syntax error in them, with its place. Nothing is run.

Folders are searched for files that end in .pact or .repl. Without a path, the current folder is
searched.`,
  operands: { usage: '[PATH...]' },
  options: [],
  examples: [
    { command: 'pact check', does: 'check all files under the current folder' },
    { command: 'pact check contracts/token.pact', does: 'check one file' },
  ],
  run: async (given, stage) => (await import('../check/run-check.ts')).runCheck(given, stage),
};
