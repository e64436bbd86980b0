// The command line: what was asked for, or what is wrong with it. Every option is written down
// once, in the table below; the help and the check for misuse follow from it.
// Source: pact-repl/Main.hs; section 10.1.

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'builtins' }
  | { readonly kind: 'check-shadowing'; readonly file: string }
  | {
      readonly kind: 'run';
      /** `-` is the standard input. */
      readonly files: readonly string[];
      /** Shows the value of every form with its place. */
      readonly trace: boolean;
      /** Runs the test script that belongs to a contract. */
      readonly findScript: boolean;
    }
  | { readonly kind: 'interactive' };

export type Misuse = { readonly kind: 'misuse'; readonly reason: string };

type OptionName = 'trace' | 'findscript' | 'version' | 'builtins' | 'check-shadowing' | 'help';

type Option = {
  readonly long: OptionName;
  readonly short?: string;
  /** What stands for its argument in the help, where it takes one. */
  readonly argument?: string;
  readonly help: string;
};

const options: readonly Option[] = [
  { long: 'trace', short: 't', help: 'show the value of every form with its place' },
  {
    long: 'findscript',
    short: 'r',
    help: 'for FILE.pact run FILE.repl, or the only .repl file beside it',
  },
  { long: 'version', short: 'v', help: 'show the version' },
  { long: 'builtins', short: 'b', help: 'list the builtins' },
  { long: 'check-shadowing', argument: 'FILE', help: 'list names that hide a builtin' },
  { long: 'help', short: 'h', help: 'show this' },
];

/** Options of the reference that are missing here: who uses one is told so. */
const missing: ReadonlyMap<string, string> = new Map([
  ['c', 'coverage'],
  ['g', 'genkey'],
  ['s', 'server'],
  ['a', 'apireq'],
  ['u', 'unsigned'],
  ['l', 'local'],
  ['', 'lsp'],
]);

type Given = {
  readonly options: Map<OptionName, string>;
  readonly files: string[];
};

export function parseArguments(args: readonly string[]): Command | Misuse {
  const given: Given = { options: new Map(), files: [] };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (arg === '--') {
      given.files.push(...args.slice(i + 1));
      break;
    }
    if (arg === '-' || !arg.startsWith('-')) {
      given.files.push(arg);
      continue;
    }
    const taken = arg.startsWith('--')
      ? takeLong(given, arg.slice(2), args[i + 1])
      : takeShort(given, arg.slice(1));
    if (typeof taken === 'string') return { kind: 'misuse', reason: taken };
    i += taken;
  }
  return commandOf(given);
}

/** How many further arguments it took, or what is wrong. */
function takeLong(
  { options: taken }: Given,
  text: string,
  next: string | undefined,
): 0 | 1 | string {
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  const option = options.find(({ long }) => long === name);
  if (option === undefined) return unknown(`--${name}`, [...missing.values()].includes(name));
  const attached = equals === -1 ? undefined : text.slice(equals + 1);
  if (option.argument === undefined) {
    if (attached !== undefined) return `the option --${name} takes no argument`;
    taken.set(option.long, '');
    return 0;
  }
  const argument = attached ?? next;
  if (argument === undefined || argument === '') return `the option --${name} needs a file`;
  taken.set(option.long, argument);
  return attached === undefined ? 1 : 0;
}

/** Letters can stand together: `-rt`. */
function takeShort({ options: taken }: Given, letters: string): 0 | string {
  for (const letter of letters) {
    const option = options.find(({ short }) => short === letter);
    if (option === undefined) return unknown(`-${letter}`, missing.has(letter));
    taken.set(option.long, '');
  }
  return 0;
}

function unknown(option: string, isOfReference: boolean): string {
  return isOfReference ? `the option ${option} is not built yet` : `unknown option ${option}`;
}

function commandOf({ options: given, files }: Given): Command | Misuse {
  if (given.has('help')) return { kind: 'help' };
  if (given.has('version')) return { kind: 'version' };
  if (given.has('builtins')) return { kind: 'builtins' };
  const shadowed = given.get('check-shadowing');
  if (shadowed !== undefined) return { kind: 'check-shadowing', file: shadowed };
  const trace = given.has('trace');
  const findScript = given.has('findscript');
  if (files.includes('')) return { kind: 'misuse', reason: 'the name of a file is empty' };
  if (files.length > 0) return { kind: 'run', files, trace, findScript };
  if (!trace && !findScript) return { kind: 'interactive' };
  return {
    kind: 'misuse',
    reason: `the option ${trace ? '--trace' : '--findscript'} needs a file`,
  };
}

export function helpText(): string {
  return `The Pact Smart Contract Language Interpreter

Usage: pact [OPTIONS] [FILE...]

  Without a file: an interactive REPL; input from a pipe runs form by form.
  With files: runs them one after the other, each in a session of its own. FILE - is the standard input.
  A .repl file is a script with tests; a .pact file is code for a chain.

Options:
${options.map(helpLine).join('\n')}

Exit status: 0 if all loaded and every expectation held, 1 if not, 2 for a wrong command line,
70 for a fault of pact itself, 130 after Ctrl-C.`;
}

function helpLine({ long, short, argument, help }: Option): string {
  const letter = short === undefined ? '    ' : `-${short}, `;
  const name = `--${long}${argument === undefined ? '' : ` ${argument}`}`;
  return `  ${letter}${name.padEnd(22)}  ${help}`;
}
