// The command line: what was asked for, or what is wrong with it.
// Source: pact-repl/Main.hs; section 10.1.

import { parseArgs } from 'node:util';

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'builtins' }
  | { readonly kind: 'check-shadowing'; readonly file: string }
  | {
      readonly kind: 'run';
      readonly files: readonly string[];
      /** Shows the value of every form with its place. */
      readonly trace: boolean;
      /** Runs the test script that belongs to a contract. */
      readonly findScript: boolean;
    }
  | { readonly kind: 'interactive' };

export type Misuse = { readonly kind: 'misuse'; readonly reason: string };

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  builtins: { type: 'boolean', short: 'b' },
  trace: { type: 'boolean', short: 't' },
  findscript: { type: 'boolean', short: 'r' },
  'check-shadowing': { type: 'string' },
} as const;

export function parseArguments(args: readonly string[]): Command | Misuse {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return commandOf(values, positionals);
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'misuse', reason: error.message };
    throw error;
  }
}

type Values = {
  readonly help?: boolean;
  readonly version?: boolean;
  readonly builtins?: boolean;
  readonly trace?: boolean;
  readonly findscript?: boolean;
  readonly 'check-shadowing'?: string;
};

function commandOf(values: Values, files: readonly string[]): Command | Misuse {
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  if (values.builtins === true) return { kind: 'builtins' };
  const shadowed = values['check-shadowing'];
  if (shadowed !== undefined) return { kind: 'check-shadowing', file: shadowed };
  const trace = values.trace === true;
  const findScript = values.findscript === true;
  if (files.length > 0) return { kind: 'run', files, trace, findScript };
  if (trace || findScript) return { kind: 'misuse', reason: 'this option needs a file' };
  return { kind: 'interactive' };
}

export const helpText = `The Pact Smart Contract Language Interpreter

Usage: pact [OPTIONS] [FILE...]

  Without a file: an interactive REPL. With files: runs them one after the other, each in a session of its own.
  A .repl file is a script with tests; a .pact file is code for a chain.

Options:
  -t, --trace                 show the value of every form with its place
  -r, --findscript            for FILE.pact run FILE.repl, or the only .repl file beside it
  -v, --version               show the version
  -b, --builtins              list the builtins
      --check-shadowing FILE  list names that hide a builtin
  -h, --help                  show this

Exit status: 0 if all loaded and every expectation held, 1 if not, 2 for a wrong command line.
`;
