// The peer-to-peer half of a node: its identity, its connections to others and theirs to it, put together from the
// configuration.

import { join } from 'node:path';
import { isWithin, parsePlainAddress } from '../../../base/ip-address.ts';
import type { Logger, LogLevel } from '../../../base/ports/logger.ts';
import { systemClock, systemRandom, systemTimer } from '../../../base/platform/system.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { NodeApiOptions } from '../../../node/api/start-node-api.ts';
import { commonAlias, startNodeApi } from '../../../node/api/index.ts';
import type { PeersConfiguration } from '../../../node/configuration/peers-configuration.ts';
import type { FollowingNode } from '../../../node/following/following-node.ts';
import type { RealNode } from '../../../node/real/real-node.ts';
import type { HostAddress, PeerId, PeerInfo } from '../../../p2p/address/peer-info.ts';
import { isReserved } from '../../../p2p/address/reserved.ts';
import { askOf } from '../../../p2p/messages/ask.ts';
import type { Ask } from '../../../p2p/messages/message.ts';
import { bootstrapsOf } from '../../../p2p/peers/bootstraps.ts';
import type { KeptPeers } from '../../../p2p/peers/kept.ts';
import type { PeerEvent } from '../../../p2p/sessions/events.ts';
import type { OperatorView } from '../../../p2p/sessions/operator.ts';
import { PeerToPeer } from '../../../p2p/sessions/peer-to-peer.ts';
import { announceOwn } from '../../../p2p/sessions/own-address.ts';
import { Readiness } from '../../../p2p/sessions/readiness.ts';
import { Synchronizer } from '../../../p2p/sync/synchronizer.ts';
import { announcedId, loadIdentity } from '../../../p2p/wire/identity.ts';
import { inboundLimits } from '../../../p2p/wire/limits.ts';
import { PeerClient } from '../../../p2p/wire/peer-client.ts';
import { PeersFile } from '../../../p2p/wire/peers-file.ts';

export type PeersOptions = {
  readonly configuration: PeersConfiguration;
  /** The folder of the node; `undefined`: nothing is kept. */
  readonly data: string | undefined;
  readonly running: RealNode | FollowingNode;
  /** What the interface for other nodes shares with that for clients. */
  readonly api: Pick<NodeApiOptions, 'productWord' | 'values' | 'onFault' | 'logger'>;
  readonly log: Logger;
  /** Receives sentences for the operator. */
  readonly onTrouble: (sentence: string) => void;
};

export type RunningPeers = {
  readonly view: OperatorView;
  /** The address that the node listens on. */
  readonly address: string;
  stop(): Promise<void>;
};

/** Throws the system's error if the address cannot be used. Faults are sentences. */
export async function startPeers(options: PeersOptions): Promise<Result<RunningPeers, string>> {
  const { configuration, data, onTrouble, running } = options;
  const { announce, identity: source } = configuration;
  const dateMs = systemClock.dateMs();
  const identity = await loadIdentity(source, { dateMs, host: announce?.host });
  if (!identity.ok) return bad(identity.fault);
  const file =
    data === undefined
      ? undefined
      : await PeersFile.open({ path: join(data, 'p2p', 'peers.json'), tell: onTrouble });
  const client = clientOf(configuration);
  const place = {
    word: commonAlias,
    network: running.ledger.network.name,
    version: configuration.version,
  };
  const ask = askOf({ wire: client, place });
  const p2p = peerToPeerOf(options, { ask, kept: file ?? nothingKept, ownId: identity.value.id });
  const api = await startNodeApi({
    ...options.api,
    node: running.node,
    group: 'p2p',
    host: configuration.host,
    port: configuration.port,
    // Nodes of the reference know no other word.
    aliases: [commonAlias],
    version: configuration.version,
    tls: identity.value,
    peers: p2p.desk,
    isTrusted: (address) => isTrusted(configuration, address),
    httpLimits: inboundLimits(configuration.inbound),
    clock: systemClock,
    timer: systemTimer,
    random: systemRandom,
  });
  const port = Number(new URL(api.address).port);
  const stopLooking = announceOwn({
    ask,
    timer: systemTimer,
    peerToPeer: p2p,
    address: ownAddress(configuration, port),
    port,
    known: [...configuration.peers, ...bootstrapsFor(options)],
    reachability: configuration.bootstrapReachability,
    idAt: (host) => announcedId(identity.value, host),
    isReserved: (host) => isReserved(host, configuration.testRanges),
    onTrouble,
    onBug: options.api.onFault,
  });
  guardMining(options, p2p);
  p2p.start();
  const stop = async (): Promise<void> => {
    stopLooking();
    await p2p.stop();
    await Promise.all([api.stop(), client.close(), file?.flush()]);
  };
  return good({ view: p2p.view, address: api.address, stop });
}

const nothingKept: KeptPeers = { load: () => undefined, save: () => undefined };

function clientOf({ testRanges, checkCertificates, peers }: PeersConfiguration): PeerClient {
  return new PeerClient({
    clock: systemClock,
    timer: systemTimer,
    testRanges,
    checkCertificates,
    ownNames: new Set(peers.map(({ address }) => address.host)),
  });
}

type AskParts = { readonly ask: Ask; readonly kept: KeptPeers; readonly ownId: PeerId };

function peerToPeerOf(options: PeersOptions, { ask, kept, ownId }: AskParts): PeerToPeer {
  const { configuration, running, log, api } = options;
  const { peers, friends, isPrivate, outbound, version, testRanges } = configuration;
  const { ledger } = running;
  const shared = { ledger, clock: systemClock, timer: systemTimer };
  return new PeerToPeer({
    ...shared,
    ask,
    random: systemRandom,
    kept,
    settings: {
      ownId,
      configured: peers,
      bootstraps: bootstrapsFor(options),
      friends,
      isPrivate: isPrivate ?? ledger.network.isPowDisabled,
      outbound,
      version,
      isReserved: (host) => isReserved(host, testRanges),
      isTestAddress: (host) => isTestAddress(configuration, host),
    },
    syncOf: (syncPeers) =>
      new Synchronizer({
        ...shared,
        peers: syncPeers,
        ask,
        report: (event) => log.log('debug', event.kind),
      }),
    tell: (event) => tell(event, log),
    onBug: api.onFault,
  });
}

function bootstrapsFor({ configuration, running }: PeersOptions): readonly PeerInfo[] {
  return configuration.ignoreBootstraps ? [] : bootstrapsOf(running.ledger.network.name);
}

/** A node that lacks blocks of its network, or hears of nobody, makes none, and gets no clients. */
function guardMining(options: PeersOptions, p2p: PeerToPeer): void {
  const { configuration, running } = options;
  const { mineAlone, peers } = configuration;
  const knowsNobody = peers.length === 0 && bootstrapsFor(options).length === 0;
  const readiness = new Readiness({
    progress: () => p2p.sync.progress(),
    clock: systemClock,
    mayBeAlone: mineAlone ?? (running.ledger.network.isPowDisabled || knowsNobody),
    knowsNobody,
  });
  running.miningGate?.closeWhile(() => readiness.unminable());
  running.node.readyUnless(() => readiness.unready());
}

/** Returns `undefined` if peers have to tell: nothing is configured, and the node listens on all addresses. */
function ownAddress({ announce, host }: PeersConfiguration, port: number): HostAddress | undefined {
  if (announce !== undefined) return { host: announce.host, port: announce.port ?? port };
  return host === '0.0.0.0' || host === '::' ? undefined : { host, port };
}

function isTestAddress({ testRanges }: PeersConfiguration, host: string): boolean {
  const address = parsePlainAddress(host);
  return address !== undefined && testRanges.some((range) => isWithin(address, range));
}

function isTrusted(configuration: PeersConfiguration, address: string): boolean {
  const { friends } = configuration;
  return (
    isTestAddress(configuration, address) ||
    friends.some((friend: PeerInfo) => friend.address.host === address)
  );
}

const lineOf = {
  'session-opened': ['info', 'session with a peer'],
  'session-over': ['debug', 'session over'],
  'session-failed': ['debug', 'session failed'],
  'peer-added': ['info', 'new peer'],
  'peer-forgotten': ['debug', 'peer forgotten'],
  'certificate-changed': ['warn', 'peer with a new certificate'],
  fault: ['debug', 'fault of a peer'],
  banned: ['warn', 'peer banned'],
  unreachable: ['warn', 'a peer cannot connect to this node: check p2p.announce and the port'],
} as const satisfies Record<PeerEvent['kind'], readonly [LogLevel, string]>;

function tell({ kind, ...data }: PeerEvent, log: Logger): void {
  const [level, sentence] = lineOf[kind];
  log.log(level, sentence, data);
}
