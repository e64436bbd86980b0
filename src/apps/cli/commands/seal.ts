// `pact seal`.

import { misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const seal: CommandDefinition = {
  name: 'seal',
  summary: 'encrypt a signed transaction for the entities that may read it',
  description: `Encrypts a signed transaction for the entities in its private metadata, and writes the body of
/api/v1/private. FILE holds the signed transaction as JSON; - is standard input. Only servers with
the key of a recipient can read it: docs/serve.md explains sealed commands.

With --genkey, makes a key pair for an entity instead. Only you can read the file, and an existing
file is never overwritten; the public key is printed, for you to give to the other entities.`,
  operands: { usage: '[FILE]', most: 1 },
  options: [
    {
      long: 'genkey',
      argument: { name: 'FILE' },
      help: 'make a key pair, and write it to this file',
    },
    { long: 'key', argument: { name: 'FILE' }, help: 'the key file of the sending entity' },
    {
      long: 'to',
      argument: {
        name: 'NAME=KEY',
        fault: (text) =>
          /^[A-Za-z0-9_-]{1,64}=[0-9a-fA-F]{64}$/.test(text)
            ? undefined
            : 'takes a name, = and a public key of 64 hexadecimal digits',
      },
      help: 'the public key of a recipient; may be repeated',
    },
  ],
  examples: [
    { command: 'pact seal --genkey alice.key', does: 'make a key pair for an entity' },
    {
      command: `pact seal --key a.key --to b=${'8'.repeat(64)} -`,
      does: 'seal the transaction on standard input for entity b',
    },
  ],
  misuse: ({ options, operands }) => {
    if (options.has('genkey')) {
      return operands.length === 0 ? undefined : misuse('--genkey takes no file to seal');
    }
    if (operands.length === 0) return misuse('pact seal needs a file with a transaction');
    if (!options.has('key')) return misuse('pact seal needs --key, the key of the sender');
    return options.has('to') ? undefined : misuse('pact seal needs --to, the key of a recipient');
  },
  run: async (given) => (await import('../seal/run-seal.ts')).runSeal(given),
};
