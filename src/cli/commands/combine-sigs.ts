// `pact combine-sigs FILE...`.

import type { CommandDefinition } from './define.ts';

export const combineSigs: CommandDefinition = {
  name: 'combine-sigs',
  summary: 'put signatures of one transaction together',
  description: `Reads signature files of the same transaction and puts their signatures together. While some are
missing a signature file is written (YAML); then the whole command (JSON), checked, as nodes take
it. One of the files must hold the cmd; the others may be condensed.`,
  operands: { usage: 'FILE...', least: 1 },
  options: [{ long: 'local', short: 'l', help: 'write the command for /local instead of /send' }],
  examples: [
    {
      command: 'pact combine-sigs unsigned.yaml alice.sig.yaml bob.sig.yaml > send.json',
      does: 'put together what two signers sent back',
    },
  ],
  run: async (given, stage) =>
    (await import('../request/collect-signatures.ts')).runCombineSigs(given, stage),
};
