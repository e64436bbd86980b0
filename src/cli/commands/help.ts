// The help of a command: usage, what it does, options, examples.

import { optionLines, type Option } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const helpOption: Option = { long: 'help', short: 'h', help: 'show this' };

/** `docs`: the folder that texts name `docs`. */
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

/** A line a command, for `pact --help`. */
export function commandLines(commands: readonly CommandDefinition[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length), 8);
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}
