// The completions of each word of a command line, for every shell. They are derived from the definitions of options
// and commands; only the meanings of placeholders such as FILE are defined here.

import { rules } from '../../../tools/lint/rules/index.ts';
import { knownNetworks } from '../../../chain/rules/networks/index.ts';
import { type CommandDefinition, helpOption } from '../commands/define.ts';
import type { Option } from '../options.ts';
import { programOptions } from '../program-options.ts';

/** The possible values of a word. Files include the folders that lead to them; without endings, any file. */
export type Offered =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'folders' }
  | { readonly kind: 'files'; readonly endings: readonly string[] };

export type OfferedOption = Pick<Option, 'long' | 'short' | 'help'> & {
  readonly argument:
    | {
        readonly name: string;
        readonly offered: Offered;
        /** Whether the argument is optional. */
        readonly isOptional: boolean;
      }
    | undefined;
  readonly isRepeated: boolean;
};

export type OfferedCommand = {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OfferedOption[];
  readonly operands: Offered;
  /** The first operand, if the command has actions: `pact key generate`. */
  readonly actions: readonly OfferedAction[];
};

export type OfferedAction = Pick<OfferedCommand, 'name' | 'options' | 'operands'>;

export type OfferedLine = {
  /** The options of `pact` itself, which runs scripts. */
  readonly options: readonly OfferedOption[];
  readonly operands: Offered;
  /** All commands, including `pact help`. */
  readonly commands: readonly OfferedCommand[];
};

const nothing: Offered = { kind: 'nothing' };
const anyFile = filesOf();
const sources = filesOf('.pact', '.repl');
const written = filesOf('.yaml', '.yml', '.json');
const networkNames = knownNetworks.map(({ name }) => name);

/**
 * Completions by placeholder. If a placeholder has another meaning for a command or an option, it has its own row with
 * that name in front. `tests/unit/apps/cli/completion/offered.test.ts` checks that every placeholder has a row.
 */
export const placeholders: ReadonlyMap<string, Offered> = new Map([
  ['ACCOUNT', nothing],
  ['ADDRESS', nothing],
  ['ADDRESSES', nothing],
  ['CAP', nothing],
  ['CODE', nothing],
  ['COLUMNS', nothing],
  ['CONFIG', written],
  ['DATABASE', nothing],
  ['DIR', { kind: 'folders' }],
  ['FILE', anyFile],
  ['FILE[:LINE]', filesOf('.repl')],
  ['FIRST-LAST', nothing],
  ['FOLDER', { kind: 'folders' }],
  ['GAS', nothing],
  ['HEIGHT', nothing],
  ['ID', nothing],
  ['JSON', filesOf('.json')],
  ['KEY', nothing],
  ['KEY=VALUE', nothing],
  ['KEYFILE', written],
  ['LIST', nothing],
  ['MODULE', nothing],
  ['N', nothing],
  ['N=FROM..TO', nothing],
  ['NAME', nothing],
  ['NAME=KEY', nothing],
  ['NUMBERS', nothing],
  ['NETWORK', { kind: 'words', words: networkNames }],
  ['NUMBER', nothing],
  ['PATH', sources],
  ['PERCENT', nothing],
  ['PORT', nothing],
  ['RULE', { kind: 'words', words: rules.map(({ name }) => name) }],
  ['SECONDS', nothing],
  ['SHELL', { kind: 'words', words: ['bash', 'fish', 'zsh'] }],
  ['TEXT', nothing],
  ['URL', nothing],
  ['pact FILE', sources],
  ['apireq FILE', written],
  ['unsigned FILE', written],
  ['check-shadowing FILE', sources],
  ['gas-profile FILE', filesOf('.svg', '.json', '.txt', '.folded')],
  ['network FILE', { kind: 'words', words: networkNames }],
  ['path PATH', nothing],
  ['send FILE', filesOf('.json', '.pact')],
  ['seal FILE', filesOf('.json')],
  ['combine-sigs FILE', written],
  ['test PATH', filesOf('.repl')],
]);

export function offeredLine(commands: readonly CommandDefinition[]): OfferedLine {
  const help: OfferedCommand = {
    name: 'help',
    summary: 'show the help of a command',
    options: [],
    operands: { kind: 'words', words: commands.map(({ name }) => name) },
    actions: [],
  };
  return {
    options: programOptions.map(offeredOption),
    operands: offeredFor('pact', 'FILE'),
    commands: [...commands.map(offeredCommand), help],
  };
}

function offeredCommand(command: CommandDefinition): OfferedCommand {
  const { name, summary, actions = new Map<string, ActionWords>() } = command;
  const options = [...command.options, helpOption];
  return {
    name,
    summary,
    options: options.map(offeredOption),
    operands: actions.size > 0 ? nothing : operandsOf(name, command),
    actions: [...actions].map(([action, { options: own, max }]) => ({
      name: action,
      options: options
        .filter((option) => option === helpOption || own === undefined || own.includes(option.long))
        .map(offeredOption),
      operands: max === 0 ? nothing : operandsOf(action, command),
    })),
  };
}

type ActionWords =
  NonNullable<CommandDefinition['actions']> extends ReadonlyMap<string, infer A> ? A : never;

/** Returns the completions of the last operand: an action comes before it. */
function operandsOf(owner: string, { operands }: CommandDefinition): Offered {
  const last = placeholdersOf(operands?.usage ?? '').at(-1);
  return last === undefined ? nothing : offeredFor(owner, last);
}

/** Returns the placeholders of a usage line: `ACTION` and `FILE` for `ACTION [FILE...]`. */
export const placeholdersOf = (usage: string): readonly string[] =>
  usage.split(/[^A-Z=]+/).filter((name) => name !== '');

function offeredOption({ long, short, argument, help }: Option): OfferedOption {
  const isRepeated = help.includes('may be repeated');
  const names = { long, ...(short !== undefined && { short }), help, isRepeated };
  if (argument === undefined) return { ...names, argument: undefined };
  const { name, choices: words, absent } = argument;
  const offered: Offered = words === undefined ? offeredFor(long, name) : { kind: 'words', words };
  return { ...names, argument: { name, offered, isOptional: absent !== undefined } };
}

/** `owner`: the command, its action or the option. */
function offeredFor(owner: string, placeholder: string): Offered {
  return placeholders.get(`${owner} ${placeholder}`) ?? placeholders.get(placeholder) ?? nothing;
}

function filesOf(...endings: readonly string[]): Offered {
  return { kind: 'files', endings };
}

// Puts text in single quotes for a shell.

/** For bash and zsh, which have no escapes within single quotes. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** For fish, which has two escapes within single quotes. */
export const quotedForFish = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
