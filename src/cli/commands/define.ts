// What a command of `pact` is: one definition a file of this folder, listed in index.ts. Help, the
// check for misuse and the list in `pact --help` follow from it.
//
// The main thread reads definitions to understand the command line, so a file here imports nothing
// but this one, and lists of names; `run` imports the work on demand. It is called in the thread with the large stack.

import { assert } from '../../base/assert.ts';
import type { ExitStatus } from '../exit-status.ts';
import { misuse, type GivenOptions, type Misuse, type Option } from '../options.ts';
import type { Stage } from '../stage.ts';

export type CommandDefinition = {
  readonly name: string;
  /** Its line in `pact --help`. */
  readonly summary: string;
  /** A paragraph or two for its own help, lines of at most 100 columns. */
  readonly description: string;
  /** What may stand beside the options. Without this: nothing. */
  readonly operands?: {
    /** As the line of usage shows them: `[PATH...]`. */
    readonly usage: string;
    /** Fewest and most, where it matters. */
    readonly least?: number;
    readonly most?: number;
  };
  /** Without `--help`, which every command has. */
  readonly options: readonly Option[];
  /** At least one. */
  readonly examples: readonly {
    /** A whole command line: `pact check contracts`. */
    readonly command: string;
    readonly does: string;
  }[];
  /** What is wrong with options and operands together. */
  readonly misuse?: (given: GivenOptions) => Misuse | undefined;
  /** `main-thread`: main.ts runs it, which has the signals of the process. */
  readonly run: 'main-thread' | ((given: Given, stage: Stage) => ExitStatus | Promise<ExitStatus>);
};

/** What stood on the command line, checked against the definition. */
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

  /** The last one counts. */
  value(long: string): string | undefined {
    return this.values(long).at(-1);
  }

  /** Of an option that may be repeated. */
  values(long: string): readonly string[] {
    assert(
      this.table.some((option) => option.long === long),
      'a command asks for options of its table only',
    );
    return this.options.get(long) ?? [];
  }
}

export function operandMisuse(
  { name, operands: allowed }: CommandDefinition,
  operands: readonly string[],
): Misuse | undefined {
  const { usage = '', least = 0, most = Infinity } = allowed ?? { most: 0 };
  if (operands.includes('')) return misuse('a file name is empty');
  if (operands.length < least) return misuse(`pact ${name} needs ${usage}`);
  const beyond = operands[most];
  return beyond === undefined ? undefined : misuse(`pact ${name} does not take ${beyond}`);
}
