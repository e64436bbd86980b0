// Parses the command line: the result is the work to do, or a fault. Options are defined once, in
// program-options.ts, and commands in commands/; the help and the checks follow from them.
// Source: pact-repl/Main.hs; section 10.1.

import {
  type CommandDefinition,
  commandLines,
  helpOption,
  operandMisuse,
} from './commands/define.ts';
import { commands } from './commands/index.ts';
import {
  type GivenOptions,
  isMisuse,
  misuse,
  type Misuse,
  optionLines,
  readOptions,
} from './options.ts';
import { programOptions } from './program-options.ts';
import { suggestion } from '../../base/prose.ts';
import type { RequestForm } from '../request/authors.ts';
import {
  coverageOptions,
  coverageRequest,
  type CoverageRequest,
  gasReportFormatOf,
} from './shared-options.ts';
import type { GasRequest } from './gas-output.ts';
import type { SessionSettings } from './stage.ts';

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'builtins' }
  | { readonly kind: 'genkey' }
  | {
      readonly kind: 'request';
      readonly form: RequestForm;
      /** `-` is standard input. */
      readonly file: string;
      readonly local: boolean;
      /** Whether code and data may be in files outside of the folder of the request. */
      readonly anyFile: boolean;
      /** A network of pact.yaml; the request gets its ids. */
      readonly network?: string;
      readonly chain?: string;
    }
  | { readonly kind: 'check-shadowing'; readonly file: string; readonly settings: SessionSettings }
  | {
      readonly kind: 'run';
      /** `-` is standard input. */
      readonly files: readonly string[];
      /** Shows the value of every form with its place. */
      readonly trace: boolean;
      /** Shows the calls within every form as well. */
      readonly showsCalls: boolean;
      /** Runs the test script that belongs to a contract. */
      readonly findScript: boolean;
      readonly gas?: GasRequest;
      readonly coverage?: CoverageRequest;
      /** The state file. */
      readonly database?: string;
      /** Starts from a state of an earlier run, and stores its own. */
      readonly usesCache: boolean;
      readonly settings: SessionSettings;
    }
  | { readonly kind: 'interactive'; readonly database?: string; readonly settings: SessionSettings }
  /** One of commands/index.ts. */
  | { readonly kind: 'command'; readonly name: string; readonly given: GivenOptions }
  | { readonly kind: 'command-help'; readonly name: string };

/** Options of the reference that are missing here; using one gives a message that says so. */
const missing: ReadonlySet<string> = new Set(['lsp'].map((name) => `--${name}`));

export function parseArguments(args: readonly string[]): Command | Misuse {
  const [first, ...others] = args;
  if (first === 'help') return helpOf(others);
  const command = commands.find(({ name }) => name === first);
  if (command !== undefined) return parseCommand(command, others);
  const given = readOptions(args, programOptions, {
    known: (option) =>
      missing.has(option) ? `the option ${option} is not supported yet` : undefined,
  });
  return isMisuse(given) ? given : commandOf(given);
}

/** A word that is neither a file nor a command. `likeFile` suggests a file if no command has a similar name. */
export function unknownCommand(word: string, likeFile = ''): Misuse {
  const names = [...commands.map(({ name }) => name), 'help'];
  const like = suggestion(word, names);
  return misuse(`${word} is neither a file nor a command${like === '' ? likeFile : like}`);
}

/** Returns whether this could be the name of a command: paths of scripts have a dot or a slash. */
export const looksLikeCommand = (word: string): boolean => /^[a-z][a-z-]*$/.test(word);

function parseCommand(command: CommandDefinition, args: readonly string[]): Command | Misuse {
  const { name } = command;
  const isOperand = (word: string): boolean => command.operands?.hashes === true && isHash(word);
  const given = readOptions(args, [...command.options, helpOption], { isOperand });
  if (isMisuse(given)) return { ...given, command: name };
  if (given.options.has('help')) return { kind: 'command-help', name };
  const wrong = operandMisuse(command, given.operands) ?? command.misuse?.(given);
  return wrong === undefined ? { kind: 'command', name, given } : { ...wrong, command: name };
}

/** One hash in 64 begins with `-`. */
const isHash = (word: string): boolean => /^[\w-]{43}$/.test(word);

function helpOf(words: readonly string[]): Command | Misuse {
  const [word] = words;
  if (word === undefined) return { kind: 'help' };
  const command = commands.find(({ name }) => name === word);
  return command === undefined ? unknownCommand(word) : { kind: 'command-help', name: word };
}

function commandOf({ options: given, operands: files }: GivenOptions): Command | Misuse {
  if (given.has('help')) return { kind: 'help' };
  if (given.has('version')) return { kind: 'version' };
  if (given.has('builtins')) return { kind: 'builtins' };
  if (given.has('genkey')) return { kind: 'genkey' };
  const config = given.get('server')?.at(-1);
  if (config !== undefined) return serverCommand(config, files);
  const shadowed = given.get('check-shadowing')?.at(-1);
  const settings = sessionSettings(given);
  if (shadowed !== undefined) return { kind: 'check-shadowing', file: shadowed, settings };
  const request = requestOf(given, files);
  if (request !== undefined) return request;
  if (files.includes('')) return misuse('a file name is empty');
  if (files.length > 0) return runCommand(given, files);
  const idle = optionsOfRuns.find((name) => given.has(name));
  if (idle === undefined) return { kind: 'interactive', ...stateOf(given), settings };
  return misuse(`the option --${idle} needs a file to run`);
}

function serverCommand(config: string, [file]: readonly string[]): Command | Misuse {
  if (file !== undefined) return misuse(`the option --server runs no files: leave out ${file}`);
  return { kind: 'command', name: 'serve', given: { options: new Map(), operands: [config] } };
}

/** Options that need a file to run. */
const optionsOfRuns = [
  'trace',
  'findscript',
  'no-cache',
  'gas-report',
  'gas-profile',
  ...coverageOptions.map(({ long }) => long),
];

function runCommand(given: GivenOptions['options'], files: readonly string[]): Command | Misuse {
  const profile = given.get('gas-profile')?.at(-1);
  const report = gasReportFormatOf(given.get('gas-report')?.at(-1));
  const coverage = coverageRequest((long) => given.get(long) ?? []);
  if (coverage !== undefined && given.has('db')) {
    return misuse('use --coverage or --db, not both');
  }
  const showsCalls = isRepeated(given, 'trace');
  if (showsCalls && given.has('db')) return misuse('use -t -t or --db, not both');
  const command = {
    kind: 'run' as const,
    files,
    trace: given.has('trace'),
    showsCalls,
    findScript: given.has('findscript'),
    ...stateOf(given),
    usesCache: !given.has('no-cache'),
    settings: sessionSettings(given),
    ...(coverage !== undefined && { coverage }),
  };
  if (profile === undefined && report === undefined) return command;
  return { ...command, gas: { report, profile } };
}

function isRepeated(given: GivenOptions['options'], long: string): boolean {
  return (given.get(long)?.length ?? 0) > 1;
}

function sessionSettings(given: GivenOptions['options']): SessionSettings {
  return {
    ...(given.get('lines-from')?.at(-1) === '0' && { linesFrom: 0 }),
    ...(given.has('pact4') && { pact4: true }),
  };
}

function stateOf(given: GivenOptions['options']): { readonly database?: string } {
  const database = given.get('db')?.at(-1);
  return database === undefined ? {} : { database };
}

/** `docs`: the folder of the documentation. */
export function helpText(docs: string): string {
  return `The Pact Smart Contract Language Interpreter

Usage: pact [OPTIONS] [FILE...]
       pact COMMAND [OPTIONS] [PATH...]

  Without a file: an interactive REPL; input from a pipe runs form by form.
  With files: runs them in order, each in its own session. FILE - is standard input.
  A .repl file is a script with tests; a .pact file is code for a chain.

Options:
${optionLines(programOptions)}

Commands (see 'pact COMMAND --help'):
${commandLines(commands)}

Examples:
  pact test.repl
      run a script
  pact -a request.yaml > send.json
      make a signed transaction from a request file
  pact -u request.yaml > unsigned.yaml
      make a transaction for others to sign with pact add-sig
  pact -g > key.yaml
      make a key pair, in a file that only you can read

Exit status: 0 if everything loaded and every expectation passed, 1 if not, 2 for a wrong command
line, 70 for a bug in pact, 130 after Ctrl-C.

Documentation: ${docs}`;
}

// The options of `pact --apireq` and `pact --unsigned`.

/** Returns `undefined` if no option is about requests. */
function requestOf(
  given: GivenOptions['options'],
  files: readonly string[],
): Command | Misuse | undefined {
  const signed = given.get('apireq');
  const unsigned = given.get('unsigned');
  const local = given.has('local');
  if (signed !== undefined && unsigned !== undefined) {
    return misuse('use --apireq or --unsigned, not both');
  }
  if (local && signed === undefined) return misuse('the option --local needs --apireq');
  const where = networkOf(given);
  if (isMisuse(where)) return where;
  const named = [...(signed ?? []), ...(unsigned ?? [])];
  const [file, other = files[0]] = named;
  if (file === undefined) {
    const idle = ['network', 'any-file'].find((option) => given.has(option));
    if (idle === undefined) return undefined;
    return misuse(`the option --${idle} needs --apireq or --unsigned`);
  }
  if (other !== undefined)
    return misuse(`only one request can be built at a time: leave out ${other}`);
  const form = signed === undefined ? 'unsigned' : 'signed';
  return { kind: 'request', form, file, local, anyFile: given.has('any-file'), ...where };
}

type Where = { readonly network?: string; readonly chain?: string };

function networkOf(given: GivenOptions['options']): Where | Misuse {
  const network = given.get('network')?.at(-1);
  const chain = given.get('chain')?.at(-1);
  if (network === undefined) {
    return chain === undefined ? {} : misuse('the option --chain needs --network');
  }
  return chain === undefined ? { network } : { network, chain };
}
