// The commands that are used once: init, completion.

import type { CommandDefinition } from './define.ts';
import { misuse } from '../options.ts';

export const templateNames = ['counter', 'token', 'sale', 'app'] as const;

export const init: CommandDefinition = {
  name: 'init',
  summary: 'create a small project to start from',
  description: `Creates a project in a folder: a contract, its test, the project file pact.yaml, and a workflow that
checks everything on GitHub. The folder is created if it is missing. Existing files are never
overwritten: if one of them exists, nothing is written, except that a .gitignore may exist and is
kept. The workflow installs pact from a copy of this package in vendor/, since pact is not on a
registry.

The templates:

  counter  a contract and its test, and nothing else
  token    a fungible token, with property tests and a deployment
  sale     tickets that are paid with coins, with property tests and a deployment
  app      a guest book with an app in TypeScript, with property tests and a deployment

docs/from-contract-to-app.md leads through the last one.`,
  operands: { usage: '[DIR]', max: 1 },
  options: [
    {
      long: 'template',
      short: 't',
      argument: { name: 'NAME', choices: templateNames },
      help: 'counter (default), token, sale or app',
    },
  ],
  examples: [
    { command: 'pact init', does: 'create a project in the current folder' },
    { command: 'pact init --template app my-app', does: 'create an app and its contract' },
    { command: 'pact init my-contract', does: 'create a project in the folder my-contract' },
  ],
  run: async (given) => (await import('../init/run-init.ts')).runInit(given),
};

const shells: readonly string[] = ['bash', 'fish', 'zsh'];

export const completion: CommandDefinition = {
  name: 'completion',
  summary: 'write a shell completion script for pact',
  description: `Writes a script for bash, fish or zsh to standard output. With it, the Tab key completes commands,
options, their values, and file names. docs/completion.md shows where to put it for each shell.`,
  operands: { usage: 'SHELL', min: 1, max: 1 },
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
