// Executes the sealed commands of a node for its entity, in the order in which they were taken, one after the other. A
// thread for questions evaluates each on a snapshot; the thread of the engine stores its result, what it wrote, and that it
// waits no more in one step. So a command is executed once, whenever the process is killed.

import { assert } from '../../base/assert.ts';
import type { Timer } from '../../base/ports/time.ts';
import { good } from '../../base/result.ts';
import { readCommand } from '../../chain/command/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { decodeHeader, encodeHeader } from '../../chain/model/header.ts';
import type { Recipient } from '../../chain/sealed/index.ts';
import type { EntryStore } from '../../storage/entries/index.ts';
import type { ChainQuestions } from '../engine/chain-questions.ts';
import type { Journal } from '../engine/journal.ts';
import { refusalOf, type SealedAnswer } from '../questions/sealed.ts';
import { sealedLimits } from './limits.ts';
import { type NewWaiting, SealedQueue, type WaitingSpace } from './sealed-queue.ts';
import {
  isDamage,
  type SealedRecords,
  type SealedResult,
  type WaitingSealed,
} from './sealed-records.ts';

type SealedRunnerParts = {
  readonly entity: Recipient;
  readonly records: SealedRecords;
  readonly journal: Journal;
  readonly questions: Pick<ChainQuestions, 'sealed'>;
  /** The entries of the entity with this number, for writing. */
  readonly entriesOf: (number: number) => EntryStore;
  readonly timer: Timer;
  /** Returns the JSON of a carried command. */
  readonly carried: (requestKey: string) => string | undefined;
  /** Called when a command has a result, which is in a step that ended. */
  readonly onDone: (chain: ChainId, requestKey: string) => void;
  /** Called on an internal fault: nothing more is executed. */
  readonly onFault: (error: unknown) => void;
  readonly onTrouble: (sentence: string) => void;
};

type Reply = Awaited<ReturnType<ChainQuestions['sealed']>>;
type Unanswered = Extract<Reply, { ok: false }>['fault'];

export class SealedRunner {
  private readonly parts: SealedRunnerParts;
  private readonly queue: SealedQueue;
  private readonly entries = new Map<number, EntryStore>();
  private inProgress: string | undefined;
  private isRunning = false;
  private isStopping = false;

  /** Continues with the commands that an earlier process has left. Call `start` to begin. */
  constructor(parts: SealedRunnerParts, space: WaitingSpace = sealedLimits) {
    this.parts = parts;
    const { records, onTrouble } = parts;
    this.queue = new SealedQueue({ records, space, onTrouble });
  }

  /** The number of commands that wait, with the one in progress. */
  get waiting(): number {
    return this.queue.size;
  }

  isWaiting(requestKey: string): boolean {
    return this.queue.has(requestKey);
  }

  /** Lets a command wait, in the current step. */
  add(command: NewWaiting): void {
    this.queue.add(command);
  }

  /** A command is not carried any more: if its text was only there, it is not executed. In the current step. */
  dropped(requestKey: string): void {
    if (requestKey !== this.inProgress) this.queue.dropped(requestKey);
  }

  /** Executes what waits. Call it when commands were added and their step has ended. */
  start(): void {
    if (this.isRunning || this.isStopping) return;
    this.isRunning = true;
    this.runAll().catch((error: unknown) => this.parts.onFault(error));
  }

  /** What waits is executed after the next start. */
  stop(): void {
    this.isStopping = true;
  }

  private async runAll(): Promise<void> {
    try {
      await this.untilEmpty();
    } finally {
      // In the turn in which nothing waited any more: the next command starts it again.
      this.isRunning = false;
    }
  }

  private async untilEmpty(): Promise<void> {
    const { queue } = this;
    const { journal, timer, carried } = this.parts;
    for (let next = queue.first(); next !== undefined; next = queue.first()) {
      const text = next.text ?? carried(next.requestKey);
      if (text === undefined) {
        queue.remove(next, undefined);
        journal.endStep();
        continue;
      }
      this.inProgress = next.requestKey;
      const answer = await this.answerOf(next, text);
      this.inProgress = undefined;
      if (this.isStopping || journal.fault !== undefined) return;
      if (answer.ok) this.store(next, answer.value);
      else if (!isPassing(answer.fault)) this.store(next, refused(next, sentences[answer.fault]));
      else await new Promise<void>((resolve) => void timer.after(sealedLimits.retryMs, resolve));
    }
  }

  private async answerOf(command: WaitingSealed, text: string): Promise<Reply> {
    try {
      return await this.ask(command, text);
    } catch (error) {
      // What it needs is damaged on the disk: others can be executed.
      if (!isDamage(error)) throw error;
      return good(refused(command, error.message));
    }
  }

  private ask({ chain, block }: WaitingSealed, text: string): Promise<Reply> {
    const { entity, records, questions } = this.parts;
    const command = readCommand(text);
    assert(command.ok, 'it was read when it was taken');
    const entries = records.entriesNumber(entity.name, chain);
    return questions.sealed(chain, {
      command: command.value,
      block: encodeHeader(block),
      entity,
      entries,
    });
  }

  private store(command: WaitingSealed, answer: SealedAnswer): void {
    const { journal, onDone, carried } = this.parts;
    const { chain, requestKey } = command;
    const result = this.accepted(command, answer);
    // Nobody can ask for it longer than the command could be sent again.
    const isKept = !result.isPassing || carried(requestKey) !== undefined;
    this.queue.remove(command, isKept ? result : undefined);
    journal.endStep();
    onDone(chain, requestKey);
  }

  /** Writes what the command wrote, unless the command inside was executed before. */
  private accepted(
    { chain, requestKey }: WaitingSealed,
    { block, output, executed }: SealedAnswer,
  ): SealedResult {
    const { records, entity } = this.parts;
    const header = decodeHeader(block);
    assert(header.ok, 'threads send headers as bytes');
    const at = { chain, block: header.value };
    if (executed === undefined) return { ...at, output, isPassing: true };
    const { hash, entries, nextTransaction } = executed;
    const refused = this.refusalTextOf(hash);
    if (refused !== undefined) {
      return { ...at, output: refusalOf(requestKey, refused), isPassing: true };
    }
    const own = this.entriesAt(records.entriesNumber(entity.name, chain));
    records.open(hash);
    own.apply({ kind: 'write', entries, nextTransaction });
    // Nothing is taken back: what was replaced is not kept.
    own.apply({ kind: 'forget', transaction: nextTransaction });
    return { ...at, output, isPassing: false };
  }

  /** A sentence if the command inside was executed before, or if that is not known because the disk is damaged. */
  private refusalTextOf(hash: string): string | undefined {
    try {
      const wasOpened = this.parts.records.wasOpened(hash);
      return wasOpened ? `the command inside, ${hash}, has been executed before` : undefined;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return error.message;
    }
  }

  private entriesAt(number: number): EntryStore {
    const known = this.entries.get(number);
    if (known !== undefined) return known;
    const made = this.parts.entriesOf(number);
    this.entries.set(number, made);
    return made;
  }
}

/** The command may be asked about again: nothing is wrong with it. */
function isPassing(why: Unanswered): why is Passing {
  return why === 'busy' || why === 'left' || why === 'closed';
}

const refused = ({ block, requestKey }: WaitingSealed, sentence: string): SealedAnswer => ({
  block: encodeHeader(block),
  output: refusalOf(requestKey, sentence),
  executed: undefined,
});

/** The fault of what has no answer; nothing was executed. */
const sentences = {
  limit: `the command was stopped after ${sealedLimits.ms / 1000} seconds`,
  memory: 'the command needs more memory than one may use: it was stopped',
  ended:
    'the command could not be executed because of an internal fault: the log of the node has details',
} as const satisfies Record<Exclude<Unanswered, Passing>, string>;

type Passing = 'busy' | 'left' | 'closed';
