// `pact lint [PATH...]`.

import type { CommandDefinition } from './define.ts';

export const lint: CommandDefinition = {
  name: 'lint',
  summary: 'find likely mistakes',
  description: `Finds likely mistakes in files: missing checks of authority or amounts, unused names, and others. No
code is run. docs/lint.md explains the rules with examples.

A comment ; pact-lint: ignore RULE at the end of a line, or on the line before, silences a rule
there; ; pact-lint: ignore-file RULE silences it in the whole file.

Folders are searched for .pact and .repl files. Without a path, the sources and tests of pact.yaml
are read, or the current folder. The exit status is 1 if there are findings.`,
  operands: { usage: '[PATH...]' },
  options: [
    {
      long: 'format',
      argument: { name: 'FORMAT', choices: ['pretty', 'json', 'sarif', 'github'] },
      help: 'pretty (default), json, sarif or github',
    },
    {
      long: 'rule',
      argument: { name: 'RULE' },
      help: 'only this rule; may be repeated',
    },
    { long: 'list', help: 'list the rules' },
  ],
  examples: [
    { command: 'pact lint', does: 'check the whole project' },
    { command: 'pact lint --rule unguarded-write contracts', does: 'apply one rule' },
    { command: 'pact lint --format github', does: 'show findings beside the code on GitHub' },
  ],
  run: async (given) => (await import('../lint/run-lint.ts')).runLint(given),
};
