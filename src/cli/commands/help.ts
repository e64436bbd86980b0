// The help of a command: usage, what it does, options, examples.

import { optionLines, type Option } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const helpOption: Option = { long: 'help', short: 'h', help: 'show this' };

export function commandHelp(command: CommandDefinition): string {
  const { name, description, operands, options, examples } = command;
  const usage = operands === undefined ? '' : ` ${operands.usage}`;
  return `${description}

Usage: pact ${name} [OPTIONS]${usage}

Options:
${optionLines([...options, helpOption])}

Examples:
${examples.map(({ command: line, does }) => `  ${line}\n      ${does}`).join('\n')}`;
}

/** A line a command, for `pact --help`. */
export function commandLines(commands: readonly CommandDefinition[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length), 8);
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}
