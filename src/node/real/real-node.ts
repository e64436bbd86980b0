// A node on its own: the engine on a folder that keeps its blocks, with the mining that its configuration asks for. No
// ports: the command puts HTTP and signals around it. There are no other nodes yet: it mines, or waits for miners.

import { assert } from '../../base/assert.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { Random } from '../../base/ports/random.ts';
import type { Timer } from '../../base/ports/timer.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { executionHost, type ExecutionHost } from '../../chain/blocks/index.ts';
import { cutOf } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import { ChainState } from '../../chain/state/chain-state.ts';
import type { SignatureChecker } from '../../command/index.ts';
import { lineInfo } from '../../lang/session/store.ts';
import { MemoryEntries, type VersionedEntries } from '../../store/index.ts';
import type { NodeConfiguration } from '../configuration/index.ts';
import { MemoryBlocks, type BlockStore } from '../engine/block-store.ts';
import { Deadline } from '../engine/deadline.ts';
import { Engine } from '../engine/engine.ts';
import { Node } from '../engine/node.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { Coordination } from '../mining/coordination.ts';
import { startOwnMining, type OwnMining, type StartSearchers } from './own-mining.ts';
import type { StorageFiles } from '../storage/files.ts';
import { noJournal, type Journal } from '../storage/journal.ts';
import { StorageBackups } from '../storage/backups.ts';
import { NodeStorage } from '../storage/node-storage.ts';
import { verifyBlocks, type Difference, type Verified } from './verify-blocks.ts';
import { beginStates, networkIdentity } from './network-states.ts';

export type RealNodeOptions = {
  readonly configuration: NodeConfiguration;
  readonly network: Network;
  /** Those that are known. */
  readonly firstPayloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
  readonly packageVersion: string;
  readonly files: StorageFiles;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
  readonly signatures: SignatureChecker;
  readonly depthLimit: number;
  readonly isMemoryShort?: () => boolean;
  readonly startSearchers: StartSearchers;
  /** One sentence each: what goes wrong while it runs, and what takes long. */
  readonly onTrouble: (sentence: string) => void;
};

/** What the engine stands on. */
type Ground = {
  readonly storage: NodeStorage | undefined;
  readonly journal: Journal;
  readonly entries: ReadonlyMap<ChainId, VersionedEntries>;
};

type Begun = {
  readonly network: Network;
  readonly store: BlockStore;
  readonly heads: ReadonlyMap<ChainId, BlockHeader>;
  readonly isContinued: boolean;
};

export class RealNode {
  readonly node: Node;
  readonly engine: Engine;
  readonly storage: NodeStorage | undefined;
  /** It was kept, and goes on. */
  readonly isContinued: boolean;
  /** `undefined`: the configuration has none. */
  readonly backups: StorageBackups | undefined;
  private readonly mining: OwnMining | undefined;

  private constructor(
    parts: Pick<RealNode, 'node' | 'engine' | 'storage' | 'isContinued' | 'backups'>,
    mining: OwnMining | undefined,
  ) {
    this.node = parts.node;
    this.engine = parts.engine;
    this.storage = parts.storage;
    this.isContinued = parts.isContinued;
    this.backups = parts.backups;
    this.mining = mining;
  }

  /** A fault is a sentence. Throws a `StoreFault` where the folder cannot be used. */
  static start(options: RealNodeOptions): Result<RealNode, string> {
    const ground = groundOf(options);
    let started: Result<RealNode, string> | undefined;
    try {
      started = RealNode.on(options, ground);
      return started;
    } finally {
      if (started?.ok !== true) ground.journal.close();
    }
  }

  private static on(options: RealNodeOptions, ground: Ground): Result<RealNode, string> {
    const { configuration, clock } = options;
    const { storage, journal, entries } = ground;
    const deadline = new Deadline(clock);
    const depth = configuration.stateDepth;
    const states = new Map(
      [...entries].map(([chain, own]) => [
        chain,
        new ChainState({ entries: own, depth, info: lineInfo }),
      ]),
    );
    const begun = beginOn(options, ground, states);
    if (!begun.ok) return begun;
    const { network, store, heads, isContinued } = begun.value;
    const hosts = new Map(
      chainsOf(network).map((chain) => [chain, hostOf(options, network, { store, deadline })]),
    );
    const cut = cutOf(network, headsOfStates(store, states));
    const engine = new Engine({
      ...{ network, store, states, hosts, deadline, clock, cut, journal },
      blockGasLimit: configuration.gas.limit,
    });
    const caughtUp = catchUp(engine, heads, options.onTrouble);
    if (!caughtUp.ok) return caughtUp;
    const { node, mining } = nodeOn(options, engine);
    const backups = backupsOf(options, storage);
    return good(new RealNode({ node, engine, storage, isContinued, backups }, mining));
  }

  /** Executes every block that is kept, and compares. */
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
    });
  }

  /** Ends mining and all waiting, and closes the folder. */
  async stop(): Promise<void> {
    this.mining?.stop();
    this.node.stop();
    await this.storage?.settled();
    this.engine.journal.close();
  }
}

function groundOf({ configuration, network, files, timer, onTrouble }: RealNodeOptions): Ground {
  const { data, storage: settings, payloadDepth } = configuration;
  if (data === undefined) {
    const entries = new Map(chainsOf(network).map((chain) => [chain, new MemoryEntries()]));
    return { storage: undefined, journal: noJournal, entries };
  }
  const storage = NodeStorage.open({
    ...{ folder: data, network, files, timer, payloadDepth, ...settings },
    onFault: (sentence) =>
      onTrouble(`${sentence}. Nothing is kept or acknowledged until the node is started again`),
    onTrouble,
  });
  return { storage, journal: storage.journal, entries: storage.entries };
}

function backupsOf(
  { configuration, files, clock, timer, onTrouble }: RealNodeOptions,
  storage: NodeStorage | undefined,
): StorageBackups | undefined {
  const { backups: folder, data } = configuration;
  if (folder === undefined || data === undefined || storage === undefined) return undefined;
  return new StorageBackups({ storage, data, folder, files, clock, timer, onTrouble });
}

function beginOn(
  options: RealNodeOptions,
  { storage, entries }: Ground,
  states: ReadonlyMap<ChainId, ChainState>,
): Result<Begun, string> {
  const { network, firstPayloads, configuration, clock } = options;
  const identity = networkIdentity(network);
  if (storage?.identity !== undefined && storage.identity !== identity) {
    return bad(
      `${configuration.data ?? ''} holds another network: ${storage.identity}; ` +
        `the configuration has ${identity}. Name another folder with data, or its network`,
    );
  }
  const host = hostOf(options, network, {
    store: { find: () => undefined, ancestor: () => undefined },
    deadline: new Deadline(clock),
  });
  const began = beginStates({ network, payloads: firstPayloads, states, host });
  if (!began.ok) return began;
  if (storage === undefined) {
    const store = new MemoryBlocks(network, firstPayloads);
    return good({ network, store, heads: new Map(), isContinued: false });
  }
  if (storage.identity === undefined) {
    return good({ ...storage.begin(network, firstPayloads, { identity }), isContinued: false });
  }
  return good({ ...storage.continue(), isContinued: entries.size > 0 });
}

/** Executes what the states lack: nothing, unless the file of one was lost. */
function catchUp(
  engine: Engine,
  heads: ReadonlyMap<ChainId, BlockHeader>,
  onTrouble: (sentence: string) => void,
): Result<void, string> {
  const now = engine.cut.heads;
  const behind = [...heads].filter(([chain, { height }]) => (now.get(chain)?.height ?? 0) < height);
  if (behind.length === 0) return good(undefined);
  const chains = behind.map(([chain]) => chain).join(', ');
  onTrouble(`the state of chain ${chains} is not there: its blocks are executed again`);
  const moved = engine.moveTo(cutOf(engine.network, new Map([...now, ...heads])));
  if (moved.ok) return good(undefined);
  return bad(`a block cannot be executed again: ${moved.fault.kind}; restore a backup`);
}

function nodeOn(
  options: RealNodeOptions,
  engine: Engine,
): { readonly node: Node; readonly mining: OwnMining | undefined } {
  const { configuration, signatures, random, packageVersion, timer, onTrouble } = options;
  const { mining, gas, mempool } = configuration;
  const pools = new Map<ChainId, Mempool>();
  const { refreshMs } = mining;
  const making = { engine, pools, mostTransactions: mining.transactions, random, timer, refreshMs };
  const { allowed } = mining;
  const coordination = new Coordination({
    ...making,
    isMiner: ({ account }) => allowed === undefined || allowed.has(account),
  });
  const node = new Node({
    ...{ engine, pools, signatures, random, mempoolLimits: mempool },
    settings: {
      packageVersion,
      transactionGasLimit: gas.limit,
      minimumGasPrice: gas.minimumPrice,
    },
    mining: mining.coordination ? coordination : undefined,
  });
  if (mining.own === undefined) return { node, mining: undefined };
  const own = startOwnMining({
    ...making,
    ...{ ...mining.own, onTrouble },
    coordination: new Coordination(making),
    startSearchers: options.startSearchers,
  });
  return { node, mining: own };
}

function headsOfStates(
  store: BlockStore,
  states: ReadonlyMap<ChainId, ChainState>,
): ReadonlyMap<ChainId, BlockHeader> {
  return new Map(
    [...states].flatMap(([chain, { head }]) => {
      const header = head && store.find(chain, head.hash);
      return header === undefined ? [] : [[chain, header] as const];
    }),
  );
}

function hostOf(
  { depthLimit, isMemoryShort }: RealNodeOptions,
  network: Network,
  {
    store,
    deadline,
  }: {
    readonly store: Parameters<typeof executionHost>[0]['headers'];
    readonly deadline: Deadline;
  },
): ExecutionHost {
  return executionHost({
    network,
    headers: store,
    depthLimit,
    isInterrupted: deadline.isOver,
    ...(isMemoryShort !== undefined && { isMemoryShort }),
  });
}
