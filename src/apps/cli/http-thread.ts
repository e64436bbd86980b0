// The HTTP thread of a node or a devnet: it answers clients, and evaluates nothing. What is stored it reads itself; code
// runs in threads for questions; blocks are made in the thread that started this one.

import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { loggerOf, type Logger } from '../../base/ports/logger.ts';
import { systemClock, systemRandom, systemTimer } from '../../base/platform/system.ts';
import { MessageLine } from '../../base/threads/index.ts';
import { startNodeApi } from '../../node/api/index.ts';
import { pageRoutes, type PageFile } from '../../node/devnet/status-page.ts';
import { onDemandPort } from '../../node/devnet/on-demand-port.ts';
import { frontBlocks } from '../../node/front/front-blocks.ts';
import { FrontNode } from '../../node/front/front-node.ts';
import { SharedNumbers } from '../../node/front/shared-numbers.ts';
import { StoredChains } from '../../node/questions/stored-chains.ts';

import { troubleText } from './exit.ts';
import { isMemoryShort } from './memory.ts';
import type { ErrorMembers, FromHttp, HttpWork, ToHttp } from './node/http-messages.ts';
import { networkOfQuestions, questionThreads } from './node/question-threads.ts';
import { serveMetrics } from './node/services.ts';
import { chainRoom } from './stack-size.ts';

type Peers = Extract<ToHttp, { kind: 'peers' }>;

type Running = {
  readonly node: FrontNode;
  readonly showPeers: (peers: Peers) => void;
  readonly stop: () => Promise<void>;
};

assert(parentPort !== null, 'a thread has a port to the one that started it');
const port = parentPort;
let running: Running | undefined;
const line = new MessageLine<ToHttp, FromHttp>(port, systemTimer, take);

function take(message: ToHttp): void {
  switch (message.kind) {
    case 'begin':
      return begin(message.work);
    case 'peers':
      return running?.showPeers(message);
    case 'stop':
      return void stop();
    default:
      return running?.node.line.take(message);
  }
}

function begin(work: HttpWork): void {
  serve(work).catch((error: unknown) => line.send({ kind: 'unable', error: membersOf(error) }));
}

async function stop(): Promise<void> {
  await running?.stop();
  line.send({ kind: 'stopped' });
}

async function serve(work: HttpWork): Promise<void> {
  const onFault = (error: unknown): void =>
    line.send({ kind: 'trouble', sentence: troubleText(error) });
  const node = nodeOf(work, onFault);
  const shared = { clock: systemClock, timer: systemTimer, logger: loggerTo(work), onFault };
  const metrics = await serveMetrics(node, work.metrics, shared);
  let shown: Peers | undefined;
  const blocks = frontBlocks({ node, clock: systemClock, timer: systemTimer });
  const { page: accounts } = work;
  const page = accounts && { extraRoutes: pageRoutes({ node, accounts, fileOf: pageFile }) };
  const backups = {
    start: () => node.line.ask('backup', undefined).answer,
    state: (id: string) => node.line.ask('backupState', { id }).answer,
  };
  const api = await startNodeApi({
    ...shared,
    ...work.api,
    ...page,
    ...(work.hasBackups && { backups }),
    knownPeers: () => shown?.known ?? [],
    node: work.isOnDemand ? onDemandPort(node, blocks) : node,
    random: systemRandom,
    onAnswer: metrics?.onAnswer,
  });
  const showPeers = (peers: Peers): void => {
    const isFirst = shown === undefined;
    shown = peers;
    const { progress, counts } = peers;
    if (!isFirst) return;
    metrics?.addPeers({
      progress: () => shown?.progress ?? progress,
      counts: () => shown?.counts ?? counts,
    });
  };
  running = {
    node,
    showPeers,
    stop: async () => {
      await Promise.all([api.stop(), metrics?.stop()]);
      await node.stop();
    },
  };
  line.send({ kind: 'ready', address: api.address, metrics: metrics?.address });
  node.prepare();
}

function nodeOf(work: HttpWork, onFault: (error: unknown) => void): FrontNode {
  const { place, settings, hasMining, hasSealed } = work;
  const stored = new StoredChains({
    network: networkOfQuestions(work.network),
    // Nothing is evaluated here.
    isInterrupted: () => true,
    isMemoryShort,
    place,
    ...chainRoom(),
  });
  return new FrontNode({
    stored,
    settings,
    hasMining,
    hasSealed,
    answerers: questionThreads(work.network, onFault)(place),
    numbers: new SharedNumbers(work.numbers),
    progress: place.progress,
    clock: systemClock,
    send: (message) => line.send(message),
  });
}

function loggerTo({ logLevel: level }: HttpWork): Logger {
  const write = (logged: Extract<FromHttp, { kind: 'log' }>['line']): void =>
    line.send({ kind: 'log', line: logged });
  const sinks = level === undefined ? [] : [{ write }];
  return loggerOf({ area: 'http', clock: systemClock, level: level ?? 'info', sinks });
}

function membersOf(error: unknown): ErrorMembers {
  if (!(error instanceof Error)) {
    return { message: String(error), name: 'Error', stack: undefined };
  }
  const { message, name, stack } = error;
  const { code, port: taken, hostname, address, path, syscall } = error as Partial<ErrorMembers>;
  return { message, name, stack, code, port: taken, hostname, address, path, syscall };
}

/** Returns the content of a file of the status page, beside this program. */
function pageFile(name: PageFile): string {
  return readFileSync(new URL(`./devnet-page/${name}`, import.meta.url), 'utf8');
}
