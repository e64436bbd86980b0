// `pact fmt [PATH...]`.

import { closerStyles, indentLimits, widthLimits } from '../../../base/config/format-limits.ts';
import { wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const fmt: CommandDefinition = {
  name: 'fmt',
  summary: 'format source files',
  description: `Formats files in place. Only white space changes, so module hashes stay the same. A file with a
syntax error is left as it is, and so is the code between the comments ; pact-fmt: off and
; pact-fmt: on. docs/formatting.md describes the style.

Folders are searched for .pact and .repl files. Without a path, the sources and tests of pact.yaml
are formatted, or the current folder. The exit status is 1 if a file could not be formatted, or with
--check or --diff if one would change.`,
  operands: { usage: '[PATH...]' },
  options: [
    { long: 'check', short: 'c', help: 'change nothing, only list the files that would change' },
    { long: 'diff', short: 'd', help: 'change nothing, only show what would change' },
    { long: 'stdin', help: 'format standard input to standard output' },
    {
      long: 'stdin-name',
      argument: { name: 'FILE' },
      help: 'the same, with this file name in messages, for editors',
    },
    {
      long: 'width',
      argument: { name: 'COLUMNS', fault: wholeNumberFault(widthLimits) },
      help: 'columns that a line should not exceed; default 80',
    },
    {
      long: 'indent',
      argument: { name: 'COLUMNS', fault: wholeNumberFault(indentLimits) },
      help: 'columns that the parts of a form are indented; default 2',
    },
    {
      long: 'closers',
      argument: { name: 'STYLE', choices: closerStyles },
      help: 'closing parentheses of long forms: stacked (default) or own-line',
    },
  ],
  examples: [
    { command: 'pact fmt', does: 'format the whole project' },
    { command: 'pact fmt --check contracts', does: 'list files that are not formatted, for CI' },
    { command: 'pact fmt --diff contracts/token.pact', does: 'show what would change' },
  ],
  run: async (given) => (await import('../format/run-format.ts')).runFormat(given),
};
