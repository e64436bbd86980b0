// The thread of `pact node`: runs the node until it is asked to stop, or checks its configuration. Its HTTP interface has a
// thread of its own.

import { workerData } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import type { Logger } from '../../base/ports/logger.ts';
import { good, type Result } from '../../base/result.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import type { ReportedValues } from '../../node/api/index.ts';
import {
  readConfiguration,
  type NodeConfiguration,
} from '../../node/configuration/node-configuration.ts';
import { cutHeight } from '../../chain/choice/cut.ts';
import { BackgroundSignatures } from '../../node/signatures/background-signatures.ts';
import { FollowingNode, type FollowingNodeOptions } from '../../node/following/following-node.ts';
import { RealNode } from '../../node/real/real-node.ts';
import { systemRandom, systemClock, systemTimer } from '../../base/platform/system.ts';

import { readEntity } from './entity.ts';
import { troubleText } from './exit.ts';
import { isMemoryShort } from './memory.ts';
import type { FromNode, NodeWork } from './node.ts';
import { chainsText } from './service/run-service.ts';
import type { ApiWork } from './node/http-messages.ts';
import { HttpSide } from './node/http-side.ts';
import { serveHere, serveInThread, type ServedClients } from './node/serve-clients.ts';
import { logBlocks, logsTo, nodeLogSink, startSearchers } from './node/services.ts';
import { serveOperator } from './node/operator-socket.ts';
import { questionThreads } from './node/question-threads.ts';
import { logSync } from './node/log-sync.ts';
import type { RunningPeers } from './node/peer-to-peer.ts';
import { networkOfNode } from './node/network-of-node.ts';
import { trustedIn } from './node/trusted-headers.ts';
import { packageVersion } from './package.ts';
import { isAbout, ServiceThread } from './service/service-thread.ts';
import { chainRoom } from './stack-size.ts';

const thread = new ServiceThread();
const { fail } = thread;
const { log: show } = thread;
const send = (message: FromNode): void => thread.send(message);
// The main thread sends only this type.
const work = workerData as NodeWork;
const own = ownConfiguration();
thread.run(run, (failed) => {
  const { host, port, hostKey, portKey } = failedPlace(failed);
  const where = `${portKey} ${port} of ${host}`;
  return {
    inUse: `${where} is in use: stop the program that uses it, or choose another port`,
    reserved: `${where} needs administrator rights: choose one above 1023`,
    unknown: `${hostKey}: this machine has no address ${host}`,
  };
});

/** The keys of the address that cannot be used: that of clients, unless the error is about another. */
function failedPlace(failed: Parameters<typeof isAbout>[0]) {
  const { service, p2p } = own;
  const places = [
    { ...service.metrics, hostKey: 'service.metricsHost', portKey: 'service.metricsPort' },
    ...(p2p === undefined ? [] : [{ ...p2p, hostKey: 'p2p.host', portKey: 'p2p.port' }]),
  ];
  const clients = { ...service, hostKey: 'service.host', portKey: 'service.port' };
  return places.find((place) => isAbout(failed, place)) ?? clients;
}

function ownConfiguration(): NodeConfiguration {
  const read = readConfiguration(work);
  assert(read.ok, 'the main thread has checked the configuration');
  return read.value.configuration;
}

async function run(): Promise<void> {
  const configuration = configurationOfRun();
  const found = await networkOfNode(
    configuration.network,
    work.kind === 'run' ? configuration.data : undefined,
    configuration.follow,
  );
  if (!found.ok) {
    fail(found.fault);
    return;
  }
  const { network } = found.value;
  if (work.kind === 'check') return check(configuration, network);
  const { level } = configuration.log;
  const sink = nodeLogSink({ ...configuration.log, name: 'node.log' }, show);
  const logs = logsTo(sink, level);
  const log = logs('node');
  const shared = {
    configuration,
    packageVersion,
    clock: systemClock,
    timer: systemTimer,
    onTrouble: (sentence: string) => {
      thread.trouble(sentence);
      log.log('error', 'trouble', { sentence });
    },
    onReport: (sentence: string) => {
      thread.trouble(sentence);
      log.log('info', 'history', { sentence });
    },
  };
  if (work.kind === 'run' && configuration.follow === 'headers') {
    await followHeaders({ ...shared, network }, logs);
    return;
  }
  const entity = configuration.entity && readEntity(configuration.entity);
  if (entity?.ok === false) {
    fail(entity.fault);
    return;
  }
  // It loads while the node starts.
  const http =
    work.kind === 'run' ? new HttpSide({ log: sink, onTrouble: thread.trouble }) : undefined;
  const { text } = found.value;
  const questionNetwork = { kind: 'node', operand: configuration.network, text } as const;
  const started = RealNode.start({
    ...found.value,
    ...shared,
    ...chainRoom(),
    isMemoryShort,
    startSearchers,
    random: systemRandom,
    signatures: new BackgroundSignatures(),
    entity: entity?.value,
    questionThreads: questionThreads(questionNetwork, (error) =>
      thread.trouble(troubleText(error)),
    ),
    isReading: work.kind === 'replay',
  });
  if (!started.ok) {
    fail(started.fault);
    return;
  }
  if (http === undefined) return replay(started.value);
  await serve(configuration, started.value, {
    logs,
    serveClients: (place) =>
      serveInThread(started.value, { ...place, http, network: questionNetwork, logLevel: level }),
  });
}

async function check(configuration: NodeConfiguration, network: Network): Promise<void> {
  const entity = configuration.entity && readEntity(configuration.entity);
  const wrong = entity?.ok === false ? entity.fault : await identityFault(configuration);
  if (wrong !== undefined) {
    fail(wrong);
    return;
  }
  const chains = chainsText(chainsOf(network).length);
  const text = `The configuration is valid: ${network.name} with ${chains}.`;
  send({ kind: 'done', text, isGood: true });
}

/** Nothing that needs much time happens in such a node: clients are served in its own thread. */
async function followHeaders(
  options: Omit<FollowingNodeOptions, 'trusted'>,
  logs: (area: string) => Logger,
): Promise<void> {
  const { configuration, network } = options;
  const trusted = trustedIn(configuration, network);
  const following = trusted.ok
    ? FollowingNode.start({ ...options, trusted: trusted.value })
    : trusted;
  if (!following.ok) {
    fail(following.fault);
    return;
  }
  const { node } = following.value;
  await serve(configuration, following.value, {
    logs,
    serveClients: (place) => serveHere(node, { ...place, logger: logs('http') }),
  });
}

/** Checks the certificate and the key of the operator; those of the node are made when it first starts. */
async function identityFault({ p2p }: NodeConfiguration): Promise<string | undefined> {
  if (p2p?.identity.kind !== 'files') return undefined;
  const { loadIdentity } = await import('../../p2p/wire/identity.ts');
  const identity = await loadIdentity(p2p.identity, { dateMs: systemClock.dateMs() });
  return identity.ok ? undefined : identity.fault;
}

/** Executes all stored blocks again on empty states. */
async function replay(running: RealNode): Promise<void> {
  const verified = running.verify();
  await running.stop();
  if (work.isJson) {
    const answer = verified.ok
      ? { kind: 'same', ...verified.value }
      : { kind: 'different', ...verified.fault };
    send({ kind: 'done', text: JSON.stringify(answer), isGood: verified.ok });
    return;
  }
  if (verified.ok) {
    const { blocks, transactions } = verified.value;
    const text = `Every hash is correct: ${blocks} blocks with ${transactions} transactions, and their states.`;
    send({ kind: 'done', text, isGood: true });
    return;
  }
  const { chain, height, hash, text } = verified.fault;
  send({
    kind: 'done',
    text: `Block ${hash} (chain ${chain}, height ${height}): ${text}`,
    isGood: false,
  });
}

type ServeParts = {
  readonly logs: (area: string) => Logger;
  readonly serveClients: (
    place: Omit<Parameters<typeof serveHere>[1], 'logger'>,
  ) => Promise<ServedClients>;
};

async function serve(
  configuration: NodeConfiguration,
  running: RealNode | FollowingNode,
  { logs, serveClients }: ServeParts,
): Promise<void> {
  const { node } = running;
  try {
    const served = await serveClients({
      api: apiOf(configuration),
      metrics: configuration.service.metrics,
      onFault: (error) => thread.trouble(troubleText(error)),
    });
    const others = await startOthers(configuration, running, { logs, served });
    if (!others.ok) {
      await Promise.all([served.stop(), running.stop()]);
      fail(others.fault);
      return;
    }
    logBlocks(node, logs('node'));
    send({
      kind: 'ready',
      address: served.address,
      network: node.network.name,
      chains: chainsOf(node.network).length,
      continuedAt: running.isContinued ? cutHeight(node.cut()) : undefined,
      data: configuration.data,
      metrics: served.metrics,
      mining: miningText(configuration, node.network.isPowDisabled),
      peers: others.value.address,
    });
    thread.untilAsked(async () => {
      await others.value.stop();
      await served.stop();
      await running.stop();
    });
  } catch (error) {
    await running.stop();
    throw error;
  }
}

function apiOf(configuration: NodeConfiguration): ApiWork {
  const { service, mining } = configuration;
  const { host, port, aliases, productWord, headerStream, rosetta, rosettaConstruction } = service;
  return {
    host,
    port,
    aliases,
    productWord,
    headerStream,
    rosetta,
    rosettaConstruction,
    limits: { payloadBatch: service.payloadBatchLimit },
    refreshEvents: mining.refreshEvents,
    values: reportedValues(configuration),
  };
}

type Others = { readonly address: string | undefined; readonly stop: () => Promise<void> };

type OthersParts = {
  readonly logs: (area: string) => Logger;
  readonly served: ServedClients;
};

/** Starts the connections to other nodes, if there are any, and answers the operator about them. */
async function startOthers(
  configuration: NodeConfiguration,
  running: RealNode | FollowingNode,
  { logs, served }: OthersParts,
): Promise<Result<Others, string>> {
  const { data } = configuration;
  const { node } = running;
  const peers = await peersOf(configuration, running, logs);
  if (peers?.ok === false) return peers;
  const view = peers?.value.view;
  if (view !== undefined) {
    served.showPeers(view);
    logSync(view, { log: logs('sync'), clock: systemClock, timer: systemTimer });
  }
  const closeOperator =
    data === undefined
      ? undefined
      : await serveOperator({ data, node, view, onTrouble: thread.trouble });
  const stop = async (): Promise<void> => {
    await Promise.all([peers?.value.stop(), closeOperator?.()]);
  };
  return good({ address: peers?.value.address, stop });
}

/** The part is loaded only if it is needed. */
async function peersOf(
  configuration: NodeConfiguration,
  running: RealNode | FollowingNode,
  logs: (area: string) => Logger,
): Promise<Result<RunningPeers, string> | undefined> {
  const { p2p, data, service } = configuration;
  if (p2p === undefined) return undefined;
  const { startPeers } = await import('./node/peer-to-peer.ts');
  return await startPeers({
    configuration: p2p,
    data,
    running,
    api: {
      productWord: service.productWord,
      values: reportedValues(configuration),
      onFault: (error) => thread.trouble(troubleText(error)),
      logger: quieter(logs('p2p-http')),
    },
    log: logs('p2p'),
    onTrouble: thread.trouble,
  });
}

/** Other nodes send several requests in a second: their lines are for looking closely. */
function quieter(logger: Logger): Logger {
  return { log: (level, ...line) => logger.log(level === 'info' ? 'debug' : level, ...line) };
}

/** Returns the values for GET /config. */
function reportedValues(configuration: NodeConfiguration): ReportedValues {
  const { mining, mempool, stateDepth, payloadDepth } = configuration;
  return {
    coordination: mining.coordination,
    ownMining: mining.own !== undefined,
    refreshMs: mining.refreshMs,
    waiting: mempool.transactions,
    stateDepth,
    isPruned: payloadDepth !== undefined,
  };
}

/** Returns the configuration of the run: a replay does not mine, and may read a backup. */
function configurationOfRun(): NodeConfiguration {
  if (work.kind !== 'replay') return own;
  const data = work.backup ?? own.data;
  return { ...own, data, payloadDepth: undefined, mining: { ...own.mining, own: undefined } };
}

function miningText({ mining, follow }: NodeConfiguration, isPowDisabled: boolean): string {
  if (follow === 'headers') {
    return 'It follows headers: it executes no blocks, takes no transactions and does not mine.';
  }
  const { own, coordination } = mining;
  const asked = coordination ? ' Miners can request work.' : '';
  if (own === undefined) {
    const waits = coordination
      ? 'It waits for miners to request work.'
      : 'It makes no blocks: mining.enabled and mining.coordination are false.';
    return waits;
  }
  const how = isPowDisabled
    ? 'at the pace of the network, which needs no proof of work'
    : `with ${own.threads === 1 ? '1 thread' : `${own.threads} threads`}`;
  return `It mines for ${own.miner.account} ${how}.${asked}`;
}
