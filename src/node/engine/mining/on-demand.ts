// Mining on networks without proof of work: a block is made when a request needs it, or at intervals. If a chain is ahead
// of its neighbours, they are mined first, because its block refers to theirs.

import { assert } from '../../../base/assert.ts';
import { good, type Result } from '../../../base/result.ts';
import type { Random } from '../../../base/ports/random.ts';
import type { Timer, Cancel, Clock } from '../../../base/ports/time.ts';
import { extensionOf } from '../../../chain/choice/cut.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { neighboursAbove } from '../../../chain/rules/next-header.ts';
import type { BuildFailure, Candidate } from '../engine.ts';
import { miningLimits } from '../../limits.ts';
import type { MiningGate } from './mining-gate.ts';
import { BlockInTurns, type BlockMaking } from './make-block.ts';

type OnDemandParts = BlockMaking & {
  readonly timer: Timer;
  /** Called with one sentence if a block could not be made: for example, a miner account that cannot be paid. */
  readonly onTrouble: (sentence: string) => void;
};

/**
 * Microseconds that the newest block of a chain may be behind the clock when code runs on it: the time of that block is
 * the time that contracts see, and clients wait for a moment to come by asking for it.
 */
export const oldestMicros = 1_000_000n;
/**
 * Milliseconds for making blocks at once when a client asks about a waiting transaction; more are made later without a
 * request.
 */
const longestToSettleMs = 100;
/** The maximum of blocks that one query may cause. */
const maxBlocks = 100;

export class OnDemandMiner {
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

  /** The time of the newest block must be recent before transactions are checked and before code runs. */
  freshen(chain: ChainId): void {
    const { engine } = this.parts;
    const head = engine.cut.heads.get(chain);
    if (head !== undefined && engine.now() - head.creationTime > oldestMicros) this.mine(chain);
  }

  /** Makes a block soon, unless a query for results comes first. */
  admitted(chain: ChainId): void {
    this.pace.admitted(chain);
  }

  /** Puts pending transactions into blocks before a question about them is answered. */
  settle(chain: ChainId): void {
    const { clock } = this.parts.engine;
    const end = clock.nowMs() + longestToSettleMs;
    while (this.poolSize(chain) > 0 && clock.nowMs() < end) {
      if (!this.mineOnce(chain)) return;
    }
  }

  /** Makes this number of blocks on top of the newest one. */
  deepen(chain: ChainId, blocks: number): void {
    for (let made = 0; made < Math.min(blocks, maxBlocks); made++) {
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

  /**
   * Works for a few milliseconds on a block of the lowest chain. Returns whether it needs more, up to `maxMs` in
   * total.
   */
  mineNext(work: Work): boolean {
    const { heads } = this.parts.engine.cut;
    const chain = this.begunOf(heads) ?? this.lowest(heads.keys());
    return this.advance(chain, work) === 'unfinished';
  }

  /** Makes one more block of a chain; `undefined` if none can be made. */
  mine(chain: ChainId): BlockHeader | undefined {
    const { blockMs } = miningLimits;
    for (;;) {
      const made = this.advance(chain, { turnMs: blockMs, maxMs: blockMs });
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

  /** Returns whether the block took anything out of the pool. */
  private mineOnce(chain: ChainId): boolean {
    const before = this.poolSize(chain);
    return before > 0 && this.mine(chain) !== undefined && this.poolSize(chain) < before;
  }

  /** Returns whether the chain needs more work. */
  private workFor(chain: ChainId, turnMs: number): boolean {
    if (this.poolSize(chain) === 0) return false;
    const made = this.advance(chain, { turnMs, maxMs: miningLimits.blockMs });
    if (made === 'unfinished') return true;
    return made !== undefined && tookSome(made) && this.poolSize(chain) > 0;
  }

  /** Continues a block of the chain, or begins one. `undefined`: none can be made. */
  private advance(chain: ChainId, { turnMs, maxMs }: Work): Candidate | 'unfinished' | undefined {
    const { engine, onTrouble } = this.parts;
    // If the disk refuses writes, no blocks are stored.
    if (this.isStopped || engine.journal.fault !== undefined) return undefined;
    const begun = this.openOn(chain, maxMs);
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
  private openOn(chain: ChainId, maxMs: number): Result<BlockInTurns, BuildFailure> | undefined {
    const begun = this.begun.get(chain);
    if (begun?.isCurrent === true) return good(begun);
    this.begun.delete(chain);
    if (!this.makeWay(chain)) return undefined;
    const opened = BlockInTurns.begin({ ...this.parts, maxMs }, chain);
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
    return this.parts.engine.chain(chain).mempool.size;
  }
}

type Work = { readonly turnMs: number; readonly maxMs: number };

function tookSome({ built: { payload, leftOut } }: Candidate): boolean {
  return payload.transactions.length > 0 || leftOut.some(({ kind }) => kind === 'invalid');
}

type PaceParts = {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Returns the next chain; there is at least one. */
  readonly choose: (waiting: ReadonlySet<ChainId>) => ChainId;
  /** Works on a block for about this many milliseconds. Returns whether the chain needs another turn. */
  readonly work: (chain: ChainId, milliseconds: number) => boolean;
};

/** Milliseconds from the first waiting transaction until the first turn. */
const shortestPauseMs = 10;
const longestPauseMs = 200;
/** Requests that arrived meanwhile are read within this time, and noticed then. */
const shortestBreakMs = 1;
/** The pause under load, as a multiple of the duration of the turn before. */
const pauseForTurn = 2;
/** Milliseconds of a turn: under load, and after clients have stopped. */
const shortTurnMs = 5;
const longTurnMs = 40;

export class Pace {
  private readonly parts: PaceParts;
  private readonly waiting = new Set<ChainId>();
  private isPlanned = false;
  /** Whether transactions arrived since the last turn. */
  private isBusy = false;

  constructor(parts: PaceParts) {
    this.parts = parts;
  }

  /** Call this when the chain has waiting transactions. */
  admitted(chain: ChainId): void {
    this.isBusy = true;
    this.waiting.add(chain);
    if (!this.isPlanned) this.planAfter(shortestPauseMs);
  }

  private planAfter(milliseconds: number): void {
    this.isPlanned = true;
    this.parts.timer.after(milliseconds, () => this.takeTurn());
  }

  private takeTurn(): void {
    const { clock, choose, work } = this.parts;
    const chain = choose(this.waiting);
    this.waiting.delete(chain);
    const wasBusy = this.isBusy;
    this.isBusy = false;
    const start = clock.nowMs();
    if (work(chain, wasBusy ? shortTurnMs : longTurnMs)) this.waiting.add(chain);
    const took = clock.nowMs() - start;
    this.isPlanned = false;
    if (this.waiting.size === 0) return;
    const pause = Math.min(Math.max(took * pauseForTurn, shortestPauseMs), longestPauseMs);
    this.planAfter(wasBusy ? pause : shortestBreakMs);
  }
}

type SteadyParts = {
  readonly miner: Pick<OnDemandMiner, 'freshen' | 'mineNext'>;
  readonly timer: Timer;
  /** Milliseconds between two blocks of a chain. */
  readonly blockTimeMs: number;
  readonly chains: readonly ChainId[];
  /** If absent, blocks are always made. */
  readonly gate?: MiningGate;
  /** If there are other miners: intervals are random, since miners at the same pace would make the same blocks every time. */
  readonly random?: Random | undefined;
};

/** Timers are not exact enough for shorter intervals. */
const shortestTurnMs = 10;
/** Milliseconds of work on a block, and of the pause after it, in which requests are handled. */
const workMs = 5;
const shortestRestMs = 10;
const longestRestMs = 25;
/** The fraction of the time until the next block that one pause may take. */
const partOfTime = 1 / 50;

/** Starts making blocks. Call the returned function to stop. */
export function mineSteadily(parts: SteadyParts): Cancel {
  const { miner, timer, blockTimeMs, chains, gate, random } = parts;
  const isOpen = (): boolean => gate?.closed === undefined;
  // A new transaction cannot be in a block directly above an old one, and the next block may be a long time away.
  if (isOpen()) for (const chain of chains) miner.freshen(chain);
  const turnMs = Math.max(blockTimeMs / chains.length, shortestTurnMs);
  const blocks = Math.max(1, Math.round((turnMs * chains.length) / blockTimeMs));
  const each = turnMs / blocks;
  const pauseMs = Math.min(Math.max(each * partOfTime, shortestRestMs), longestRestMs);
  const maxMs = Math.max((each * workMs) / (workMs + pauseMs), workMs);
  const work = { turnMs: workMs, maxMs };
  let due = 0;
  let isWorking = false;
  let isStopped = false;
  const proceed = (): void => {
    isWorking = false;
    while (due > 0 && !isStopped) {
      if (miner.mineNext(work)) {
        isWorking = true;
        timer.after(pauseMs, proceed);
        return;
      }
      due--;
    }
  };
  const turn = (): void => {
    // Transactions that did not fit into the time are left out.
    due = isOpen() ? Math.min(due + blocks, 2 * blocks) : 0;
    if (!isWorking) proceed();
  };
  const cancel =
    random === undefined
      ? timer.every(turnMs, turn)
      : atRandom(turn, { timer, random, meanMs: turnMs });
  return () => {
    isStopped = true;
    cancel();
  };
}

/** Runs it again and again, after 0 to twice the mean each time. */
function atRandom(
  run: () => void,
  {
    timer,
    random,
    meanMs,
  }: { readonly timer: Timer; readonly random: Random; readonly meanMs: number },
): Cancel {
  let cancel: Cancel = () => undefined;
  const next = (): void => {
    const [high = 0, low = 0] = random.bytes(2);
    const part = (high * 256 + low) / 65_535;
    cancel = timer.after(2 * meanMs * part, () => {
      next();
      run();
    });
  };
  next();
  return () => cancel();
}
