// Nodes for tests of synchronization: real headers, rules and joins, payloads of a few bytes, ledgers in memory that
// execute nothing, and requests that take a virtual moment. What a peer answers can be replaced.

import { toBase64Url } from '../../src/base/base64url.ts';
import { onAbort } from '../../src/base/on-abort.ts';
import { bad, good, type Result } from '../../src/base/result.ts';
import { SimulatedTime } from '../../src/base/ports/simulated-time.ts';
import { utf8 } from '../../src/base/bytes.ts';
import {
  compareCuts,
  cutHeight,
  cutWeight,
  extendCut,
  extensionOf,
  genesisCut,
  type Cut,
} from '../../src/chain/choice/cut.ts';
import { branchPage } from '../../src/chain/choice/header-pages.ts';
import { ancestorAt, HeaderTreeInMemory, forkPoint } from '../../src/chain/choice/header-tree.ts';
import { limitCut } from '../../src/chain/choice/join.ts';
import { knownGraphs, type GraphName } from '../../src/chain/graph/chain-graph.ts';
import { cutId, type CutHashes } from '../../src/chain/model/cut-json.ts';
import type { BlockHeader, Hash } from '../../src/chain/model/header.ts';
import { makePayload, type PayloadData } from '../../src/chain/model/payload.ts';
import { word256Of } from '../../src/chain/model/binary.ts';
import { powHash } from '../../src/chain/model/block-hash.ts';
import { headerAbove, earliestTime, withNonce } from '../../src/chain/rules/next-header.ts';
import { chainsOf, genesisHeader, type Network } from '../../src/chain/rules/network.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { keyOf, type PeerInfo, type PeerKey } from '../../src/p2p/address/peer-info.ts';
import type { Ledger, LedgerChange, Move, MoveFault } from '../../src/p2p/ledger.ts';
import { branchHeaders, getHeader, type BranchAsked } from '../../src/p2p/messages/headers.ts';
import type { Ask, AskFault, Message } from '../../src/p2p/messages/message.ts';
import { getPayload, getPayloads } from '../../src/p2p/messages/payloads.ts';
import type { SyncEvent } from '../../src/p2p/sync/events.ts';
import type { FaultClass, SyncPeers } from '../../src/p2p/sync/port.ts';
import { Synchronizer } from '../../src/p2p/sync/synchronizer.ts';
import { networkOn } from './header-web.ts';

export const syncNetwork = (graph: GraphName, changes: Partial<Network> = {}): Network => ({
  ...networkOn({ from: 0, graph: knownGraphs[graph] }),
  isPowDisabled: true,
  ...changes,
});

/** Blocks of all nodes of a test: what exists somewhere. */
export class BlockWorld {
  readonly network: Network;
  private readonly trees: ReadonlyMap<number, HeaderTreeInMemory>;
  private readonly payloads = new Map<string, PayloadData>();
  private made = 0;

  constructor(network: Network) {
    this.network = network;
    this.trees = new Map(
      chainsOf(network).map((chain) => [
        chain,
        new HeaderTreeInMemory(genesisHeader(network, chain)!),
      ]),
    );
  }

  readonly tree = (chain: number): HeaderTreeInMemory => this.trees.get(chain)!;

  get start(): Cut {
    return genesisCut(this.network);
  }

  payload(hash: Hash): PayloadData | undefined {
    return this.payloads.get(toBase64Url(hash));
  }

  /** Extends a cut by a valid block; `change` makes it another one. */
  mine(
    cut: Cut,
    chain: number,
    change: (header: BlockHeader) => BlockHeader = (same) => same,
  ): Cut {
    const extension = extensionOf(cut, chain);
    if (extension === undefined) throw new Error(`chain ${chain} must wait`);
    const { parent, adjacents } = extension;
    const made = makePayload({
      minerData: utf8(`block ${++this.made}`),
      coinbase: utf8('coinbase'),
      transactions: [],
    });
    const adjacentParents = adjacents.map(({ chainId, hash }) => this.found(chainId, hash));
    const creationTime = earliestTime({ parent, adjacentParents }) + this.network.blockDelay - 1n;
    const header = this.worked(
      change(
        headerAbove(this.network, {
          parent,
          adjacents,
          adjacentParents,
          payloadHash: made.payloadHash,
          creationTime,
        }),
      ),
    );
    this.payloads.set(toBase64Url(header.payloadHash), { ...made, kind: 'data', transactions: [] });
    this.tree(chain).insert(header);
    const extended = extendCut(cut, header);
    if (extended === undefined) throw new Error('a block that was mined on a cut extends it');
    return extended;
  }

  /** Adds a block to each chain, over and over. */
  grow(cut: Cut, heights: number): Cut {
    let at = cut;
    for (let i = 0; i < heights; i++) {
      for (const chain of cut.heads.keys()) at = this.mine(at, chain);
    }
    return at;
  }

  /** Mines the chains in turn. */
  mineAll(cut: Cut, chains: readonly number[]): Cut {
    return chains.reduce((at, chain) => this.mine(at, chain), cut);
  }

  /** Searches a nonce if the network needs one. */
  private worked(header: BlockHeader): BlockHeader {
    if (this.network.isPowDisabled) return header;
    let found = header;
    for (let nonce = 1n; word256Of(powHash(found)) > header.target; nonce++) {
      found = withNonce(header, nonce);
    }
    return found;
  }

  private found(chain: number, hash: Hash): BlockHeader {
    return this.tree(chain).get(hash) ?? genesisHeader(this.network, chain)!;
  }
}

export function wireCut(
  cut: Cut,
  attached: { readonly headers?: JsonObject; readonly payloads?: JsonObject } = {},
): CutHashes {
  const hashes = new Map([...cut.heads].map(([chain, { hash }]) => [chain, hash] as const));
  return {
    hashes: new Map(
      [...cut.heads].map(([chain, { height, hash }]) => [chain, { height: BigInt(height), hash }]),
    ),
    origin: '',
    weight: cutWeight(cut),
    height: BigInt(cutHeight(cut)),
    instance: cut.network.name,
    id: cutId(hashes),
    headers: attached.headers ?? new Map(),
    payloads: attached.payloads ?? new Map(),
  };
}

/** Executes nothing; a block may be said to be invalid. */
export class MemoryLedger implements Ledger {
  readonly network: Network;
  readonly invalid = new Set<string>();
  readonly moves: { readonly added: number; readonly blocks: number }[] = [];
  /** Virtual milliseconds that a block takes. */
  blockMs = 0;
  keptHeights = Infinity;
  private at: Cut;
  private readonly world: BlockWorld;
  private readonly time: SimulatedTime;
  private readonly stored = new Map<string, BlockHeader>();
  private readonly payloads = new Set<string>();
  private readonly listeners = new Set<(change: LedgerChange) => void>();

  constructor(world: BlockWorld, time: SimulatedTime, cut: Cut = world.start) {
    this.network = world.network;
    this.world = world;
    this.time = time;
    this.at = cut;
    this.store(cut);
  }

  cut(): Cut {
    return this.at;
  }

  onCut(listener: (change: LedgerChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  find(chain: number, hash: Hash): BlockHeader | undefined {
    const header = this.stored.get(toBase64Url(hash));
    return header?.chainId === chain ? header : undefined;
  }

  headerAt(chain: number, height: number): BlockHeader | undefined {
    const head = this.at.heads.get(chain);
    return head && ancestorAt(this.world.tree(chain), head, height);
  }

  payload(header: BlockHeader): PayloadData | undefined {
    return this.payloadOf(header.payloadHash);
  }

  payloadOf(hash: Hash): PayloadData | undefined {
    const isStored = this.payloads.has(toBase64Url(hash));
    return isStored ? this.world.payload(hash) : undefined;
  }

  now(): bigint {
    return BigInt(this.time.dateMs()) * 1000n;
  }

  pool(): undefined {
    return undefined;
  }

  async move(
    { cut, blocks }: Move,
    signal?: AbortSignal,
  ): Promise<Result<LedgerChange, MoveFault>> {
    const before = this.at;
    const { added, removed } = this.way(cut);
    const given = new Set(blocks.map(({ header }) => toBase64Url(header.hash)));
    for (const header of added) {
      const key = toBase64Url(header.hash);
      if (!this.stored.has(key) && !given.has(key)) return bad({ kind: 'unknown-block', header });
    }
    for (const header of removed) {
      const head = this.at.heads.get(header.chainId)!;
      if (head.height - header.height >= this.keptHeights) {
        return bad({ kind: 'not-kept', chain: header.chainId, height: header.height - 1 });
      }
    }
    await new Promise<void>((resume) => this.time.after(this.blockMs * added.length, resume));
    if (signal?.aborted === true) return bad({ kind: 'aborted' });
    if (this.at !== before) return bad({ kind: 'overtaken' });
    const invalid = added.find(({ hash }) => this.invalid.has(toBase64Url(hash)));
    if (invalid !== undefined) {
      return bad({ kind: 'invalid-block', header: invalid, why: 'the results differ' });
    }
    this.moves.push({ added: added.length, blocks: blocks.length });
    if (compareCuts(cut, this.at) <= 0) throw new Error('a cut never becomes lighter');
    return good(this.become(cut, { added, removed, isOwn: false }));
  }

  /** As if this node had mined the blocks of the cut above its own. */
  mined(cut: Cut): void {
    const { added, removed } = this.way(cut);
    this.become(cut, { added, removed, isOwn: true });
  }

  private become(cut: Cut, change: Omit<LedgerChange, 'cut'>): LedgerChange {
    for (const header of change.added) this.keep(header);
    this.at = cut;
    const whole = { cut, ...change };
    for (const listener of [...this.listeners]) listener(whole);
    return whole;
  }

  private way(cut: Cut): Pick<LedgerChange, 'added' | 'removed'> {
    const added: BlockHeader[] = [];
    const removed: BlockHeader[] = [];
    for (const [chain, head] of cut.heads) {
      const own = this.at.heads.get(chain) ?? genesisHeader(this.network, chain)!;
      const tree = this.world.tree(chain);
      const fork = forkPoint(tree, own, head)!;
      for (let up = head; up.height > fork.height; up = tree.get(up.parent)!) added.push(up);
      for (let up = own; up.height > fork.height; up = tree.get(up.parent)!) removed.push(up);
    }
    added.sort((a, b) => a.height - b.height || a.chainId - b.chainId);
    removed.sort((a, b) => b.height - a.height || a.chainId - b.chainId);
    return { added, removed };
  }

  private keep(header: BlockHeader): void {
    this.stored.set(toBase64Url(header.hash), header);
    this.payloads.add(toBase64Url(header.payloadHash));
  }

  private store(cut: Cut): void {
    for (const [chain, head] of cut.heads) {
      let header: BlockHeader | undefined = head;
      while (header !== undefined) {
        this.keep(header);
        header = this.world.tree(chain).get(header.parent);
      }
    }
  }
}

/** Answers of one node; a hostile one replaces some. */
export type Answers = {
  readonly header?: (of: { readonly chain: number; readonly hash: Hash }) => Answer<BlockHeader>;
  readonly headers?: (of: BranchAsked) => Answer<readonly BlockHeader[]>;
  readonly payload?: (hash: Hash) => Answer<PayloadData>;
  readonly payloads?: (hashes: readonly Hash[]) => Answer<readonly PayloadData[]>;
};

/** `undefined`: it never answers. */
type Answer<T> = Result<T, AskFault> | undefined;

export const unknownThere = bad({ kind: 'status', status: 404, sentence: 'not found' } as const);

export type SyncNodeOptions = {
  readonly cut?: Cut;
  readonly group?: string;
  readonly answers?: Answers;
  readonly hasBatches?: boolean;
};

export class SyncNode {
  readonly info: PeerInfo;
  readonly key: PeerKey;
  readonly group: string;
  readonly ledger: MemoryLedger;
  readonly answers: Answers;
  readonly hasBatches: boolean;
  readonly faults: { readonly peer: PeerKey; readonly fault: FaultClass; readonly what: string }[] =
    [];
  readonly events: SyncEvent[] = [];
  readonly asked = new Map<string, number>();
  readonly configured = new Set<PeerKey>();
  sync!: Synchronizer;

  constructor(net: SyncNet, name: string, options: SyncNodeOptions) {
    this.info = { address: { host: name, port: 1789 }, id: undefined };
    this.key = keyOf(this.info.address);
    this.group = options.group ?? name;
    this.ledger = new MemoryLedger(net.world, net.time, options.cut);
    this.answers = options.answers ?? {};
    this.hasBatches = options.hasBatches ?? false;
  }

  faultsOf(peer: SyncNode): readonly FaultClass[] {
    return this.faults.filter((each) => each.peer === peer.key).map(({ fault }) => fault);
  }
}

/** Nodes that know each other. Requests take 10 ms each way. */
export class SyncNet {
  readonly world: BlockWorld;
  readonly time = new SimulatedTime({
    startDateMs: 1_000_000_000,
    // Enough microtasks for the promises of a step.
    settle: async () => {
      for (let i = 0; i < 60; i++) await Promise.resolve();
    },
  });
  readonly nodes = new Map<PeerKey, SyncNode>();
  /** Whether the first node can ask the second one. */
  reaches: (from: SyncNode, to: SyncNode) => boolean = () => true;

  constructor(network: Network) {
    this.world = new BlockWorld(network);
  }

  add(name: string, options: SyncNodeOptions = {}): SyncNode {
    const node = new SyncNode(this, name, options);
    this.nodes.set(node.key, node);
    const peers: SyncPeers = {
      current: () =>
        [...this.nodes.values()].filter((each) => each !== node).map((each) => each.info),
      groupOf: (peer) => this.nodes.get(peer)?.group ?? peer,
      isConfigured: (peer) => node.configured.has(peer),
      fault: (peer, fault, what) => void node.faults.push({ peer, fault, what }),
      useful: () => undefined,
    };
    node.sync = new Synchronizer({
      ledger: node.ledger,
      ask: this.askOf(node),
      peers,
      clock: this.time,
      timer: this.time,
      report: (event) => void node.events.push(event),
    });
    return node;
  }

  /** A peer pushes its cut, or another one. */
  push(from: SyncNode, to: SyncNode, cut: Cut = from.ledger.cut()): void {
    to.sync.take(wireCut(cut), { peer: from.info, sender: from.key });
  }

  /** Pulls of all nodes from all others every two seconds, for so long. */
  async run(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 2) {
      for (const node of this.nodes.values()) this.pullAll(node);
      await this.time.advance(2000);
    }
  }

  private pullAll(node: SyncNode): void {
    for (const other of this.nodes.values()) {
      if (other === node || !this.reaches(node, other)) continue;
      const maxHeight = node.sync.maxHeight();
      const { heads } = other.ledger.cut();
      const cut =
        maxHeight === undefined
          ? other.ledger.cut()
          : limitCut(
              this.world.tree,
              other.ledger.cut(),
              Math.max(0, Math.floor(maxHeight / heads.size)),
            )!;
      this.push(other, node, cut);
    }
  }

  private askOf(asking: SyncNode): Ask {
    return async <Asked, Answered>(
      to: PeerInfo,
      { name }: Message<Asked, Answered>,
      asked: Asked,
      { signal }: { readonly signal?: AbortSignal } = {},
    ) => {
      const other = this.nodes.get(keyOf(to.address));
      asking.asked.set(name, (asking.asked.get(name) ?? 0) + 1);
      const isReached = other !== undefined && this.reaches(asking, other);
      const answer = isReached ? answerOf(other, name, asked) : undefined;
      await new Promise<void>((resume) => {
        const cancel = this.time.after(answer === undefined ? 3000 : 20, resume);
        if (signal === undefined) return;
        onAbort(signal, () => {
          cancel();
          resume();
        });
      });
      if (signal?.aborted === true) return bad({ kind: 'aborted', sentence: 'aborted' } as const);
      if (answer === undefined) return bad({ kind: 'too-slow', sentence: 'no answer' } as const);
      return answer as Result<Answered, AskFault>;
    };
  }
}

/** As the endpoints of a node do. */
function answerOf(node: SyncNode, name: string, asked: unknown): Answer<unknown> {
  const { answers, ledger } = node;
  switch (name) {
    case getHeader.name: {
      const of = asked as AskedOf<typeof getHeader>;
      return answers.header === undefined
        ? foundOr404(ledger.find(of.chain, of.hash))
        : answers.header(of);
    }
    case branchHeaders.name: {
      const of = asked as AskedOf<typeof branchHeaders>;
      return answers.headers === undefined ? pageOf(ledger, of) : answers.headers(of);
    }
    case getPayload.name: {
      const { hash } = asked as AskedOf<typeof getPayload>;
      return answers.payload === undefined
        ? foundOr404(ledger.payloadOf(hash))
        : answers.payload(hash);
    }
    case getPayloads.name: {
      const hashes = (asked as AskedOf<typeof getPayloads>).blocks.map(({ hash }) => hash);
      if (answers.payloads !== undefined) return answers.payloads(hashes);
      if (!node.hasBatches) return unknownThere;
      return good(hashes.flatMap((hash) => ledger.payloadOf(hash) ?? []));
    }
    default:
      throw new Error(`synchronization does not ask ${name}`);
  }
}

type AskedOf<M> = M extends Message<infer Asked, unknown> ? Asked : never;

function foundOr404<T>(found: T | undefined): Result<T, AskFault> {
  return found === undefined ? unknownThere : good(found);
}

export function pageOf(
  ledger: MemoryLedger,
  of: BranchAsked,
): Result<readonly BlockHeader[], AskFault> {
  const page = branchPage(
    { get: (hash) => ledger.find(of.chain, hash) },
    { lower: of.lower, upper: of.upper },
    { limit: Math.min(of.limit, 20), minHeight: of.minHeight, maxHeight: of.maxHeight },
  );
  return page.ok ? good(page.value.items) : unknownThere;
}
