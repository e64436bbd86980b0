// `pact seal`.

import { misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const seal: CommandDefinition = {
  name: 'seal',
  summary: 'encrypt a signed command for the entities that may read it',
  description: `Encrypts a command for the entities that its private metadata name, and writes what servers take
at /api/v1/private. FILE holds the signed command as JSON; - is the standard input. Only servers
with the key of a recipient can read it: docs/serve.md explains sealed commands.

With --genkey it makes the key pair of an entity instead. The file can be read by you only, and is
never written over; the public key is shown, to be given to the other entities.`,
  operands: { usage: '[FILE]', most: 1 },
  options: [
    {
      long: 'genkey',
      argument: { name: 'FILE' },
      help: 'make a key pair, and write it to this file',
    },
    { long: 'key', argument: { name: 'FILE' }, help: 'the key of the entity that sends' },
    {
      long: 'to',
      argument: {
        name: 'NAME=KEY',
        fault: (text) =>
          /^[A-Za-z0-9_-]{1,64}=[0-9a-fA-F]{64}$/.test(text)
            ? undefined
            : 'takes a name, = and a public key of 64 hexadecimal digits',
      },
      help: 'the public key of a recipient; may be given several times',
    },
  ],
  examples: [
    { command: 'pact seal --genkey alice.key', does: 'make the key of an entity' },
    {
      command: `pact seal --key a.key --to b=${'8'.repeat(64)} -`,
      does: 'seal the command of the standard input for b, whose public key that is',
    },
  ],
  misuse: ({ options, operands }) => {
    if (options.has('genkey')) {
      return operands.length === 0 ? undefined : misuse('--genkey takes no file to seal');
    }
    if (operands.length === 0) return misuse('pact seal needs a file with a command');
    if (!options.has('key')) return misuse('pact seal needs --key, the key of the sender');
    return options.has('to') ? undefined : misuse('pact seal needs --to, the key of a recipient');
  },
  run: async (given) => (await import('../seal/run-seal.ts')).runSeal(given),
};
