// Writes the help of a command: usage, description, options, examples.

import { optionLines, type Option } from '../options.ts';
import type { CommandDefinition } from './define.ts';

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
