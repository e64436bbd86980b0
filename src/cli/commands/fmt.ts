// `pact fmt [PATH...]`.

import { closerStyles, indentLimits, widthLimits } from '../../config/format-limits.ts';
import { wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const fmt: CommandDefinition = {
  name: 'fmt',
  summary: 'lay source out in the house style',
  description: `Lays files out in one style, in place. Only blanks and line ends change; hashes of modules stay.
A file with a syntax error is left as it is. What stands between the comments ; pact-fmt: off and
; pact-fmt: on is left alone. docs/formatting.md describes the style.

Folders are searched for files that end in .pact or .repl. Without a path, all that pact.yaml
names is searched, or the current folder. The exit status is 1 if a file could not be formatted, or
with --check or --diff if one would change.`,
  operands: { usage: '[PATH...]' },
  options: [
    { long: 'check', short: 'c', help: 'change nothing, list the files that would change' },
    { long: 'diff', short: 'd', help: 'change nothing, show what would change' },
    { long: 'stdin', help: 'format the standard input to the standard output' },
    {
      long: 'stdin-name',
      argument: { name: 'FILE' },
      help: 'the same, with this name in messages: for editors',
    },
    {
      long: 'width',
      argument: { name: 'COLUMNS', fault: wholeNumberFault(widthLimits) },
      help: 'columns that a line should not exceed: 80',
    },
    {
      long: 'indent',
      argument: { name: 'COLUMNS', fault: wholeNumberFault(indentLimits) },
      help: 'columns that the rest of a form stands further in: 2',
    },
    {
      long: 'closers',
      argument: { name: 'STYLE', choices: closerStyles },
      help: 'last parentheses of long forms: stacked, or own-line',
    },
  ],
  examples: [
    { command: 'pact fmt', does: 'format the whole project' },
    { command: 'pact fmt --check contracts', does: 'list what is not formatted, for a build' },
    { command: 'pact fmt --diff contracts/token.pact', does: 'show what would change' },
  ],
  run: async (given) => (await import('../format/run-format.ts')).runFormat(given),
};
