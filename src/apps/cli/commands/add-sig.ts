// `pact add-sig KEYFILE...`.

import type { CommandDefinition } from './define.ts';

export const addSig: CommandDefinition = {
  name: 'add-sig',
  summary: 'add a signature to a transaction with several signers',
  description: `Signs the transaction in a signature file, as pact --unsigned writes it, with the given key files.
The file is read from standard input. While signatures are missing, the output is a signature file
again (YAML); once all are there, it is the complete transaction (JSON), checked and ready to send.
For a development network, sender00 to sender09 name the keys of these accounts.

The file may lack its cmd: this condensed form is enough to sign on a machine without a network,
and pact combine-sigs joins it with the full file.`,
  operands: { usage: 'KEYFILE...', least: 1 },
  options: [
    { long: 'local', short: 'l', help: 'write the transaction for /local instead of /send' },
  ],
  examples: [
    { command: 'pact add-sig alice.yaml < unsigned.yaml', does: 'sign for Alice' },
    {
      command: 'pact add-sig alice.yaml bob.yaml < unsigned.yaml > send.json',
      does: 'sign for both, and write the body of /send',
    },
  ],
  run: async (given, stage) =>
    (await import('../request/collect-signatures.ts')).runAddSig(given, stage),
};
