// Parses options by a table of definitions. The result is the given options, or a sentence about the fault.

import { suggestion } from '../../base/prose.ts';

export type Option = {
  readonly long: string;
  readonly short?: string;
  /** Present if the option takes an argument. */
  readonly argument?: {
    /** Its name in the help: `FILE`. */
    readonly name: string;
    /** All allowed values, if they can be listed. */
    readonly choices?: readonly string[];
    /** The value if the argument is omitted. The next word is taken as the argument only if it is one of the choices. */
    readonly absent?: string;
    /** Checks it; the result continues a sentence that begins with `the option --jobs`. */
    readonly fault?: (text: string) => string | undefined;
  };
  readonly help: string;
};

/** Plain data, because threads send it to each other. */
export type GivenOptions = {
  /** Arguments by the long name of the option, in the order given; an empty string for each option without argument. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
};

export type Misuse = {
  readonly kind: 'misuse';
  readonly reason: string;
  /** The command whose help to suggest. */
  readonly command?: string;
};

type Reading = { readonly options: Map<string, string[]>; readonly operands: string[] };

type Exceptions = {
  /** Messages for certain options that are not in the table. */
  readonly known?: (option: string) => string | undefined;
  /** Returns whether a word that begins with `-` is an operand. */
  readonly isOperand?: (word: string) => boolean;
};

export function readOptions(
  args: readonly string[],
  table: readonly Option[],
  { known, isOperand }: Exceptions = {},
): GivenOptions | Misuse {
  const reading: Reading = { options: new Map(), operands: [] };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (arg === '--') {
      reading.operands.push(...args.slice(i + 1));
      break;
    }
    if (arg === '-' || !arg.startsWith('-') || isOperand?.(arg) === true) {
      reading.operands.push(arg);
      continue;
    }
    const taken = arg.startsWith('--')
      ? takeLong(reading, table, arg.slice(2), args[i + 1])
      : takeShort(reading, table, arg.slice(1), args[i + 1]);
    if (typeof taken === 'object') {
      return misuse(
        known?.(taken.unknown) ?? `unknown option ${taken.unknown}${like(taken, table)}`,
      );
    }
    if (typeof taken === 'string') return misuse(taken);
    i += taken;
  }
  return reading;
}

export function isMisuse(answer: object): answer is Misuse {
  return (answer as Partial<Misuse>).kind === 'misuse';
}

export const misuse = (reason: string): Misuse => ({ kind: 'misuse', reason });

/** Checks an argument that must be a whole number in this range. */
export function wholeNumberFault({
  min,
  max,
}: {
  readonly min: number;
  readonly max: number;
}): (text: string) => string | undefined {
  return (text) => {
    const isAllowed = /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max;
    return isAllowed ? undefined : `takes a whole number from ${min} to ${max}, not ${text}`;
  };
}

/** Checks an argument that must be a number of seconds in this range, of at most four digits and three decimal places. */
export function secondsFault({
  min,
  max,
}: {
  readonly min: number;
  readonly max: number;
}): (text: string) => string | undefined {
  return (text) => {
    const isNumber = /^\d{1,4}(\.\d{1,3})?$/.test(text);
    return isNumber && Number(text) >= min && Number(text) <= max
      ? undefined
      : `takes seconds from ${min} to ${max}, not ${text}`;
  };
}

/** Returns the lines of the help, one per option. */
export function optionLines(table: readonly Option[]): string {
  const rows = table.map(({ long, short, argument, help }) => {
    const letter = short === undefined ? '    ' : `-${short}, `;
    const name = `--${long}${argument === undefined ? '' : ` ${argument.name}`}`;
    return { name: `${letter}${name}`, help };
  });
  const width = Math.max(26, ...rows.map(({ name }) => name.length));
  return rows.map(({ name, help }) => `  ${name.padEnd(width)}  ${help}`).join('\n');
}

/** The number of further arguments taken, or a fault. */
type Taken = 0 | 1 | string | { readonly unknown: string };

function takeLong(
  { options }: Reading,
  table: readonly Option[],
  text: string,
  next: string | undefined,
): Taken {
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  const option = table.find(({ long }) => long === name);
  if (option === undefined) return { unknown: `--${name}` };
  const attached = equals === -1 ? undefined : text.slice(equals + 1);
  if (option.argument === undefined) {
    if (attached !== undefined) return `the option --${name} takes no argument`;
    keep(options, option, '');
    return 0;
  }
  return takeArgument(options, option, attached, next);
}

/** Letters can be combined: `-rt`. After a letter with an argument, the rest is the argument: `-j2`. */
function takeShort(
  { options }: Reading,
  table: readonly Option[],
  letters: string,
  next: string | undefined,
): Taken {
  for (const [at, letter] of [...letters].entries()) {
    const option = table.find(({ short }) => short === letter);
    if (option === undefined) return { unknown: `-${letter}` };
    if (option.argument !== undefined) {
      const rest = [...letters].slice(at + 1).join('');
      return takeArgument(options, option, rest === '' ? undefined : rest, next);
    }
    keep(options, option, '');
  }
  return 0;
}

function takeArgument(
  options: Map<string, string[]>,
  option: Option,
  attached: string | undefined,
  next: string | undefined,
): Taken {
  const { long, argument } = option;
  const { name = '', choices, absent, fault } = argument ?? {};
  if (absent !== undefined && attached === undefined && !isOneOf(choices, next)) {
    keep(options, option, absent);
    return 0;
  }
  const text = attached ?? next;
  if (text === undefined || text === '') {
    return `the option --${long} needs ${choices === undefined ? `a ${inWords(name)}` : listed(choices)}`;
  }
  if (choices !== undefined && !choices.includes(text)) {
    return `the option --${long} takes ${listed(choices)}, not ${text}${suggestion(text, choices)}`;
  }
  const wrong = fault?.(text);
  if (wrong !== undefined) return `the option --${long} ${wrong}`;
  keep(options, option, text);
  return attached === undefined ? 1 : 0;
}

function isOneOf(choices: readonly string[] = [], text: string | undefined): boolean {
  return text !== undefined && choices.includes(text);
}

function like({ unknown }: { readonly unknown: string }, table: readonly Option[]): string {
  const name = unknown.replace(/^-+/, '');
  const names = table.map(({ long }) => long);
  // A single letter is similar to too many names.
  return name.length < 2 ? '' : suggestion(name, names, '--');
}

function keep(options: Map<string, string[]>, { long }: Option, argument: string): void {
  const before = options.get(long);
  if (before === undefined) options.set(long, [argument]);
  else before.push(argument);
}

const inWords = (name: string): string => (name === 'N' ? 'number' : name.toLowerCase());

/** Returns `a, b or c`. */
function listed(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} or ${last}`;
}
