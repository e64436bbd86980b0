// Makes the coin history of blocks that were stored before it was kept: they are executed again from the first block on, in
// the background, on states in a file of its own. It can be stopped at any time, also by a kill, and goes on from there.

import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { BugError } from '../../base/assert.ts';
import type { Timer } from '../../base/ports/time.ts';
import type { Result } from '../../base/result.ts';
import type { Steps } from '../../base/steps.ts';
import {
  type AcceptedBlock,
  type AcceptFailure,
  checkBlock,
  checkSteps,
  commitBlock,
  prepareBlocks,
} from '../../chain/blocks/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { isGenesis } from '../../chain/rules/network.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import type { Engine } from '../engine/engine.ts';
import { historyLimits } from '../limits.ts';
import type { NodeStorage } from '../storage/node-storage.ts';
import type { CoinLedger } from './coin-ledger.ts';
import { FillingStates } from './filling-states.ts';
import type { HistoryTables } from './history-tables.ts';

type FillParts = {
  readonly engine: Engine;
  readonly tables: HistoryTables;
  readonly ledger: CoinLedger;
  /** For the file of states. */
  readonly folder: string;
  readonly timer: Timer;
  /** Takes a sentence about how far it is. */
  readonly onReport: (sentence: string) => void;
  /** Takes a sentence about why it ends early. */
  readonly onTrouble: (sentence: string) => void;
};

type Executing = Steps<Result<AcceptedBlock, AcceptFailure>>;

type Keeping = Pick<FillParts, 'engine' | 'timer' | 'onReport' | 'onTrouble'> & {
  readonly storage: Pick<NodeStorage, 'coin' | 'folder'>;
};

/** Begins to keep the history where it is not kept yet. Before the node makes a block: what is above is kept from then on. */
export function beginHistory({ engine, storage }: Pick<Keeping, 'engine' | 'storage'>): void {
  const { coin } = storage;
  if (coin === undefined) return;
  for (const { line } of engine.chains.values()) coin.ledger.beginAt(line.head, line.lowest);
  engine.journal.endStep();
}

/** Makes the history of earlier blocks, after `beginHistory`. */
export function fillHistory({ storage, ...parts }: Keeping): HistoryFiller | undefined {
  const { coin, folder } = storage;
  if (coin === undefined) {
    new FillingStates(folder).remove();
    return undefined;
  }
  const filler = new HistoryFiller({ ...parts, ...coin, folder });
  filler.start();
  return filler;
}

export class HistoryFiller {
  private readonly parts: FillParts;
  private readonly states: FillingStates;
  private running: { readonly header: BlockHeader; readonly steps: Executing } | undefined;
  /** Blocks since states were stored. */
  private unsaved = 0;
  private done = 0;
  private isStopped = false;
  private endPause: () => void = () => undefined;
  private ended: Promise<void> = Promise.resolve();

  constructor(parts: FillParts) {
    this.parts = parts;
    this.states = new FillingStates(parts.folder);
  }

  /** Begins if blocks are missing. */
  start(): void {
    const { onReport } = this.parts;
    const left = this.left();
    if (left === 0) return this.states.remove();
    onReport(
      `making the history of balances of ${left} stored blocks in the background: their balances are refused until it is complete`,
    );
    this.ended = this.run();
  }

  /** Resolves when nothing more is done; the next start goes on. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.endPause();
    await this.ended;
  }

  /** Resolves when the history is complete, or cannot be completed. */
  whenEnded(): Promise<void> {
    return this.ended;
  }

  private async run(): Promise<void> {
    const { states } = this;
    const { onReport, onTrouble } = this.parts;
    try {
      await this.dropForeign();
      for (;;) {
        const isDone = this.isStopped || this.turn();
        if (isDone || this.isFull()) await this.save();
        if (isDone) break;
        // Half of the time is for everything else.
        await this.pause();
      }
      await states.close();
      if (this.isStopped) return;
      states.remove();
      onReport(
        this.isComplete()
          ? 'the history of balances is complete'
          : 'the history of balances is made as far as payloads are stored',
      );
    } catch (error) {
      await states.close();
      if (!isStoreFault(error) && !(error instanceof BugError)) throw error;
      onTrouble(
        `the history of balances is not made any further: ${error.message}. Restart the node to go on; if it stops again, remove ${states.path} before, and the history begins anew`,
      );
    }
  }

  /** Removes states that do not belong to this history: of a former one, or of another node. */
  private async dropForeign(): Promise<void> {
    const { engine, tables } = this.parts;
    if (!this.states.isThere) return;
    const isForeign = [...engine.chains.values()].some(({ id, line }) => {
      const kept = tables.kept(id);
      const mark = this.states.mark(id);
      if (mark === undefined || kept === undefined || kept.filled >= kept.base) return false;
      const own = line.at(mark.height);
      return mark.height > kept.filled || own === undefined || !equalBytes(own.hash, mark.hash);
    });
    if (!isForeign) return;
    await this.states.close();
    this.states.remove();
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.endPause = resolve;
      this.parts.timer.after(historyLimits.turnMs, resolve);
    });
  }

  /** Works for a few milliseconds. Returns whether nothing is left. */
  private turn(): boolean {
    const { clock } = this.parts.engine;
    const end = clock.nowMs() + historyLimits.turnMs;
    do {
      if (this.running === undefined && !this.begin()) return true;
      this.proceed();
    } while (clock.nowMs() < end);
    return false;
  }

  /** Begins the next block. Returns false if there is none. */
  private begin(): boolean {
    const { engine, ledger, tables } = this.parts;
    for (const { id, line } of engine.chains.values()) {
      while (isFilling(tables, id)) {
        const state = this.states.of(id);
        const height = (state.head?.height ?? line.lowest - 1) + 1;
        const header = line.at(height);
        const follows = header !== undefined && isAfter(state, header);
        const steps = follows ? this.stepsOf(header, state) : undefined;
        if (header !== undefined && steps !== undefined) {
          this.running = { header, steps };
          return true;
        }
        ledger.endFilling(id);
        engine.journal.endStep();
        this.parts.onReport(
          `chain ${id}: balances are known from height ${tables.kept(id)?.base ?? 0} on, because earlier payloads are not stored`,
        );
      }
    }
    return false;
  }

  /** `undefined`: the payload is not stored. */
  private stepsOf(header: BlockHeader, state: ChainState): Executing | undefined {
    const { engine } = this.parts;
    const { network, store } = engine;
    const payload = store.payload(header.chainId, header.payloadHash);
    if (payload === undefined) return undefined;
    const host = { ...engine.chain(header.chainId).host, recordsCoin: true };
    const parentOf = ({ chainId, parent }: BlockHeader) => store.find(chainId, parent);
    const prepare = prepareBlocks({ network, host, parentOf });
    const block = { header, payload };
    if (isGenesis(network, header))
      return atOnce(() => checkBlock(state, block, { prepare, isFirst: true }));
    const draft = state.draft(header.height - 1);
    return draft.ok ? checkSteps(draft.value, block, { prepare }) : undefined;
  }

  private proceed(): void {
    const { running } = this;
    const step = running?.steps.next();
    if (running === undefined || step?.done !== true) return;
    this.running = undefined;
    const { header } = running;
    const executed = step.value;
    if (!executed.ok || executed.value.coin === undefined) {
      const hash = toBase64Url(header.hash);
      throw new BugError(`block ${hash} of chain ${header.chainId} cannot be executed again`);
    }
    this.add(header, executed.value);
    commitBlock(this.states.of(header.chainId), executed.value);
    this.unsaved++;
  }

  private add(header: BlockHeader, { coin }: AcceptedBlock): void {
    const { engine, ledger, tables } = this.parts;
    const kept = tables.kept(header.chainId);
    const isNext = kept?.filled === header.height - 1 && header.height <= kept.base;
    // It may have left the cut meanwhile, or have been written before the process was killed.
    if (!isNext || !engine.chain(header.chainId).line.has(header) || coin === undefined) return;
    ledger.fill(header, coin);
    engine.journal.endStep();
    this.done++;
    if (this.done % historyLimits.reportedBlocks === 0) {
      this.parts.onReport(
        `the history of balances: ${this.done} blocks are made, ${this.left()} are left`,
      );
    }
  }

  /** Whether so much waits to be stored that it must be stored now. */
  private isFull(): boolean {
    const { blocksAtOnce, bytesAtOnce } = historyLimits;
    return this.unsaved >= blocksAtOnce || this.states.pendingBytes >= bytesAtOnce;
  }

  /** States are stored after the history up to them: what is lost of them is executed again. */
  private async save(): Promise<void> {
    if (this.unsaved === 0) return;
    this.unsaved = 0;
    await this.parts.engine.journal.durable();
    await this.states.save();
  }

  private isComplete(): boolean {
    const { engine, tables } = this.parts;
    return [...engine.chains.values()].every(
      ({ id, line }) => (tables.kept(id)?.base ?? line.lowest) < line.lowest,
    );
  }

  private left(): number {
    const { engine, tables } = this.parts;
    let left = 0;
    for (const id of engine.chains.keys()) {
      const kept = tables.kept(id);
      if (kept !== undefined) left += kept.base - kept.filled;
    }
    return left;
  }
}

function isFilling(tables: HistoryTables, chain: ChainId): boolean {
  const kept = tables.kept(chain);
  return kept !== undefined && kept.filled < kept.base;
}

function isAfter({ head }: ChainState, { parent }: BlockHeader): boolean {
  return head === undefined || equalBytes(head.hash, parent);
}

function* atOnce<T>(work: () => T): Steps<T> {
  yield;
  return work();
}
