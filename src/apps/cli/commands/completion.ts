// `pact completion SHELL`.

import { misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

const shells: readonly string[] = ['bash', 'fish', 'zsh'];

export const completion: CommandDefinition = {
  name: 'completion',
  summary: 'write a shell completion script for pact',
  description: `Writes a script for bash, fish or zsh to standard output. With it, the Tab key completes commands,
options, their values, and file names. docs/completion.md shows where to put it for each shell.`,
  operands: { usage: 'SHELL', least: 1, most: 1 },
  options: [],
  examples: [
    { command: 'pact completion bash', does: 'for ~/.bashrc: source <(pact completion bash)' },
    { command: 'pact completion fish', does: 'save it as ~/.config/fish/completions/pact.fish' },
  ],
  misuse: ({ operands: [shell = ''] }) =>
    shells.includes(shell)
      ? undefined
      : misuse(`${shell} is not a supported shell: use ${shells.join(', ')}`),
  run: async (given, _stage, all) =>
    (await import('../completion/run-completion.ts')).runCompletion(given, all),
};
