// A standalone node: the engine on a folder of blocks, and mining as configured: with proof of work if the network needs
// it, otherwise at the target pace of the network. It opens no ports: the command line adds HTTP and signal handling.
// Connections to other nodes use its ledger; it mines, or waits for miners.

import { assert } from '../../base/assert.ts';
import type { Cancel, Clock, Timer } from '../../base/ports/time.ts';
import type { Random } from '../../base/ports/random.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';
import type { SignatureChecker } from '../../chain/command/index.ts';
import type { Recipient } from '../../chain/sealed/index.ts';
import { watchClock } from '../clock-watch.ts';
import { beginHistory, fillHistory, type HistoryFiller } from '../coin-history/fill-history.ts';
import type { NodeConfiguration } from '../configuration/node-configuration.ts';
import { Deadline, hostOf, type HostOptions, noHeaders } from '../engine/hosts.ts';
import { Engine } from '../engine/engine.ts';
import { statesOn, beginStates, networkIdentity } from '../engine/states.ts';
import type { ChainAnswerers } from '../engine/chain-questions.ts';
import { Node } from '../engine/node.ts';
import { Coordination } from '../engine/mining/coordination.ts';
import { placeOf, type StoredPlace } from '../questions/stored-chains.ts';
import { StorageBackups, type BackupState } from '../storage/backups.ts';
import { SpacedBackups } from '../storage/spaced-backups.ts';
import { EngineLedger } from '../peers/engine-ledger.ts';
import { sealedOn } from '../sealed/sealed-on-storage.ts';
import { NodeStorage, type Begun } from '../storage/node-storage.ts';
import { verifyBlocks, type Difference, type Verified } from './verify-blocks.ts';
import type { Miner } from '../../chain/model/payload-json.ts';
import type { BlockMaking } from '../engine/mining/make-block.ts';
import { OnDemandMiner, mineSteadily } from '../engine/mining/on-demand.ts';
import { MiningGate } from '../engine/mining/mining-gate.ts';
import { ProofMiner } from '../engine/mining/proof-miner.ts';
import type { Searchers, Work } from '../engine/mining/search-threads.ts';

export type RealNodeOptions = HostOptions & {
  readonly configuration: NodeConfiguration;
  readonly network: Network;
  /** The known payloads of first blocks. */
  readonly firstPayloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
  readonly packageVersion: string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
  readonly signatures: SignatureChecker;
  /** Makes the threads for questions; without it, the thread of the node answers them. */
  readonly questionThreads?: ((place: StoredPlace) => ChainAnswerers) | undefined;
  readonly startSearchers: StartSearchers;
  /** The entity whose sealed commands this node executes. */
  readonly entity?: Recipient | undefined;
  /** For a replay: the folder has blocks already, and nothing is added to it. */
  readonly isReading?: boolean;
  /** Called with one sentence about a problem at run time. */
  readonly onTrouble: (sentence: string) => void;
  /** Called with one sentence about something that takes long, and when it is over (default: `onTrouble`). */
  readonly onReport?: (sentence: string) => void;
};

type Backups = SpacedBackups<BackupState>;

export class RealNode {
  readonly node: Node;
  readonly engine: Engine;
  /** For the peer-to-peer half of the node. */
  readonly ledger: EngineLedger;
  readonly storage: NodeStorage;
  /** Whether it continues stored blocks. */
  readonly isContinued: boolean;
  /** `undefined`: not configured. */
  readonly backups: Backups | undefined;
  /** Closed while this node must not make blocks. */
  readonly miningGate: MiningGate;
  /** Where other threads read what is stored. */
  readonly place: StoredPlace;
  /** Makes the history of balances of blocks that were stored before it was kept. */
  readonly history: HistoryFiller | undefined;
  private readonly mining: OwnMining | undefined;
  private readonly stopWatching: Cancel;

  private constructor(
    parts: Pick<
      RealNode,
      'node' | 'engine' | 'ledger' | 'storage' | 'isContinued' | 'backups' | 'place' | 'history'
    >,
    { mining, gate, stopWatching }: Mining & { readonly stopWatching: Cancel },
  ) {
    this.miningGate = gate;
    this.node = parts.node;
    this.engine = parts.engine;
    this.ledger = parts.ledger;
    this.storage = parts.storage;
    this.isContinued = parts.isContinued;
    this.backups = parts.backups;
    this.place = parts.place;
    this.history = parts.history;
    this.mining = mining;
    this.stopWatching = stopWatching;
  }

  /** Starts a node. A fault is a sentence. Throws a `StoreFault` if the folder cannot be used. */
  static start(options: RealNodeOptions): Result<RealNode, string> {
    const storage = storageOf(options);
    let started: Result<RealNode, string> | undefined;
    try {
      started = RealNode.on(options, storage);
      return started;
    } finally {
      if (started?.ok !== true) void storage.close();
    }
  }

  private static on(given: RealNodeOptions, storage: NodeStorage): Result<RealNode, string> {
    const options = { ...given, recordsCoin: storage.coin !== undefined };
    const { configuration, clock } = options;
    const { journal } = storage;
    const isContinued = storage.identity !== undefined;
    const deadline = new Deadline(clock);
    const states = statesOn(storage.entries, configuration.stateDepth);
    const begun = beginOn(options, storage, states);
    if (!begun.ok) return begun;
    const { network, store } = begun.value;
    const hosts = new Map(
      chainsOf(network).map((chain) => [
        chain,
        hostOf(options, network, { headers: store, deadline }),
      ]),
    );
    const engine = new Engine({
      network,
      store,
      states,
      hosts,
      deadline,
      clock,
      journal,
      blockGasLimit: configuration.gas.limit,
      random: options.random,
      mempoolLimits: configuration.mempool,
      coin: storage.coin?.ledger,
    });
    if (options.isReading !== true) {
      engine.listen(({ added }) => storage.prune(added));
      beginHistory({ engine, storage });
    }
    const { node, place, mining, gate } = nodeOn(options, engine, storage);
    const backups = backupsOf(options, storage);
    const stopWatching = watchOn(options, engine);
    const ledger = new EngineLedger({
      engine,
      timer: options.timer,
      signatures: options.signatures,
      poolOf: (chain) => node.chain(chain)?.mempool,
      sealed: node.sealedService,
    });
    const history =
      options.isReading === true
        ? undefined
        : fillHistory({ onReport: options.onTrouble, ...options, engine, storage });
    const parts = { node, engine, ledger, storage, isContinued, backups, place, history };
    return good(new RealNode(parts, { mining, gate, stopWatching }));
  }

  /** Executes every stored block, and compares the results. */
  verify(): Result<Verified, Difference> {
    const { engine } = this;
    const [any] = engine.chains.values();
    assert(any !== undefined, 'a network has chains');
    return verifyBlocks({
      network: engine.network,
      store: engine.store,
      heads: engine.cut.heads,
      host: any.host,
      states: new Map([...engine.chains].map(([id, { state }]) => [id, state])),
      now: engine.now(),
      coin: this.storage.coin?.tables,
    });
  }

  /** Ends mining and all waiting requests, and closes the folder. */
  async stop(): Promise<void> {
    this.stopWatching();
    this.mining?.stop();
    this.ledger.close();
    await this.node.stop();
    await this.history?.stop();
    await this.storage.close();
  }
}

/** A replay makes no blocks, so the clock does not matter to it. */
function watchOn(
  { clock, timer, isReading = false, onTrouble }: RealNodeOptions,
  engine: Engine,
): Cancel {
  if (isReading) return () => undefined;
  return watchClock({ clock, timer, cut: () => engine.cut, wayBack: wayBackText, onTrouble });
}

const wayBackText =
  "wait until the clock has passed the time of these blocks, or start from a backup of before: 'pact node restore'";

function storageOf({
  configuration,
  network,
  isReading = false,
  onTrouble,
}: RealNodeOptions): NodeStorage {
  const { data, storage: settings, payloadDepth } = configuration;
  return new NodeStorage({
    folder: data,
    network,
    identity: networkIdentity(network),
    cacheBytes: settings.cacheBytes,
    payloadDepth,
    keepsCoin: configuration.service.rosetta,
    isReading,
    onFault: (sentence: string) =>
      onTrouble(`${sentence}. Nothing is stored or acknowledged until the node is restarted`),
  });
}

function backupsOf(
  { configuration, clock, onTrouble }: RealNodeOptions,
  storage: NodeStorage,
): Backups | undefined {
  const { backups: folder, data, backupIntervalMs: intervalMs } = configuration;
  if (folder === undefined || data === undefined) return undefined;
  const backups = new StorageBackups({ storage, folder, clock, onTrouble });
  return new SpacedBackups({ backups, intervalMs, clock });
}

function beginOn(
  options: RealNodeOptions,
  storage: NodeStorage,
  states: ReadonlyMap<ChainId, ChainState>,
): Result<Begun, string> {
  const { network, firstPayloads, configuration, clock } = options;
  const identity = networkIdentity(network);
  if (storage.identity !== undefined && storage.identity !== identity) {
    return bad(
      `${configuration.data ?? ''} holds another network: ${storage.identity}; ` +
        `the configuration has ${identity}. Set data to another folder, or network to that network`,
    );
  }
  const host = hostOf(options, network, { headers: noHeaders, deadline: new Deadline(clock) });
  const began = beginStates({
    network,
    payloads: firstPayloads,
    states,
    host,
    onCommitted: (header, coin) => storage.coin?.ledger.push(header, coin),
  });
  if (!began.ok) return began;
  const isNew = storage.identity === undefined;
  return good(isNew ? storage.begin(network, firstPayloads) : storage.continue());
}

function nodeOn(
  options: RealNodeOptions,
  engine: Engine,
  storage: NodeStorage,
): Mining & Pick<RealNode, 'node' | 'place'> {
  const { configuration, signatures, random, packageVersion, timer, onTrouble } = options;
  const { mining, gas, service } = configuration;
  const { allowed, refreshMs, transactions: maxTransactions } = mining;
  const gate = new MiningGate();
  const hasPeers = configuration.p2p !== undefined;
  // Until its connections are there: they decide then.
  if (hasPeers) gate.closeWhile(() => 'the node has not connected to others yet');
  const making = { engine, maxTransactions, random, timer, refreshMs, gate };
  const coordination = new Coordination({
    ...making,
    isMiner: ({ account }) => allowed === undefined || allowed.has(account),
  });
  const settings = {
    packageVersion,
    transactionGasLimit: gas.limit,
    minimumGasPrice: gas.minimumPrice,
    localLimitMs: service.localLimitMs,
  };
  const place = placeOf(storage, { stateDepth: configuration.stateDepth, settings });
  const node = new Node({
    engine,
    signatures,
    answerers: options.questionThreads?.(place),
    settings,
    mining: mining.coordination ? coordination : undefined,
    sealed: sealedOn(storage, { ...options, hasPeers }),
    coin: storage.coin?.tables,
  });
  if (mining.own === undefined) return { node, place, mining: undefined, gate };
  const own = startOwnMining({
    ...making,
    ...mining.own,
    hasPeers,
    onTrouble,
    coordination: new Coordination(making),
    startSearchers: options.startSearchers,
  });
  return { node, place, mining: own, gate };
}

interface OwnMining {
  stop(): void;
}

type Mining = { readonly mining: OwnMining | undefined; readonly gate: MiningGate };

export type StartSearchers = (
  count: number,
  onFound: (work: Work, nonce: bigint) => void,
) => Searchers;

type OwnMiningParts = BlockMaking & {
  readonly miner: Miner;
  readonly threads: number;
  readonly coordination: Coordination;
  readonly gate: MiningGate;
  /** Whether the node connects to others, which may make blocks, too. */
  readonly hasPeers: boolean;
  readonly startSearchers: StartSearchers;
  readonly timer: Timer;
  readonly random: Random;
  readonly onTrouble: (sentence: string) => void;
};

function startOwnMining(parts: OwnMiningParts): OwnMining {
  return parts.engine.network.isPowDisabled ? steady(parts) : proofs(parts);
}

function proofs(parts: OwnMiningParts): OwnMining {
  const { engine, coordination, threads, startSearchers, ...others } = parts;
  return new ProofMiner({
    ...others,
    mining: coordination,
    searchers: (onFound) => startSearchers(threads, onFound),
    onCut: (listener) => engine.listen(listener),
    onTransactions(listener) {
      const ends = [...engine.chains.keys()].map((chain) =>
        coordination.listen(chain, (event) => {
          if (event === 'new-transactions') listener();
        }),
      );
      return () => {
        for (const end of ends) end();
      };
    },
  });
}

function steady({ timer, gate, hasPeers, ...parts }: OwnMiningParts): OwnMining {
  const { network, chains } = parts.engine;
  const miner = new OnDemandMiner({ ...parts, timer });
  const blockTimeMs = Number(network.blockDelay / 1000n);
  const cancel = mineSteadily({
    miner,
    timer,
    blockTimeMs,
    chains: [...chains.keys()],
    gate,
    random: hasPeers ? parts.random : undefined,
  });
  return {
    stop() {
      cancel();
      miner.stop();
    },
  };
}
