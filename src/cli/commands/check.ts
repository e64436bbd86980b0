// `pact check [PATH...]`.

import type { CommandDefinition } from './define.ts';

export const check: CommandDefinition = {
  name: 'check',
  summary: 'find errors in files without running them',
  description: `Finds what is wrong with contracts and scripts without running them: syntax, unknown names, types,
modules that need one another in a circle, and files that are loaded too late.

Scripts (.repl) are followed through all that they load, in order. Contracts that no script loads
are checked by themselves; modules that they name are looked for in the other files, also in those
of the project that were not given (the folder of pact.yaml, or that of the file), and those files
are checked as well. Folders are searched for files that end in .pact or .repl. Without a path, all
that pact.yaml names is searched, or the current folder.

Exit status: 0 if there is no error (warnings do not count), 1 if there is, 2 for a wrong command
line.`,
  operands: { usage: '[PATH...]' },
  options: [
    {
      long: 'format',
      argument: { name: 'FORMAT', choices: ['pretty', 'json', 'sarif', 'github'] },
      help: 'pretty (where nothing is said), json, sarif or github',
    },
  ],
  examples: [
    { command: 'pact check', does: 'check the whole project' },
    { command: 'pact check contracts/token.pact', does: 'check one file' },
    { command: 'pact check --format github', does: 'annotate a change on GitHub' },
    { command: 'pact check --format sarif > pact.sarif', does: 'write what code scanning reads' },
  ],
  run: async (given, stage) => (await import('../check/run-check.ts')).runCheck(given, stage),
};
