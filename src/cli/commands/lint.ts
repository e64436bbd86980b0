// `pact lint [PATH...]`.

import type { CommandDefinition } from './define.ts';

export const lint: CommandDefinition = {
  name: 'lint',
  summary: 'find code that is likely a mistake',
  description: `Reads files and shows what is likely a mistake: rights that nobody asks for, amounts that nobody
checks, names that nobody uses. Nothing is run. docs/lint.md explains the rules with examples.

A comment ; pact-lint: ignore RULE at the end of a line, or on the line before, silences a rule
there; ; pact-lint: ignore-file RULE does for the whole file.

Folders are searched for files that end in .pact or .repl. Without a path, all that pact.yaml
names is searched, or the current folder. The exit status is 1 if anything was found.`,
  operands: { usage: '[PATH...]' },
  options: [
    {
      long: 'format',
      argument: { name: 'FORMAT', choices: ['pretty', 'json', 'sarif', 'github'] },
      help: 'pretty (where nothing is said), json, sarif or github',
    },
    {
      long: 'rule',
      argument: { name: 'RULE' },
      help: 'only this rule; may be given several times',
    },
    { long: 'list', help: 'list the rules' },
  ],
  examples: [
    { command: 'pact lint', does: 'look at the whole project' },
    { command: 'pact lint --rule unguarded-write contracts', does: 'ask one rule' },
    { command: 'pact lint --format github', does: 'show findings beside the code on GitHub' },
  ],
  run: async (given) => (await import('../lint/run-lint.ts')).runLint(given),
};
