// Executes the sealed commands of a node for its entity, in the order in which they were taken, one after the other. A
// thread for questions evaluates each on a snapshot; the thread of the engine stores its result, what it wrote, and that it
// waits no more in one step. So a command is executed once, whenever the process is killed.

import { assert } from '../../base/assert.ts';
import { utf8 } from '../../base/bytes.ts';
import type { Timer } from '../../base/ports/time.ts';
import { good } from '../../base/result.ts';
import { encodeCommandResult, readCommand, refusal } from '../../chain/command/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { decodeHeader, encodeHeader } from '../../chain/model/header.ts';
import type { Recipient } from '../../chain/sealed/index.ts';
import { isStoreFault, type EntryStore } from '../../storage/entries/index.ts';
import type { ChainQuestions } from '../engine/chain-questions.ts';
import type { Journal } from '../engine/journal.ts';
import type { SealedAnswer } from '../questions/sealed.ts';
import { sealedLimits } from './limits.ts';
import type { SealedRecords, SealedResult, WaitingSealed } from './sealed-records.ts';

type SealedRunnerParts = {
  readonly entity: Recipient;
  readonly records: SealedRecords;
  readonly journal: Journal;
  readonly questions: Pick<ChainQuestions, 'sealed'>;
  /** The entries of the entity with this number, for writing. */
  readonly entriesOf: (number: number) => EntryStore;
  readonly timer: Timer;
  readonly isCarried: (requestKey: string) => boolean;
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
  private readonly queue: WaitingSealed[];
  private readonly entries = new Map<number, EntryStore>();
  private readonly keys = new Set<string>();
  private characters = 0;
  private nextSequence: number;
  private isRunning = false;
  private isStopping = false;

  /** Continues with the commands that an earlier process has left. Call `start` to begin. */
  constructor(parts: SealedRunnerParts) {
    this.parts = parts;
    const { commands, unreadable } = parts.records.waiting();
    if (unreadable > 0) parts.onTrouble(unreadableText(unreadable));
    this.queue = [...commands];
    for (const { text, requestKey } of this.queue) {
      this.characters += text.length;
      this.keys.add(requestKey);
    }
    this.nextSequence = (this.queue.at(-1)?.sequence ?? -1) + 1;
  }

  /** The number of commands that wait, with the one in progress. */
  get waiting(): number {
    return this.queue.length;
  }

  isWaiting(requestKey: string): boolean {
    return this.keys.has(requestKey);
  }

  hasRoom(characters: number): boolean {
    const { waiting, waitingCharacters } = sealedLimits;
    if (this.queue.length >= waiting) return false;
    return this.queue.length === 0 || this.characters + characters <= waitingCharacters;
  }

  /** Lets a command wait, in the current step. */
  add(command: Omit<WaitingSealed, 'sequence'>): void {
    const waiting = { ...command, sequence: this.nextSequence++ };
    this.parts.records.wait(waiting);
    this.queue.push(waiting);
    this.keys.add(command.requestKey);
    this.characters += command.text.length;
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
    const { journal, timer } = this.parts;
    for (let next = this.queue[0]; next !== undefined; next = this.queue[0]) {
      const answer = await this.answerOf(next);
      if (this.isStopping || journal.fault !== undefined) return;
      if (answer.ok) this.store(next, answer.value);
      else if (!isPassing(answer.fault)) this.store(next, refused(next, sentences[answer.fault]));
      else await new Promise<void>((resolve) => void timer.after(sealedLimits.retryMs, resolve));
    }
  }

  private async answerOf(command: WaitingSealed): Promise<Reply> {
    try {
      return await this.ask(command);
    } catch (error) {
      // What it needs is damaged on the disk: others can be executed.
      if (!isStoreFault(error) || error.code !== 'damaged') throw error;
      return good(refused(command, error.message));
    }
  }

  private ask({ chain, block, text }: WaitingSealed): Promise<Reply> {
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
    const { records, journal, onDone, isCarried } = this.parts;
    const { chain, requestKey, text } = command;
    const result = this.accepted(command, answer);
    // Nobody can ask for it longer than the command could be sent again.
    const isKept = !result.isPassing || isCarried(requestKey);
    records.finish(command, isKept ? result : undefined);
    journal.endStep();
    this.queue.shift();
    this.keys.delete(requestKey);
    this.characters -= text.length;
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
    if (records.wasOpened(hash)) {
      const sentence = `the command inside, ${hash}, has been executed before`;
      return { ...at, output: refusalOf(requestKey, sentence), isPassing: true };
    }
    records.open(hash);
    const own = this.entriesAt(records.entriesNumber(entity.name, chain));
    own.apply({ kind: 'write', entries, nextTransaction });
    // Nothing is taken back: what was replaced is not kept.
    own.apply({ kind: 'forget', transaction: nextTransaction });
    return { ...at, output, isPassing: false };
  }

  private entriesAt(number: number): EntryStore {
    const known = this.entries.get(number);
    if (known !== undefined) return known;
    const made = this.parts.entriesOf(number);
    this.entries.set(number, made);
    return made;
  }
}

const unreadableText = (count: number): string =>
  `the disk is damaged: sealed commands that wait, but cannot be read and are not executed: ${count}`;

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

const refusalOf = (requestKey: string, sentence: string): Uint8Array =>
  utf8(encodeCommandResult(refusal(requestKey, sentence)));
