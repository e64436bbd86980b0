// A ledger in memory: real headers and cuts, and execution that only hashes but takes time. As in a node, one move runs at
// a time, the old cut stays visible until it ends, and own blocks may end it before.

import { assert } from '../../../base/assert.ts';
import { toBase64Url } from '../../../base/base64url.ts';
import { equalBytes } from '../../../base/bytes.ts';
import type { Clock, Timer } from '../../../base/ports/time.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import {
  braidFaults,
  cutOf,
  cutWeight,
  extendCut,
  genesisCut,
  type Cut,
} from '../../../chain/choice/cut.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import { byHeight, type BlockHeader, type Hash, type Micros } from '../../../chain/model/header.ts';
import { withoutOutputs, type PayloadData } from '../../../chain/model/payload.ts';
import { type Network, chainsOf, genesisHeader } from '../../../chain/rules/network.ts';
import { emptyGenesisPayload } from '../../../chain/rules/networks/development.ts';
import type { Ledger, LedgerChange, Move, MoveFault, Pool } from '../../ledger.ts';
import { deepFork } from '../../sync/limits.ts';
import { microsOf } from './simulated-network.ts';
import type { SimulatedDisk, StoredBlock } from './simulated-disk.ts';
import { Draft } from './draft.ts';
import { SimulatedPool } from './simulated-pool.ts';
import { executeStub } from './stub-execution.ts';

export type SimulatedLedgerParts = {
  readonly network: Network;
  readonly disk: SimulatedDisk;
  /** The node's own clock, which may be wrong. */
  readonly clock: Clock;
  readonly timer: Timer;
  /** Milliseconds for executing a block, besides those for each of its transactions. */
  readonly blockMs: number;
  readonly transactionMs: number;
  /** Of this run of the node. */
  readonly nonce: bigint;
};

/** Blocks of a long move that are put into the cut together. */
const blocksAtOnce = 64;

type Moved = Result<LedgerChange, MoveFault>;

/** Of one chain. */
type Way = {
  readonly chain: ChainId;
  readonly head: BlockHeader;
  readonly fork: BlockHeader;
  readonly above: readonly BlockHeader[];
};

export class SimulatedLedger implements Ledger {
  readonly network: Network;
  private readonly parts: SimulatedLedgerParts;
  private readonly blocks = new Map<string, StoredBlock>();
  private readonly payloads = new Map<string, PayloadData>();
  private readonly lines = new Map<ChainId, BlockHeader[]>();
  /** The heights of the transactions of each line. */
  private readonly included = new Map<ChainId, Map<string, number>>();
  private readonly pools = new Map<ChainId, SimulatedPool>();
  private readonly listeners = new Set<(change: LedgerChange) => void>();
  private current: Cut;
  private queue: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  /** Continues what the disk has. */
  constructor(parts: SimulatedLedgerParts) {
    this.parts = parts;
    this.network = parts.network;
    this.current = genesisCut(parts.network);
    for (const chain of chainsOf(parts.network)) this.begin(chain);
    for (const { cut, blocks } of parts.disk.steps) {
      for (const block of blocks) this.keep(block);
      this.settle(cut);
    }
  }

  cut(): Cut {
    return this.current;
  }

  onCut(listener: (change: LedgerChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  find(chain: ChainId, hash: Hash): BlockHeader | undefined {
    const header = this.blocks.get(toBase64Url(hash))?.header;
    return header?.chainId === chain ? header : undefined;
  }

  headerAt(chain: ChainId, height: number): BlockHeader | undefined {
    return this.lines.get(chain)?.[height];
  }

  payload({ hash }: BlockHeader): PayloadData | undefined {
    return this.blocks.get(toBase64Url(hash))?.payload;
  }

  payloadByHash(chain: ChainId, hash: Hash): PayloadData | undefined {
    return this.payloads.get(`${chain} ${toBase64Url(hash)}`);
  }

  now(): Micros {
    return microsOf(this.parts.clock.dateMs());
  }

  move(move: Move, signal?: AbortSignal): Promise<Moved> {
    const moved = this.queue.then(() => this.moveInStages(move, signal));
    this.queue = moved;
    return moved;
  }

  pool(chain: ChainId): Pool | undefined {
    return this.pools.get(chain);
  }

  poolOf(chain: ChainId): SimulatedPool {
    const pool = this.pools.get(chain);
    assert(pool !== undefined, 'a chain of the network');
    return pool;
  }

  /** The state of a stored block, from which one above it is executed. */
  stateOf(header: BlockHeader): Hash {
    return this.stored(header).stateHash;
  }

  /** Whether the transaction is in a block of the cut. */
  isIncluded(chain: ChainId, key: string): boolean {
    return this.included.get(chain)?.has(key) === true;
  }

  /** Puts a block of this node on the cut. */
  extend(header: BlockHeader, payload: PayloadData): boolean {
    const cut = extendCut(this.current, header);
    if (cut === undefined) return false;
    const executed = this.execute({ header, payload }, this.stateAt(header));
    assert(typeof executed === 'object', 'a node makes valid blocks');
    this.arrive({ cut, blocks: [executed], isOwn: true });
    return true;
  }

  close(): void {
    this.isClosed = true;
  }

  private begin(chain: ChainId): void {
    const header = genesisHeader(this.network, chain);
    assert(header !== undefined, 'every chain has a first block');
    const payload = withoutOutputs(emptyGenesisPayload());
    this.keep({ header, payload, stateHash: header.payloadHash, keys: [] });
    this.lines.set(chain, [header]);
    this.included.set(chain, new Map());
    const pool = new SimulatedPool({
      chain,
      nonce: this.parts.nonce,
      isIncluded: (key) => this.isIncluded(chain, key),
      now: () => this.now(),
    });
    this.pools.set(chain, pool);
  }

  private async moveInStages(move: Move, signal: AbortSignal | undefined): Promise<Moved> {
    const fresh = new Map(
      move.blocks.map((each) => [toBase64Url(each.header.hash), each] as const),
    );
    const added: BlockHeader[] = [];
    const removed: BlockHeader[] = [];
    for (;;) {
      const fault = this.stopReason(signal);
      if (fault !== undefined) return bad(fault);
      const ways = this.waysTo(move.cut, fresh);
      if (!ways.ok) return ways;
      const stage = this.firstStage(move.cut, ways.value);
      const moved = await this.moveStage(stage, fresh, signal);
      if (!moved.ok) return moved;
      added.push(...moved.value.added);
      removed.push(...moved.value.removed);
      if (stage.cut === move.cut) return good({ ...moved.value, added, removed });
    }
  }

  private waysTo(
    cut: Cut,
    fresh: ReadonlyMap<string, { readonly header: BlockHeader }>,
  ): Result<readonly Way[], MoveFault> {
    const ways: Way[] = [];
    for (const [chain, target] of cut.heads) {
      const line = this.lines.get(chain) ?? [];
      const head = this.headOf(chain);
      const above: BlockHeader[] = [];
      let at = target;
      while (!isOn(line, at)) {
        const header = at;
        const isKnown = this.blocks.has(toBase64Url(at.hash)) || fresh.has(toBase64Url(at.hash));
        const parent = this.find(chain, at.parent) ?? fresh.get(toBase64Url(at.parent))?.header;
        if (!isKnown || parent === undefined) return bad({ kind: 'unknown-block', header });
        above.push(header);
        at = parent;
      }
      const fork = line[at.height] ?? head;
      if (head.height - fork.height > deepFork) {
        return bad({ kind: 'not-kept', chain, height: fork.height });
      }
      if (above.length > 0 || fork !== head)
        ways.push({ chain, head, fork, above: above.reverse() });
    }
    return good(ways);
  }

  /** Ends at a cut on the way, if there are many blocks. It is heavier than the cut now. */
  private firstStage(
    target: Cut,
    ways: readonly Way[],
  ): { readonly cut: Cut; readonly ways: readonly Way[] } {
    const whole = { cut: target, ways };
    const added = ways.flatMap(({ above }) => above).sort(byHeight);
    if (added.length <= blocksAtOnce) return whole;
    const forks = ways.map(({ chain, fork }) => [chain, fork] as const);
    const isRewound = ways.some(({ fork, head }) => fork !== head);
    const weight = cutWeight(this.current);
    let cut = cutOf(this.network, new Map([...this.current.heads, ...forks]));
    for (const [at, header] of added.entries()) {
      const extended = extendCut(cut, header);
      if (extended === undefined || at === added.length - 1) return whole;
      cut = extended;
      if (at + 1 < blocksAtOnce || (isRewound && cutWeight(cut) <= weight)) continue;
      const taken = new Set(added.slice(0, at + 1));
      const shorter = ways.map((way) => ({
        ...way,
        above: way.above.filter((each) => taken.has(each)),
      }));
      return {
        cut,
        ways: shorter.filter(({ above, fork, head }) => above.length > 0 || fork !== head),
      };
    }
    return whole;
  }

  private async moveStage(
    { cut, ways }: { readonly cut: Cut; readonly ways: readonly Way[] },
    fresh: ReadonlyMap<string, { readonly header: BlockHeader; readonly payload: PayloadData }>,
    signal: AbortSignal | undefined,
  ): Promise<Moved> {
    const start = this.current;
    const drafts = new Map(ways.map((way) => [way.chain, new Draft(this, way.fork)] as const));
    const executed: StoredBlock[] = [];
    for (const header of ways.flatMap(({ above }) => above).sort(byHeight)) {
      const known = this.blocks.get(toBase64Url(header.hash));
      const payload = known?.payload ?? fresh.get(toBase64Url(header.hash))?.payload;
      const draft = drafts.get(header.chainId);
      assert(payload !== undefined && draft !== undefined, 'the way was looked at before');
      await this.spend(payload.transactions.length);
      const fault = this.stopReason(signal);
      if (fault !== undefined) return bad(fault);
      if (ways.some(({ chain, head }) => this.headOf(chain) !== head)) {
        return bad({ kind: 'overtaken' });
      }
      const block = this.execute({ header, payload }, draft);
      if (typeof block === 'string') return bad({ kind: 'invalid-block', header, why: block });
      draft.push(block);
      executed.push(block);
    }
    const reached = this.current === start ? cut : this.joined(cut, ways);
    if (reached === undefined) return bad({ kind: 'overtaken' });
    return good(this.arrive({ cut: reached, blocks: executed, isOwn: false }));
  }

  /** With the blocks that this node has put on other chains meanwhile. */
  private joined(cut: Cut, ways: readonly Way[]): Cut | undefined {
    const heads = new Map(cut.heads);
    for (const [chain, head] of this.current.heads) {
      if (!ways.some((way) => way.chain === chain)) heads.set(chain, head);
    }
    const joined = cutOf(this.network, heads);
    return braidFaults(joined).length === 0 ? joined : undefined;
  }

  private spend(transactions: number): Promise<void> {
    const { timer, blockMs, transactionMs, disk } = this.parts;
    const milliseconds = (blockMs + transactionMs * transactions) * disk.slowness;
    return new Promise((resolve) => void timer.after(milliseconds, resolve));
  }

  private execute(
    block: { readonly header: BlockHeader; readonly payload: PayloadData },
    state: { readonly hash: Hash; readonly has: (key: string) => boolean },
  ): StoredBlock | string {
    const { header, payload } = block;
    assert(equalBytes(header.payloadHash, payload.payloadHash), 'blocks have their own payload');
    const executed = executeStub(state, block);
    return typeof executed === 'string' ? executed : { header, payload, ...executed };
  }

  /** The state below a block that is put on its chain's head. */
  private stateAt({ chainId }: BlockHeader): Draft {
    return new Draft(this, this.headOf(chainId));
  }

  private arrive({
    cut,
    blocks,
    isOwn,
  }: {
    readonly cut: Cut;
    readonly blocks: readonly StoredBlock[];
    readonly isOwn: boolean;
  }): LedgerChange {
    for (const block of blocks) this.keep(block);
    this.parts.disk.store({ atMs: this.parts.clock.nowMs(), cut, blocks });
    const { added, removed } = this.settle(cut);
    const change: LedgerChange = { cut, added, removed, isOwn };
    for (const header of removed) {
      this.poolOf(header.chainId).reintroduce(this.stored(header).payload.transactions);
    }
    for (const header of added) {
      this.poolOf(header.chainId).removeMined(this.stored(header).keys);
    }
    for (const listener of this.listeners) listener(change);
    return change;
  }

  /** Changes lines and what they include. */
  private settle(cut: Cut): Pick<LedgerChange, 'added' | 'removed'> {
    const added: BlockHeader[] = [];
    const removed: BlockHeader[] = [];
    this.current = cut;
    for (const [chain, target] of cut.heads) {
      const line = this.lines.get(chain) ?? [];
      const included = this.included.get(chain);
      const above: BlockHeader[] = [];
      for (let at = target; !isOn(line, at); at = this.parentOf(at)) above.push(at);
      const fork = target.height - above.length;
      while (line.length - 1 > fork) {
        const header = line.pop() as BlockHeader;
        for (const key of this.stored(header).keys) included?.delete(key);
        removed.push(header);
      }
      for (const header of above.toReversed()) {
        const { header: own, keys } = this.stored(header);
        line.push(own);
        for (const key of keys) included?.set(key, own.height);
        added.push(own);
      }
    }
    return { added: added.sort(byHeight), removed: removed.sort(byHeight).reverse() };
  }

  private keep(block: StoredBlock): void {
    const key = toBase64Url(block.header.hash);
    if (this.blocks.has(key)) return;
    this.blocks.set(key, block);
    const { chainId, payloadHash } = block.header;
    this.payloads.set(`${chainId} ${toBase64Url(payloadHash)}`, block.payload);
  }

  private stored(header: BlockHeader): StoredBlock {
    const stored = this.blocks.get(toBase64Url(header.hash));
    assert(stored !== undefined, 'what is in a cut is stored');
    return stored;
  }

  private parentOf(header: BlockHeader): BlockHeader {
    const parent = this.find(header.chainId, header.parent);
    assert(parent !== undefined, 'no block is stored before its parent');
    return parent;
  }

  private headOf(chain: ChainId): BlockHeader {
    const head = this.lines.get(chain)?.at(-1);
    assert(head !== undefined, 'a chain of the network');
    return head;
  }

  private stopReason(signal: AbortSignal | undefined): MoveFault | undefined {
    if (signal?.aborted === true) return { kind: 'aborted' };
    return this.isClosed ? { kind: 'ill', sentence: 'the node is shutting down' } : undefined;
  }

  /** The height at which a transaction is in the line. */
  heightOf(chain: ChainId, key: string): number | undefined {
    return this.included.get(chain)?.get(key);
  }
}

function isOn(line: readonly BlockHeader[], header: BlockHeader): boolean {
  const own = line[header.height];
  return own !== undefined && equalBytes(own.hash, header.hash);
}
