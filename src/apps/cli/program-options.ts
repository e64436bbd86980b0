// The options of `pact` without a command.

import { helpOption } from './commands/define.ts';
import {
  coverageOptions,
  gasProfileOption,
  gasReportOption,
  pact4Option,
} from './shared-options.ts';
import type { Option } from './options.ts';

export const programOptions: readonly Option[] = [
  {
    long: 'trace',
    short: 't',
    help: 'show the value and place of every form; -t -t: also the calls',
  },
  {
    long: 'lines-from',
    argument: { name: '0|1', choices: ['0', '1'] },
    help: 'the first line of traces, calls and failures is 1 (default) or 0',
  },
  {
    long: 'findscript',
    short: 'r',
    help: 'for FILE.pact, run FILE.repl, or the only .repl file beside it',
  },
  {
    long: 'db',
    argument: { name: 'FILE' },
    help: 'keep the state in this file, for the next run',
  },
  gasReportOption,
  gasProfileOption,
  ...coverageOptions,
  pact4Option,
  { long: 'no-cache', help: 'neither use nor keep results of earlier runs' },
  {
    long: 'apireq',
    short: 'a',
    argument: { name: 'FILE' },
    help: 'write the signed transaction of a request file, ready to send',
  },
  { long: 'local', short: 'l', help: 'with --apireq: for /local instead of /send' },
  {
    long: 'unsigned',
    short: 'u',
    argument: { name: 'FILE' },
    help: 'write the unsigned transaction of a request file (see add-sig)',
  },
  {
    long: 'any-file',
    help: 'with -a or -u: codeFile, dataFile may be in other folders',
  },
  {
    long: 'network',
    short: 'n',
    argument: { name: 'NAME' },
    help: 'with -a or -u: the network of pact.yaml for the transaction',
  },
  {
    long: 'chain',
    argument: { name: 'ID' },
    help: 'with --network: the chain, if the network has more than one',
  },
  {
    long: 'server',
    short: 's',
    argument: { name: 'CONFIG' },
    help: "run a server: the same as 'pact serve CONFIG'",
  },
  { long: 'genkey', short: 'g', help: 'make a key pair and show it' },
  { long: 'version', short: 'v', help: 'show the version' },
  { long: 'builtins', short: 'b', help: 'list the builtins' },
  {
    long: 'check-shadowing',
    argument: { name: 'FILE' },
    help: 'list names that hide a builtin',
  },
  helpOption,
];
