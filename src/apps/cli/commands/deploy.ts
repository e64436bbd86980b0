// `pact deploy`.

import { wholeNumberFault, misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const deploy: CommandDefinition = {
  name: 'deploy',
  summary: 'deploy the contracts of a project to the chains of a network',
  description: `Compares the contracts in the sources of pact.yaml with what the chains of a network have, and sends
what is missing: namespaces, keysets, modules and interfaces, tables, and upgrades. Modules go in
the order of pact index. --plan shows the difference and the gas, and sends nothing.

Each transaction is simulated before it is sent, and each chain gets its next transaction after the
result of the previous one. Transactions are saved in .pact/deploy before they are sent: after an
interruption, run the same command again. Nothing is sent twice, and anything already deployed is
left alone. At the end the chains are compared once more.

Keys in files sign at once. For other signers, files to be signed are written to a folder; each FILE
is a signed one that came back. The network, its sender, signers and chains are in pact.yaml: see
docs/deploy.md. The exit status is 1 unless everything is deployed.`,
  operands: { usage: '[FILE...]' },
  options: [
    { long: 'network', short: 'n', argument: { name: 'NAME' }, help: 'a network of pact.yaml' },
    {
      long: 'chain',
      argument: {
        name: 'NUMBER',
        fault: (text) =>
          /^(0|[1-9]\d{0,3})$/.test(text) ? undefined : `takes the number of a chain, not ${text}`,
      },
      help: 'only this chain; may be repeated',
    },
    { long: 'plan', help: 'show what would be done, and send nothing' },
    { long: 'json', help: 'write the plan or the results as JSON' },
    {
      long: 'out',
      argument: { name: 'DIR' },
      help: 'the folder for files to be signed; default to-sign',
    },
    {
      long: 'timeout',
      argument: { name: 'SECONDS', fault: wholeNumberFault({ min: 1, max: 86_400 }) },
      help: 'how long to wait for the result of a transaction; default 300',
    },
  ],
  examples: [
    { command: 'pact deploy -n development --plan', does: 'show what would be done' },
    { command: 'pact deploy -n development', does: 'deploy to all chains of the network' },
    {
      command: 'pact deploy -n mainnet signed.yaml',
      does: 'continue with a transaction that another signer has signed',
    },
  ],
  misuse: ({ options }) =>
    options.has('network')
      ? undefined
      : misuse('pact deploy needs --network, the network of pact.yaml to deploy to'),
  run: async (given, stage) => (await import('../deploy/run-deploy.ts')).runDeploy(given, stage),
};
