// The thread of `pact devnet`: the network, its HTTP interface and its control, until it is told to stop.

import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { bad, type Result } from '../base/result.ts';
import { loggerOf } from '../base/ports/logger.ts';
import { commonAlias, startNodeApi } from '../node/api/index.ts';
import {
  accountsOfGenesis,
  BackgroundSignatures,
  cutHeight,
  Devnet,
  developmentNetwork,
  freshAccounts,
  pageRoutes,
  type PageFile,
  readSnapshot,
  restoreSnapshot,
  type SnapshotFile,
  startControl,
} from '../node/devnet/index.ts';
import { systemRandom } from '../platform/system-random.ts';
import { systemClock, systemTimer } from '../platform/system-time.ts';
import { serveMetrics } from './node/metrics.ts';
import { firstTransactions } from './devnet/first-transactions.ts';
import type { DevnetWork, FromDevnet } from './devnet/messages.ts';
import { faultText } from './fault.ts';
import { isMemoryShort } from './memory.ts';
import { packageVersion } from './package-version.ts';
import { depthLimit } from './stack-size.ts';
import { systemSentence } from './system-fault.ts';
import { isStoreFault } from '../store/index.ts';

const port = parentPort;
assert(port !== null, 'a thread has a port to the one that started it');
const tell = (message: FromDevnet): void => port.postMessage(message);
const trouble = (sentence: string): void => tell({ kind: 'trouble', sentence });

// The main thread sends nothing else.
void run(workerData as DevnetWork).catch((error: unknown) => {
  const sentence = isStoreFault(error) ? error.message : addressFault(error);
  if (sentence === undefined) throw error;
  fail(sentence);
});

function fail(sentence: string): void {
  tell({ kind: 'failed', sentence });
}

async function run(work: DevnetWork): Promise<void> {
  const network = developmentNetwork(work.chains);
  if (!network.ok) {
    fail(network.fault);
    return;
  }
  const genesis = firstTransactions(work.genesis);
  if (!genesis.ok) {
    fail(genesis.fault);
    return;
  }
  const snapshot = work.snapshot === undefined ? undefined : snapshotIn(work.snapshot);
  if (snapshot?.ok === false) {
    fail(snapshot.fault);
    return;
  }
  const accounts = snapshot?.value.accounts ?? freshAccounts(work.accounts, systemRandom);
  const started = Devnet.start({
    network: network.value,
    genesis: genesis.value,
    ...{ accounts, packageVersion, depthLimit, isMemoryShort },
    blockTimeMs: work.blockTimeMs,
    folder: work.state,
    ...{ clock: systemClock, timer: systemTimer, random: systemRandom },
    signatures: new BackgroundSignatures(),
    onTrouble: trouble,
  });
  if (!started.ok) {
    fail(started.fault);
    return;
  }
  const devnet = started.value;
  // A network that was kept goes on; the snapshot is for a new one.
  if (snapshot !== undefined && !devnet.isContinued) {
    const restored = restoreSnapshot(devnet, snapshot.value);
    if (!restored.ok) {
      devnet.stop();
      fail(`${work.snapshot ?? ''} ${restored.fault}`);
      return;
    }
  }
  await serve(work, devnet);
}

async function serve(work: DevnetWork, devnet: Devnet): Promise<void> {
  const { clock, node } = devnet;
  const logger = loggerOf({ area: 'http', clock, level: 'info', sinks: [] });
  const shared = {
    ...{ logger, timer: systemTimer, clock: systemClock },
    onFault: (error: unknown) => trouble(faultText(error)),
  };
  const { host } = work;
  const metrics = await serveMetrics(node, { host, port: work.metricsPort }, shared);
  const known = accountsOfGenesis.map(({ name, ...keys }) => ({ account: name, ...keys }));
  const accounts = [...known, ...devnet.accounts];
  const api = await startNodeApi({
    ...shared,
    extraRoutes: pageRoutes({ node, accounts, fileOf: pageFile }),
    node,
    host,
    port: work.port,
    aliases: [commonAlias],
    random: systemRandom,
    onAnswer: metrics?.onAnswer,
  });
  const control = await startControl({ ...shared, devnet, accounts, port: work.controlPort });
  tell({
    kind: 'ready',
    address: api.address,
    control: control.address,
    metrics: metrics?.address,
    network: node.network.name,
    chains: work.chains,
    accounts,
    continuedAt: devnet.isContinued ? cutHeight(node.cut()) : undefined,
  });
  port?.on('message', () => {
    void Promise.all([api.stop(), control.stop(), metrics?.stop()]).then(() => {
      devnet.stop();
      tell({ kind: 'stopped' });
      port.close();
    });
  });
}

function snapshotIn(path: string): Result<SnapshotFile, string> {
  try {
    const read = readSnapshot(readFileSync(path));
    return read.ok ? read : bad(`${path} ${read.fault}`);
  } catch (error) {
    const sentence = error instanceof Error ? systemSentence(error) : undefined;
    return bad(`cannot read the snapshot ${path}: ${sentence ?? String(error)}`);
  }
}

/** A file of the status page, beside this program. */
function pageFile(name: PageFile): string {
  return readFileSync(new URL(`./devnet-page/${name}`, import.meta.url), 'utf8');
}

/** An error that the user can fix. */
function addressFault(error: unknown): string | undefined {
  const { host, port: wanted } = workerData as DevnetWork;
  if (!(error instanceof Error)) return undefined;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return (
        `port ${wanted} of ${host}, or the port of the control or the metrics, is in use: ` +
        'end what listens there, or choose others with --port, --control-port and --metrics-port'
      );
    case 'EACCES':
      return `port ${wanted} may not be used: choose one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `this machine has no address ${host}`;
    default:
      return systemSentence(error);
  }
}
