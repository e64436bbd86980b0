// The commands that read the sources of a project: check, lint, fmt, doc, index, types.

import { pact4Option } from '../shared-options.ts';
import type { CommandDefinition } from './define.ts';
import { closerStyles, indentLimits, widthLimits } from '../../../base/config/format-limits.ts';
import { misuse, wholeNumberFault } from '../options.ts';

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
      argument: {
        name: 'COLUMNS',
        fault: wholeNumberFault({ min: widthLimits.least, max: widthLimits.max }),
      },
      help: 'columns that a line should not exceed; default 80',
    },
    {
      long: 'indent',
      argument: {
        name: 'COLUMNS',
        fault: wholeNumberFault({ min: indentLimits.least, max: indentLimits.max }),
      },
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

export const types: CommandDefinition = {
  name: 'types',
  summary: 'write TypeScript for apps that call modules',
  description: `Writes a TypeScript file for each module: functions that write the code of its calls, capabilities
for signers, and its schemas as types. The files import no packages and work with @kadena/client.

Modules are those of the project; with --network they are fetched from a chain. The first line of a
file has the hash of its module. --check writes nothing, and fails if a file is missing or differs
from what would be written. docs/types.md has an example.`,
  operands: { usage: 'MODULE...', min: 1 },
  options: [
    {
      long: 'out',
      short: 'o',
      argument: { name: 'DIR' },
      help: 'the folder to write to; default types',
    },
    { long: 'check', help: 'write nothing, and fail if a file is out of date' },
    {
      long: 'network',
      short: 'n',
      argument: { name: 'NAME' },
      help: 'fetch the modules from a network of pact.yaml',
    },
    {
      long: 'chain',
      argument: {
        name: 'NUMBER',
        fault: (text) =>
          /^(0|[1-9]\d{0,3})$/.test(text) ? undefined : `takes the number of a chain, not ${text}`,
      },
      help: 'the chain to fetch from; default 0',
    },
  ],
  examples: [
    { command: 'pact types free.shop', does: 'write types/free.shop.ts' },
    { command: 'pact types coin --network mainnet -o src/pact', does: 'write src/pact/coin.ts' },
    { command: 'pact types free.shop --check', does: 'fail if types/free.shop.ts is out of date' },
  ],
  misuse: ({ options }) =>
    options.has('chain') && !options.has('network')
      ? misuse('the option --chain needs --network')
      : undefined,
  run: async (given, stage) => (await import('../types/run-types.ts')).runTypes(given, stage),
};
