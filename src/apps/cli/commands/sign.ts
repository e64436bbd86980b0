// `pact sign KEYFILE...`.

import type { CommandDefinition } from './define.ts';

export const sign: CommandDefinition = {
  name: 'sign',
  summary: 'sign the hash of a transaction',
  description: `Reads the hash of a transaction (base64url) from standard input, and writes one signature per key
file, as YAML: public key, signature.`,
  operands: { usage: 'KEYFILE...', least: 1 },
  options: [],
  examples: [
    {
      command: 'pact sign key.yaml < hash.txt',
      does: 'sign a hash without its transaction',
    },
  ],
  run: async (given) => (await import('../request/sign-hash.ts')).runSign(given),
};
