// Runs a devnet until the process is asked to end.

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { faultText } from '../fault.ts';
import { tryToSay } from '../lost-output.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { servingHeap } from '../stack-size.ts';
import { endOf } from '../thread-end.ts';
import type { DevnetWork, FromDevnet, ToDevnet } from './messages.ts';

type Ready = Extract<FromDevnet, { kind: 'ready' }>;
type Ended = { readonly status: ExitStatus; readonly text?: string };

export async function runDevnet(given: Given): Promise<ExitStatus> {
  const thread = new Worker(new URL('./devnet-thread.js', import.meta.url), {
    workerData: workOf(given),
    resourceLimits: servingHeap,
  });
  const ended = watch(thread, given);
  const { status, text } = await ended;
  if (text !== undefined) writeErrorLine(text);
  return status;
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
    genesis: given.value('genesis') ?? ownGenesis(),
  };
}

/** In this package. */
function ownGenesis(): string {
  return fileURLToPath(new URL('../stdlib/genesis', import.meta.url));
}

function watch(thread: Worker, given: Given): Promise<Ended> {
  const isQuiet = given.has('quiet') || given.has('json');
  return new Promise((resolve) => {
    thread.on('message', (message: FromDevnet) => {
      switch (message.kind) {
        case 'ready':
          return tellReady(message, given);
        case 'trouble':
          return tryToSay(`pact: ${message.sentence}`);
        case 'failed':
          return resolve({ status: exitStatus.failure, text: `pact: ${message.sentence}` });
        case 'stopped':
          if (!isQuiet) writeLine('Ended.');
          return resolve({ status: exitStatus.success });
      }
    });
    thread.on('error', (error) => resolve(endOf(error)));
    thread.on('exit', () =>
      resolve({ status: exitStatus.fault, text: faultText('its thread ended without an answer') }),
    );
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        process.on(name, () => process.exit(exitStatus.interrupted));
        if (!isQuiet) writeLine('Ending; another Ctrl-C ends at once.');
        thread.postMessage('stop' satisfies ToDevnet);
      });
    }
  });
}

function tellReady(ready: Ready, given: Given): void {
  if (given.has('json')) return writeLine(JSON.stringify(ready));
  const { address, control, network, chains, accounts, continuedAt } = ready;
  const since = continuedAt === undefined ? '' : `, continued at height ${continuedAt}`;
  writeLine(`Ready: ${network} with ${chains} chains on ${address}${since}. Ctrl-C ends it.`);
  if (given.has('quiet')) return;
  writeLine(
    `Clients ask ${address}/chainweb/0.0/${network}/chain/0/pact; its control is ${control}`,
  );
  if (ready.metrics !== undefined) writeLine(`Metrics for Prometheus: ${ready.metrics}/metrics`);
  writeLine('\nAccounts on every chain; the secrets of sender00 to sender09 are public:');
  for (const { account, secretKey } of accounts) writeLine(`  ${account}  secret ${secretKey}`);
}
