// The thread of `pact devnet`: runs the network and its control port until it is asked to stop. Its HTTP interface has a
// thread of its own.

import { readFileSync, statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { bad, good, type Result } from '../../base/result.ts';
import type { Recipient } from '../../chain/sealed/index.ts';
import { loggerOf, type Logger, type LogLevel, type LogSink } from '../../base/ports/logger.ts';
import { commonAlias } from '../../node/api/index.ts';
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
import { entitiesIn } from '../../node/configuration/entity-options.ts';
import { startControl } from '../../node/devnet/control-routes.ts';
import { systemRandom, systemClock, systemTimer } from '../../base/platform/system.ts';

import { HttpSide } from './node/http-side.ts';
import { serveInThread } from './node/serve-clients.ts';
import { logBlocks, logsTo, nodeLogSink } from './node/services.ts';
import { questionThreads } from './node/question-threads.ts';
import { firstTransactions } from './devnet/first-transactions.ts';
import type { DevnetReady, DevnetWork } from './devnet.ts';
import { readEntity } from './entity.ts';
import { systemSentence, troubleText } from './exit.ts';
import { isMemoryShort } from './memory.ts';
import { packageVersion } from './package.ts';
import { ServiceThread } from './service/service-thread.ts';
import { chainRoom } from './stack-size.ts';

const thread = new ServiceThread();
const { fail, trouble } = thread;
const logLevel: LogLevel = 'debug';
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
  const log = sinkOf(work);
  const logs = logsOf(log);
  const http = new HttpSide({ log, onTrouble: trouble });
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
  const files = givenFiles();
  if (!files.ok) {
    fail(files.fault);
    return;
  }
  const { entity, snapshot } = files.value;
  const accounts = snapshot?.accounts ?? freshAccounts(work.accounts, systemRandom);
  const started = Devnet.start({
    network: network.value,
    genesis: genesis.value,
    accounts,
    packageVersion,
    ...chainRoom(),
    isMemoryShort,
    blockTimeMs: work.blockTimeMs,
    folder: work.state,
    keepsCoinHistory: work.rosetta,
    clock: systemClock,
    timer: systemTimer,
    random: systemRandom,
    signatures: new BackgroundSignatures(),
    entity,
    questionThreads: questionThreads({ kind: 'devnet', chains: work.chains }, (error) =>
      trouble(troubleText(error)),
    ),
    onTrouble: (sentence) => {
      trouble(sentence);
      logs('devnet').log('error', 'trouble', { sentence });
    },
    onReport: (sentence) => {
      trouble(sentence);
      logs('devnet').log('info', 'history', { sentence });
    },
  });
  if (!started.ok) {
    fail(started.fault);
    return;
  }
  const devnet = started.value;
  // A kept network continues; the snapshot is only for a new network, or one that was not completely started.
  if (snapshot !== undefined && cutHeight(devnet.node.cut()) === 0) {
    const restored = restoreSnapshot(devnet, snapshot);
    if (!restored.ok) {
      await devnet.stop();
      fail(`${work.snapshot ?? ''} ${restored.fault}`);
      return;
    }
  }
  await serve(devnet, http, logs);
}

async function serve(
  devnet: Devnet,
  http: HttpSide,
  logs: (area: string) => Logger,
): Promise<void> {
  const { plainNode } = devnet;
  const onFault = (error: unknown): void => trouble(troubleText(error));
  const { host } = work;
  logBlocks(plainNode, logs('devnet'));
  const known = accountsOfGenesis.map(({ name, ...keys }) => ({ account: name, ...keys }));
  const accounts = [...known, ...devnet.accounts];
  const { engine, onDemand, place, clock } = devnet;
  const served = await serveInThread(
    { node: plainNode, engine, onDemand, place, clock },
    {
      http,
      network: { kind: 'devnet', chains: work.chains },
      api: {
        host,
        port: work.port,
        aliases: [commonAlias],
        rosetta: work.rosetta,
        values: devnetValues,
      },
      metrics: { host, port: work.metricsPort },
      logLevel: work.log === undefined ? undefined : logLevel,
      page: accounts,
      onFault,
    },
  );
  const control = await startControl({
    devnet,
    accounts,
    port: work.controlPort,
    logger: logs('http'),
    timer: systemTimer,
    clock: systemClock,
    onFault,
  });
  send({
    kind: 'ready',
    address: served.address,
    control: control.address,
    metrics: served.metrics,
    network: plainNode.network.name,
    chains: work.chains,
    accounts,
    continuedAt: devnet.isContinued ? cutHeight(plainNode.cut()) : undefined,
  });
  thread.untilAsked(async () => {
    await Promise.all([served.stop(), control.stop()]);
    await devnet.stop();
  });
}

/** Where the lines of the log go; `undefined`: nothing is logged. */
function sinkOf({ log }: DevnetWork): LogSink | undefined {
  return log === undefined ? undefined : nodeLogSink({ ...log, name: 'devnet.log' }, thread.log);
}

function logsOf(sink: LogSink | undefined): (area: string) => Logger {
  if (sink !== undefined) return logsTo(sink, logLevel);
  return (area) => loggerOf({ area, clock: systemClock, level: 'info', sinks: [] });
}

type GivenFiles = {
  readonly entity: Recipient | undefined;
  readonly snapshot: SnapshotFile | undefined;
};

function givenFiles(): Result<GivenFiles, string> {
  const entity =
    work.entity && readEntity({ ...work.entity, known: entitiesIn(work.entity.entities) });
  if (entity?.ok === false) return entity;
  const snapshot = work.snapshot === undefined ? undefined : snapshotIn(work.snapshot);
  if (snapshot?.ok === false) return snapshot;
  return good({ entity: entity?.value, snapshot: snapshot?.value });
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
