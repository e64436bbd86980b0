// The definition of a command of `pact`: one per file of this folder, listed in index.ts. Its help, the check of its
// arguments and the list in `pact --help` follow from it.
//
// The main thread reads the definitions to parse the command line, so a file here imports only this one, options and lists
// of names; `run` imports the work on demand, and is called in the thread with the large stack.

import { assert } from '../../../base/assert.ts';
import type { ExitStatus } from '../exit.ts';
import { type GivenOptions, misuse, type Misuse, type Option, optionLines } from '../options.ts';
import type { Stage } from '../stage.ts';

export type CommandDefinition = {
  readonly name: string;
  /** The line in `pact --help`. */
  readonly summary: string;
  /** A paragraph or two for the help of the command, in lines of at most 100 columns. */
  readonly description: string;
  /** The arguments that are not options; absent if the command takes none. */
  readonly operands?: {
    /** As shown in the usage line: `[PATH...]`. */
    readonly usage: string;
    /** Smallest and largest number of them. */
    readonly min?: number;
    readonly max?: number;
    /** Whether some of them are hashes in base64url. */
    readonly hashes?: boolean;
  };
  /** The allowed first operands, if the first one selects an action. `options`: those it allows (default all). */
  readonly actions?: ReadonlyMap<
    string,
    { readonly options?: readonly string[]; readonly max?: number }
  >;
  /** Except `--help`, which every command has. */
  readonly options: readonly Option[];
  /** At least one. */
  readonly examples: readonly {
    /** A whole command line: `pact check contracts`. */
    readonly command: string;
    readonly does: string;
  }[];
  /** Checks options and operands together. */
  readonly misuse?: (given: GivenOptions) => Misuse | undefined;
  /**
   * `main-thread`: main.ts runs the command itself, because it handles the signals of the process. `all`: every
   * command, for help and completion.
   */
  readonly run:
    | 'main-thread'
    | ((
        given: Given,
        stage: Stage,
        all: readonly CommandDefinition[],
      ) => ExitStatus | Promise<ExitStatus>);
};

/** The arguments of a command, checked against its definition. */
export class Given {
  readonly operands: readonly string[];
  private readonly options: ReadonlyMap<string, readonly string[]>;
  private readonly table: readonly Option[];

  constructor({ options: table }: CommandDefinition, { options, operands }: GivenOptions) {
    this.table = table;
    this.options = options;
    this.operands = operands;
  }

  has(long: string): boolean {
    return this.values(long).length > 0;
  }

  /** Returns the last value given. */
  value(long: string): string | undefined {
    return this.values(long).at(-1);
  }

  /** Returns the words that give these options to another run, with the last value of each that was given. */
  words(...longs: readonly string[]): readonly string[] {
    return longs.flatMap((long) => {
      const value = this.value(long);
      return value === undefined ? [] : [`--${long}`, value];
    });
  }

  /** Returns all values of an option that may be repeated. */
  values(long: string): readonly string[] {
    assert(
      this.table.some((option) => option.long === long),
      'a command reads only options of its table',
    );
    return this.options.get(long) ?? [];
  }
}

export function operandMisuse(
  { name, operands: allowed }: CommandDefinition,
  operands: readonly string[],
): Misuse | undefined {
  const { usage = '', min = 0, max = Infinity } = allowed ?? { max: 0 };
  if (operands.includes('')) return misuse('a file name is empty');
  if (operands.length < min) return misuse(`pact ${name} needs ${usage}`);
  const beyond = operands[max];
  return beyond === undefined ? undefined : misuse(`pact ${name} does not take ${beyond}`);
}

// Writes the help of a command: usage, description, options, examples.

export const helpOption: Option = { long: 'help', short: 'h', help: 'show this help' };

/** `docs`: the path of the folder that help texts call `docs`. */
export function commandHelp(command: CommandDefinition, docs: string): string {
  const { name, description, operands, options, examples } = command;
  const usage = operands === undefined ? '' : ` ${operands.usage}`;
  const text = `${description}

Usage: pact ${name} [OPTIONS]${usage}

Options:
${optionLines([...options, helpOption])}

Examples:
${examples.map(({ command: line, does }) => `  ${line}\n      ${does}`).join('\n')}`;
  return /\bdocs\/[\w-]+\.md/.test(text) ? `${text}\n\ndocs/ is ${docs}` : text;
}

/** Returns one line per command, for `pact --help`. */
export function commandLines(commands: readonly CommandDefinition[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length), 8);
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}
