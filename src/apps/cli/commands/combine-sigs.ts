// `pact combine-sigs FILE...`.

import type { CommandDefinition } from './define.ts';

export const combineSigs: CommandDefinition = {
  name: 'combine-sigs',
  summary: 'combine the signatures of one transaction',
  description: `Combines signature files of the same transaction. While signatures are missing, the output is a
signature file (YAML); once all are there, it is the complete transaction (JSON), checked and ready
to send. One of the files must hold the cmd; the others may be condensed.`,
  operands: { usage: 'FILE...', least: 1 },
  options: [
    { long: 'local', short: 'l', help: 'write the transaction for /local instead of /send' },
  ],
  examples: [
    {
      command: 'pact combine-sigs unsigned.yaml alice.sig.yaml bob.sig.yaml > send.json',
      does: 'combine the files that two signers sent back',
    },
  ],
  run: async (given, stage) =>
    (await import('../request/collect-signatures.ts')).runCombineSigs(given, stage),
};
