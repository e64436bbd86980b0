// `pact devnet` on the main thread: starts the network in a thread with a large stack and stops it with the process, or
// sends a request to the control port of a running network.

import { fileURLToPath } from 'node:url';
import { askControl } from './devnet/ask-control.ts';
import { Given } from './commands/define.ts';
import { developmentAddress, devnet as definition } from './commands/servers.ts';
import type { ExitStatus } from './exit.ts';
import type { GivenOptions } from './options.ts';
import { keepFromGit } from './key/secret-file.ts';
import { writeLine } from './output.ts';
import { chainsText, runService } from './service/run-service.ts';

export function devnet(options: GivenOptions): Promise<ExitStatus> {
  const given = new Given(definition, options);
  const [action, ...operands] = given.operands;
  return action === undefined ? runDevnet(given) : askControl(action, operands, given);
}

/** Runs a devnet until the process is asked to stop. */
function runDevnet(given: Given): Promise<ExitStatus> {
  return runService<DevnetReady>({
    program: 'devnet-thread.js',
    work: workOf(given),
    isQuiet: given.has('quiet') || given.has('json'),
    onMessage: (ready) => {
      const state = given.value('state');
      // It has the secret keys of --accounts.
      if (state !== undefined) keepFromGit(state);
      showReady(ready, given);
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
    rosetta: given.has('rosetta'),
    blockTimeMs: blockTime === undefined ? undefined : Number(blockTime) * 1000,
    accounts: Number(given.value('accounts') ?? 0),
    state: given.value('state'),
    snapshot: given.value('snapshot'),
    entity: entityOf(given),
    log: logOf(given),
    genesis: given.value('genesis') ?? ownGenesis(),
  };
}

function entityOf(given: Given): DevnetWork['entity'] {
  const name = given.value('entity');
  const keyFile = given.value('entity-key');
  if (name === undefined || keyFile === undefined) return undefined;
  return { name, keyFile, entities: given.values('entities') };
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

function showReady(ready: DevnetReady, given: Given): void {
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

// The messages between the main thread and the thread of a devnet.

export type DevnetWork = {
  readonly kind: 'devnet';
  readonly chains: number;
  readonly host: string;
  readonly port: number;
  readonly controlPort: number;
  /** `undefined`: no metrics. */
  readonly metricsPort: number | undefined;
  readonly rosetta: boolean;
  /** `undefined`: blocks on demand. */
  readonly blockTimeMs: number | undefined;
  /** The number of accounts to create. */
  readonly accounts: number;
  /** The folder that keeps the network. */
  readonly state: string | undefined;
  /** `undefined`: nothing is logged. */
  readonly log:
    | { readonly format: 'text' | 'json'; readonly folder: string | undefined }
    | undefined;
  /** `undefined`: it executes no sealed commands. */
  readonly entity:
    | {
        readonly name: string;
        readonly keyFile: string;
        /** NAME=KEY. */
        readonly entities: readonly string[];
      }
    | undefined;
  /** The file that a new network starts from. */
  readonly snapshot: string | undefined;
  /** The folder of the transactions of the first blocks: `chain-0.json` and `other-chains.json`. */
  readonly genesis: string;
};

type ShownAccount = {
  readonly account: string;
  readonly publicKey: string;
  readonly secretKey: string;
};

/** The only message of its own; the others are those of every service. */
export type DevnetReady = {
  readonly kind: 'ready';
  readonly address: string;
  readonly control: string;
  readonly metrics: string | undefined;
  readonly network: string;
  readonly chains: number;
  readonly accounts: readonly ShownAccount[];
  /** The height of the cut at which an earlier run stopped; `undefined` for a new network. */
  readonly continuedAt: number | undefined;
};
