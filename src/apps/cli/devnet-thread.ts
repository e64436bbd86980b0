// The thread of `pact devnet`: runs the network, its HTTP interface and its control port until it is asked to stop.

import { readFileSync, statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { bad, type Result } from '../../base/result.ts';
import { loggerOf, type Logger } from '../../base/ports/logger.ts';
import { commonAlias, startNodeApi } from '../../node/api/index.ts';
import { freshAccounts } from '../../node/devnet/accounts.ts';
import { accountsOfGenesis } from '../../node/devnet/known-accounts.ts';
import { cutHeight } from '../../chain/choice/cut.ts';
import { BackgroundSignatures } from '../../node/signatures/background-signatures.ts';
import { Devnet, devnetValues } from '../../node/devnet/devnet.ts';
import { developmentNetwork } from '../../node/devnet/development-network.ts';
import {
  maxSnapshotBytes,
  readSnapshot,
  restoreSnapshot,
  type SnapshotFile,
} from '../../node/devnet/snapshot-file.ts';
import { pageRoutes, type PageFile } from '../../node/devnet/status-page.ts';
import { startControl } from '../../node/devnet/control-routes.ts';
import { systemRandom, systemClock, systemTimer } from '../../base/platform/system.ts';

import { logBlocks, nodeLogs, serveMetrics } from './node/services.ts';
import { questionThreads } from './node/question-threads.ts';
import { firstTransactions } from './devnet/first-transactions.ts';
import type { DevnetReady, DevnetWork } from './devnet.ts';
import { systemSentence, troubleText } from './exit.ts';
import { isMemoryShort } from './memory.ts';
import { packageVersion } from './package.ts';
import { ServiceThread } from './service/service-thread.ts';
import { chainRoom } from './stack-size.ts';

const thread = new ServiceThread();
const { fail, trouble } = thread;
const send = (message: DevnetReady): void => thread.send(message);
// The main thread sends only this type.
const work = workerData as DevnetWork;
thread.run(run, ({ port = work.port }) => {
  const isControl = port === work.controlPort && port !== work.port;
  const isMetrics = port === work.metricsPort && port !== work.port;
  const option = isControl ? '--control-port' : isMetrics ? '--metrics-port' : '--port';
  return {
    inUse:
      `port ${port} of ${isControl ? '127.0.0.1' : work.host} is in use: stop the program that uses it, ` +
      `perhaps another pact devnet, or choose another port with ${option}`,
    reserved: `port ${port} needs administrator rights: choose one above 1023 with ${option}`,
    unknown: `this machine has no address ${work.host}: choose another one with --host`,
  };
});

async function run(): Promise<void> {
  const logs = logsOf(work);
  const network = developmentNetwork(work.chains);
  if (!network.ok) {
    fail(network.fault);
    return;
  }
  const genesis = firstTransactions(work.genesis);
  if (!genesis.ok) {
    fail(`${genesis.fault}: --genesis needs a folder with chain-0.json and other-chains.json`);
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
    accounts,
    packageVersion,
    ...chainRoom(),
    isMemoryShort,
    blockTimeMs: work.blockTimeMs,
    folder: work.state,
    clock: systemClock,
    timer: systemTimer,
    random: systemRandom,
    signatures: new BackgroundSignatures(),
    questionThreads: questionThreads({ kind: 'devnet', chains: work.chains }, (error) =>
      trouble(troubleText(error)),
    ),
    onTrouble: (sentence) => {
      trouble(sentence);
      logs('devnet').log('error', 'trouble', { sentence });
    },
  });
  if (!started.ok) {
    fail(started.fault);
    return;
  }
  const devnet = started.value;
  // A kept network continues; the snapshot is only for a new network, or one that was not completely started.
  if (snapshot !== undefined && cutHeight(devnet.node.cut()) === 0) {
    const restored = restoreSnapshot(devnet, snapshot.value);
    if (!restored.ok) {
      await devnet.stop();
      fail(`${work.snapshot ?? ''} ${restored.fault}`);
      return;
    }
  }
  await serve(devnet, logs);
}

async function serve(devnet: Devnet, logs: (area: string) => Logger): Promise<void> {
  const { node } = devnet;
  const shared = {
    logger: logs('http'),
    timer: systemTimer,
    clock: systemClock,
    onFault: (error: unknown) => trouble(troubleText(error)),
  };
  const { host } = work;
  // These only look: they make no blocks.
  logBlocks(devnet.plainNode, logs('devnet'));
  const metrics = await serveMetrics(devnet.plainNode, { host, port: work.metricsPort }, shared);
  const known = accountsOfGenesis.map(({ name, ...keys }) => ({ account: name, ...keys }));
  const accounts = [...known, ...devnet.accounts];
  const api = await startNodeApi({
    ...shared,
    extraRoutes: pageRoutes({ node: devnet.plainNode, accounts, fileOf: pageFile }),
    node,
    host,
    port: work.port,
    aliases: [commonAlias],
    values: devnetValues,
    random: systemRandom,
    onAnswer: metrics?.onAnswer,
  });
  const control = await startControl({ ...shared, devnet, accounts, port: work.controlPort });
  send({
    kind: 'ready',
    address: api.address,
    control: control.address,
    metrics: metrics?.address,
    network: node.network.name,
    chains: work.chains,
    accounts,
    continuedAt: devnet.isContinued ? cutHeight(devnet.plainNode.cut()) : undefined,
  });
  devnet.plainNode.prepare();
  thread.untilAsked(async () => {
    await Promise.all([api.stop(), control.stop(), metrics?.stop()]);
    await devnet.stop();
  });
}

function logsOf({ log }: DevnetWork): (area: string) => Logger {
  if (log === undefined) {
    return (area) => loggerOf({ area, clock: systemClock, level: 'info', sinks: [] });
  }
  return nodeLogs({ ...log, level: 'debug', name: 'devnet.log' }, thread.log);
}

function snapshotIn(path: string): Result<SnapshotFile, string> {
  try {
    const { size } = statSync(path);
    if (size > maxSnapshotBytes) {
      return bad(
        `${path} is not a snapshot of a devnet: it has more than ${maxSnapshotBytes} bytes`,
      );
    }
    const read = readSnapshot(readFileSync(path));
    return read.ok ? read : bad(`${path} ${read.fault}`);
  } catch (error) {
    const sentence = error instanceof Error ? systemSentence(error) : undefined;
    return bad(`cannot read the snapshot ${path}: ${sentence ?? String(error)}`);
  }
}

/** Returns the path of a file of the status page, beside this program. */
function pageFile(name: PageFile): string {
  return readFileSync(new URL(`./devnet-page/${name}`, import.meta.url), 'utf8');
}
