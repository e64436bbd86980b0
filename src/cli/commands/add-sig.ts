// `pact add-sig KEYFILE...`.

import type { CommandDefinition } from './define.ts';

export const addSig: CommandDefinition = {
  name: 'add-sig',
  summary: 'sign a transaction that others are to sign too',
  description: `Reads a signature file, as pact --unsigned writes it, from the standard input, and signs it with the
key files that are named. While signatures are missing the signature file is written again (YAML);
then the whole command (JSON), checked, as nodes take it.

The file may lack its cmd: this condensed form is enough to sign on a machine without a network,
and pact combine-sigs puts it together with the whole file.`,
  operands: { usage: 'KEYFILE...', least: 1 },
  options: [{ long: 'local', short: 'l', help: 'write the command for /local instead of /send' }],
  examples: [
    { command: 'pact add-sig alice.yaml < unsigned.yaml', does: 'sign for Alice' },
    {
      command: 'pact add-sig alice.yaml bob.yaml < unsigned.yaml > send.json',
      does: 'sign for both, and write what /send takes',
    },
  ],
  run: async (given, stage) =>
    (await import('../request/collect-signatures.ts')).runAddSig(given, stage),
};
