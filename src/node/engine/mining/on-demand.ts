// Mining on networks without proof of work: a block is made when a request needs it. If a chain is ahead of its
// neighbours, they are mined first, because its block refers to theirs. If no request waits for a block, it is made in
// turns, and requests are answered between them.

import { assert } from '../../../base/assert.ts';
import { good, type Result } from '../../../base/result.ts';
import type { Timer } from '../../../base/ports/time.ts';
import { extensionOf } from '../../../chain/choice/cut.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { neighboursAbove } from '../../../chain/rules/next-header.ts';
import type { OnDemand } from '../chain-service.ts';
import type { BuildFailure, Candidate } from '../engine.ts';
import { miningLimits } from './limits.ts';
import { BlockInTurns, type BlockMaking } from './make-block.ts';
import { Pace } from './pace.ts';

export type OnDemandParts = BlockMaking & {
  readonly timer: Timer;
  /** Called with one sentence if a block could not be made: for example, a miner account that cannot be paid. */
  readonly onTrouble: (sentence: string) => void;
};

/**
 * Microseconds that the newest block of a chain may be behind the clock when code runs on it: the time of that block is
 * the time that contracts see, and clients wait for a moment to come by asking for it.
 */
const oldest = 1_000_000n;
/**
 * Milliseconds for making blocks at once when a client asks about a waiting transaction; more are made later without a
 * request.
 */
const longestToSettleMs = 100;
/** The most blocks that one query may cause. */
const mostBlocks = 100;

export class OnDemandMiner implements OnDemand {
  private readonly parts: OnDemandParts;
  private readonly pace: Pace;
  /** Blocks that are made in turns. */
  private readonly begun = new Map<ChainId, BlockInTurns>();
  private isStopped = false;

  constructor(parts: OnDemandParts) {
    this.parts = parts;
    this.pace = new Pace({
      clock: parts.engine.clock,
      timer: parts.timer,
      choose: (waiting) => this.begunOf(waiting) ?? this.lowest(waiting),
      work: (chain, milliseconds) => this.workFor(chain, milliseconds),
    });
  }

  freshen(chain: ChainId): void {
    const { engine } = this.parts;
    const head = engine.cut.heads.get(chain);
    if (head !== undefined && engine.now() - head.creationTime > oldest) this.mine(chain);
  }

  /** Makes a block soon, unless a query for results comes first. */
  admitted(chain: ChainId): void {
    this.pace.admitted(chain);
  }

  settle(chain: ChainId): void {
    const { clock } = this.parts.engine;
    const end = clock.nowMs() + longestToSettleMs;
    while (this.poolSize(chain) > 0 && clock.nowMs() < end) {
      if (!this.mineOnce(chain)) return;
    }
  }

  deepen(chain: ChainId, blocks: number): void {
    for (let made = 0; made < Math.min(blocks, mostBlocks); made++) {
      if (this.mine(chain) === undefined) return;
    }
  }

  /** Makes a block of every chain in the cut, in the order of their numbers. */
  round(): readonly BlockHeader[] {
    const heights = new Map<ChainId, number>();
    for (const [chain, { height }] of this.parts.engine.cut.heads) heights.set(chain, height);
    const made: BlockHeader[] = [];
    for (const [chain, height] of heights) {
      // It may have been mined for a neighbour already.
      if ((this.head(chain)?.height ?? 0) > height) continue;
      const header = this.mine(chain);
      if (header !== undefined) made.push(header);
    }
    return made;
  }

  /** Works for a few milliseconds on a block of the lowest chain. Returns whether it needs more, up to `mostMs` in total. */
  mineNext(work: Work): boolean {
    const { heads } = this.parts.engine.cut;
    const chain = this.begunOf(heads) ?? this.lowest(heads.keys());
    return this.goOn(chain, work) === 'unfinished';
  }

  /** Makes one more block of a chain; `undefined` if none can be made. */
  mine(chain: ChainId): BlockHeader | undefined {
    const { blockMs } = miningLimits;
    for (;;) {
      const made = this.goOn(chain, { turnMs: blockMs, mostMs: blockMs });
      if (made !== 'unfinished') return made?.header;
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Returns the chain with the lowest block: its neighbours need no blocks first. */
  private lowest(chains: Iterable<ChainId>): ChainId {
    const [first, ...others] = chains;
    assert(first !== undefined, 'there is a chain');
    const heightOf = (chain: ChainId): number => this.head(chain)?.height ?? 0;
    return others.reduce((best, each) => (heightOf(each) < heightOf(best) ? each : best), first);
  }

  /** Whether the block took anything out of the pool. */
  private mineOnce(chain: ChainId): boolean {
    const before = this.poolSize(chain);
    return before > 0 && this.mine(chain) !== undefined && this.poolSize(chain) < before;
  }

  /** Whether the chain needs more work. */
  private workFor(chain: ChainId, turnMs: number): boolean {
    if (this.poolSize(chain) === 0) return false;
    const made = this.goOn(chain, { turnMs, mostMs: miningLimits.blockMs });
    if (made === 'unfinished') return true;
    return made !== undefined && tookSome(made) && this.poolSize(chain) > 0;
  }

  /** Continues a block of the chain, or begins one. `undefined`: none can be made. */
  private goOn(chain: ChainId, { turnMs, mostMs }: Work): Candidate | 'unfinished' | undefined {
    const { engine, onTrouble } = this.parts;
    // If the disk refuses writes, no blocks are stored.
    if (this.isStopped || engine.journal.fault !== undefined) return undefined;
    const begun = this.openOn(chain, mostMs);
    if (begun === undefined) return undefined;
    const candidate = begun.ok ? begun.value.turn(turnMs) : begun;
    if (candidate === undefined) return 'unfinished';
    this.begun.delete(chain);
    if (!candidate.ok) {
      const { fault } = candidate;
      onTrouble(fault.kind === 'failed' ? fault.text : `chain ${chain} waits for a neighbour`);
      return undefined;
    }
    const { header } = candidate.value;
    return engine.extend(candidate.value, header) === 'accepted' ? candidate.value : undefined;
  }

  /** Returns the open block if it is on top of the newest one, otherwise a new one. */
  private openOn(chain: ChainId, mostMs: number): Result<BlockInTurns, BuildFailure> | undefined {
    const begun = this.begun.get(chain);
    if (begun?.isCurrent === true) return good(begun);
    this.begun.delete(chain);
    if (!this.makeWay(chain)) return undefined;
    const opened = BlockInTurns.begin({ ...this.parts, mostMs }, chain);
    if (opened.ok) this.begun.set(chain, opened.value);
    return opened;
  }

  private begunOf(chains: { has(chain: ChainId): boolean }): ChainId | undefined {
    for (const [chain, block] of this.begun) {
      if (block.isCurrent && chains.has(chain)) return chain;
    }
    return undefined;
  }

  /** Mines the neighbours that a block of the chain must refer to. */
  private makeWay(chain: ChainId): boolean {
    const { engine } = this.parts;
    const head = this.head(chain);
    if (head === undefined) return false;
    for (const neighbour of neighboursAbove(engine.network, head)) {
      const other = this.head(neighbour);
      if (other !== undefined && other.height < head.height) this.mine(neighbour);
    }
    if (extensionOf(engine.cut, chain) !== undefined) return true;
    // If the graph changes, a chain waits for all others.
    for (const [other, { height }] of engine.cut.heads) {
      if (height < head.height) this.mine(other);
    }
    return extensionOf(engine.cut, chain) !== undefined;
  }

  private head(chain: ChainId): BlockHeader | undefined {
    return this.parts.engine.cut.heads.get(chain);
  }

  private poolSize(chain: ChainId): number {
    return this.parts.pools.get(chain)?.size ?? 0;
  }
}

type Work = { readonly turnMs: number; readonly mostMs: number };

function tookSome({ built: { payload, leftOut } }: Candidate): boolean {
  return payload.transactions.length > 0 || leftOut.some(({ kind }) => kind === 'invalid');
}
