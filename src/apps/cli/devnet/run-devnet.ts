// Runs a devnet until the process is asked to stop.

import { fileURLToPath } from 'node:url';
import type { Given } from '../commands/define.ts';
import type { ExitStatus } from '../exit-status.ts';
import { keepFromGit } from '../key/keep-from-git.ts';
import { chainsText } from '../node/chains-text.ts';
import { writeLine } from '../output.ts';
import { developmentAddress } from '../project/development.ts';
import { runService } from '../service/run-service.ts';
import type { DevnetReady, DevnetWork } from './messages.ts';

export function runDevnet(given: Given): Promise<ExitStatus> {
  return runService<DevnetReady>({
    program: 'devnet-thread.js',
    work: workOf(given),
    isQuiet: given.has('quiet') || given.has('json'),
    onMessage: (ready) => {
      const state = given.value('state');
      // It has the secret keys of --accounts.
      if (state !== undefined) keepFromGit(state);
      tellReady(ready, given);
      return undefined;
    },
  });
}

function workOf(given: Given): DevnetWork {
  const blockTime = given.value('block-time');
  const metricsPort = given.value('metrics-port');
  return {
    kind: 'devnet',
    chains: Number(given.value('chains') ?? 20),
    host: given.value('host') ?? '127.0.0.1',
    port: Number(given.value('port') ?? 1848),
    controlPort: Number(given.value('control-port') ?? 1849),
    metricsPort: metricsPort === undefined ? undefined : Number(metricsPort),
    blockTimeMs: blockTime === undefined ? undefined : Number(blockTime) * 1000,
    accounts: Number(given.value('accounts') ?? 0),
    state: given.value('state'),
    snapshot: given.value('snapshot'),
    log: logOf(given),
    genesis: given.value('genesis') ?? ownGenesis(),
  };
}

function logOf(given: Given): DevnetWork['log'] {
  const folder = given.value('log-folder');
  const format = given.value('log-format');
  if (folder === undefined && format === undefined) return undefined;
  return { format: format === 'json' ? 'json' : 'text', folder };
}

/** Returns the folder of the genesis transactions in this package. */
function ownGenesis(): string {
  return fileURLToPath(new URL('../stdlib/genesis', import.meta.url));
}

function tellReady(ready: DevnetReady, given: Given): void {
  if (given.has('json')) return writeLine(JSON.stringify(ready));
  const { address, control, network, chains, accounts, continuedAt } = ready;
  const since = continuedAt === undefined ? '' : `, continued at height ${continuedAt}`;
  writeLine(
    `Ready: ${network} with ${chainsText(chains)} on ${address}${since}. Press Ctrl-C to stop.`,
  );
  if (given.has('quiet')) return;
  writeLine(`API: ${address}/chainweb/0.0/${network}/chain/0/pact; control: ${control}`);
  if (ready.metrics !== undefined) writeLine(`Metrics for Prometheus: ${ready.metrics}/metrics`);
  writeLine(
    '\nAccounts with coins on every chain. Everybody knows the secret keys of sender00 to sender09, which',
  );
  writeLine('are the same on every development network: never use them elsewhere.\n');
  for (const { account, publicKey, secretKey } of accounts) {
    writeLine(`  ${account}\n    public ${publicKey}\n    secret ${secretKey}`);
  }
  if (address !== developmentAddress) return;
  writeLine('\nTry it in another terminal:');
  writeLine(
    `  pact send -n development --chain 0 --sign sender00 '(coin.transfer "sender00" "sender01" 1.0)'`,
  );
}
