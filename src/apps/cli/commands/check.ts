// `pact check [PATH...]`.

import { pact4Option } from '../project/pact4-option.ts';
import type { CommandDefinition } from './define.ts';

export const check: CommandDefinition = {
  name: 'check',
  summary: 'find errors in files without running them',
  description: `Finds errors in contracts and scripts without running them: syntax, unknown names, types, circular
dependencies between modules, and files that are loaded too late.

Scripts (.repl) are followed through every file they load, in order. Contracts that no script loads
are checked on their own; modules that they name are looked up in the other files of the project
(the folder of pact.yaml, or that of the file), and those files are checked too. Folders are
searched for .pact and .repl files. Without a path, the sources and tests of pact.yaml are checked,
or the current folder.

Exit status: 0 without errors (warnings do not count), 1 with errors, 2 for a wrong command line.`,
  operands: { usage: '[PATH...]' },
  options: [
    {
      long: 'format',
      argument: { name: 'FORMAT', choices: ['pretty', 'json', 'sarif', 'github'] },
      help: 'pretty (default), json, sarif or github',
    },
    pact4Option,
  ],
  examples: [
    { command: 'pact check', does: 'check the whole project' },
    { command: 'pact check contracts/token.pact', does: 'check one file' },
    { command: 'pact check --format github', does: 'annotate a pull request on GitHub' },
    { command: 'pact check --format sarif > pact.sarif', does: 'write a report for code scanning' },
  ],
  run: async (given, stage) => (await import('../check/run-check.ts')).runCheck(given, stage),
};
