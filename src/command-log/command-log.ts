// The command log of a stand-alone server: which commands were admitted, in which order, and what came of
// each. Commands that wait are executed in that order, each once; what executes them is the caller's.
// The journal is written first, so that a command log can be made again from it. At a checkpoint what is
// done leaves the journal, and its results go to the archive.

import { assert } from '../base/assert.ts';
import type { Hash } from '../lang/session/run.ts';
import { noArchive, type Archive } from './archive.ts';
import type { Journal, JournalPosition } from './journal.ts';
import {
  readRecord,
  recordBytes,
  type Checkpoint,
  type JournalRecord,
  type Marks,
  type Scope,
} from './records.ts';

export type NewCommand = {
  readonly requestKey: Hash;
  readonly scope: Scope;
  /** The command's JSON. */
  readonly text: string;
};

/** A command that waits for its turn. */
export type Waiting = NewCommand & { readonly sequence: number; readonly time: bigint };

export type Admission =
  | { readonly kind: 'admitted'; readonly stays: Promise<void> }
  /** None of them was admitted. */
  | { readonly kind: 'duplicate'; readonly requestKey: Hash }
  /** Too much waits, or the journal holds no more. */
  | { readonly kind: 'full'; readonly what: 'commands' | 'bytes' | 'memory' };

export type LogAnswer =
  | { readonly kind: 'unknown' | 'waiting' }
  /** It is sealed for others. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'result'; readonly text: string };

export type CommandLogOptions = {
  readonly journal: Journal;
  readonly archive?: Archive;
  /** Commands that may wait. */
  readonly mostWaiting: number;
  /** Bytes of them. */
  readonly mostWaitingBytes?: number;
};

type Known = {
  readonly requestKey: Hash;
  /** Where its record stands. */
  admitted: JournalPosition;
  done: { readonly position: JournalPosition; readonly marks: Marks } | undefined;
};

/** What came of a command. */
export type Done = {
  /** The JSON of its result, or nothing where it was only kept. */
  readonly text: string;
  readonly marks: Marks;
  /** The hash of the command within, where it was sealed and was opened. */
  readonly within: Hash | undefined;
};

/** The marks of a journal in which nothing was done yet. */
export const firstMarks: Marks = { public: 0n, sealed: 0n };

export class CommandLog {
  private readonly journal: Journal;
  private readonly archive: Archive;
  private readonly mostWaiting: number;
  private readonly mostWaitingBytes: number;
  /** By sequence, in order; those before the last checkpoint that were done are in the archive. */
  private readonly commands = new Map<number, Known>();
  private nextSequence = 0;
  private readonly sequences = new Map<Hash, number>();
  /** What can be executed, by sequence, in order. */
  private readonly queue: Waiting[] = [];
  /** How many are admitted and not done. */
  private open = 0;
  /** Bytes of their records. */
  private openBytes = 0;
  private closed = 0;
  private lastMarks = firstMarks;
  /** Where the states stood at the last checkpoint. */
  private baseMarks = firstMarks;
  private readonly withinSealed: Hash[] = [];

  constructor({
    journal,
    archive = noArchive,
    mostWaiting,
    mostWaitingBytes = Infinity,
  }: CommandLogOptions) {
    this.journal = journal;
    this.archive = archive;
    this.mostWaiting = mostWaiting;
    this.mostWaitingBytes = mostWaitingBytes;
  }

  /** Where the states stood after what was done last. */
  get marks(): Marks {
    return this.lastMarks;
  }

  /** What a state must have: the journal cannot give it again. */
  get base(): Marks {
    return this.baseMarks;
  }

  /** Bytes in the journal of what is done: so much shorter a checkpoint makes it. */
  get closedBytes(): number {
    return this.closed;
  }

  /** Whether the journal holds all that was ever done, so that states can be made from nothing. */
  get isWhole(): boolean {
    return this.baseMarks === firstMarks;
  }

  /** Hashes of the commands within sealed ones that were executed: none is executed again. */
  get opened(): readonly Hash[] {
    return this.withinSealed;
  }

  get waiting(): number {
    return this.open;
  }

  /**
   * A record that an earlier command log wrote, with its position; in order. `keyOf` reads the request key
   * out of a command's text. `false` where it is none.
   */
  restore(
    bytes: Uint8Array,
    position: JournalPosition,
    keyOf: (text: string) => Hash | undefined,
  ): boolean {
    const record = readRecord(bytes);
    if (record === undefined) return false;
    if (record.kind === 'done') return this.restoreDone(record, position);
    if (record.kind === 'checkpoint') return this.restoreCheckpoint(record);
    const { scope, time, text, sequence = this.nextSequence } = record;
    const requestKey = keyOf(text);
    if (requestKey === undefined || this.sequences.has(requestKey)) return false;
    if (this.commands.has(sequence)) return false;
    this.queue.push(this.know({ requestKey, scope, text }, { time, sequence }, position));
    return true;
  }

  /** All of them, or none. They can be executed once `stays` has answered. */
  admit(commands: readonly NewCommand[], time: bigint): Admission {
    const keys = new Set<Hash>();
    for (const { requestKey } of commands) {
      if (keys.has(requestKey) || this.isKnown(requestKey)) {
        return { kind: 'duplicate', requestKey };
      }
      keys.add(requestKey);
    }
    if (this.open + commands.length > this.mostWaiting) return { kind: 'full', what: 'commands' };
    const records = commands.map(({ scope, text }) =>
      recordBytes({ kind: 'admitted', scope, time, text }),
    );
    const bytes = records.reduce((sum, { length }) => sum + length, 0);
    // One command alone is taken, however large it is.
    const isMuch = this.open > 0 && this.openBytes + bytes > this.mostWaitingBytes;
    if (isMuch) return { kind: 'full', what: 'bytes' };
    if (!this.journal.hasRoom(bytes)) return { kind: 'full', what: 'memory' };
    const positions = this.journal.append(records);
    const waiting = positions.flatMap((position, i) => {
      const command = commands[i];
      const at = { time, sequence: this.nextSequence };
      return command === undefined ? [] : [this.know(command, at, position)];
    });
    // Syncs answer in the order in which they were asked for, so this keeps the order.
    const stays = this.journal.sync().then(() => {
      for (const each of waiting) this.queue.push(each);
    });
    return { kind: 'admitted', stays };
  }

  /** The next commands to execute, which are handed out once. */
  take(most: number): readonly Waiting[] {
    return this.queue.splice(0, most);
  }

  /** What was taken and could not be executed comes first again. */
  putBack(commands: readonly Waiting[]): void {
    this.queue.unshift(...commands);
  }

  finish(sequence: number, { text, marks, within }: Done): void {
    const known = this.commands.get(sequence);
    assert(known !== undefined && known.done === undefined, 'a command is done once');
    const [position] = this.journal.append([
      recordBytes({ kind: 'done', sequence, marks, within, text }),
    ]);
    assert(position !== undefined, 'a journal tells where each record stands');
    this.settle(known, position, { marks, within });
  }

  /** What has changed a state since it stood at these marks, in order: done again, it stands here. */
  *doneSince(marks: Marks): Generator<Waiting & { readonly marks: Marks }> {
    let before = this.baseMarks;
    for (const [sequence, { requestKey, admitted, done }] of this.commands) {
      if (done === undefined) continue;
      const scope = scopeOfChange(before, done.marks);
      before = done.marks;
      if (scope === undefined || done.marks[scope] <= marks[scope]) continue;
      yield { ...this.admittedAt(admitted), requestKey, sequence, marks: done.marks };
    }
  }

  answer(requestKey: Hash): LogAnswer {
    const sequence = this.sequences.get(requestKey);
    const known = sequence === undefined ? undefined : this.commands.get(sequence);
    if (known === undefined) {
      const text = this.archive.find(requestKey);
      return text === undefined ? { kind: 'unknown' } : answerOf(text);
    }
    return known.done === undefined ? { kind: 'waiting' } : answerOf(this.textOf(known.done));
  }

  /**
   * What is done goes to the archive, and the journal holds only what is not. To be called when the
   * states, as they are now, stay whatever happens. Should it end on the way, nothing is lost: the
   * journal is as before, and what the archive has already is put there again.
   */
  checkpoint(): void {
    const all = [...this.commands];
    const closed = all.flatMap(([, { requestKey, done }]) =>
      done === undefined ? [] : [{ requestKey, text: this.textOf(done) }],
    );
    this.archive.add(closed);
    const left = all.filter(([, { done }]) => done === undefined);
    const { nextSequence: next, lastMarks: marks, withinSealed: opened } = this;
    const [, ...positions] = this.journal.replace([
      recordBytes({ kind: 'checkpoint', next, marks, opened }),
      ...left.map(([sequence, { admitted }]) =>
        recordBytes({ ...this.admittedAt(admitted), sequence }),
      ),
    ]);
    left.forEach(([, known], i) => {
      known.admitted = positions[i] ?? known.admitted;
    });
    for (const [sequence, { requestKey, done }] of all) {
      if (done === undefined) continue;
      this.commands.delete(sequence);
      this.sequences.delete(requestKey);
    }
    this.baseMarks = marks;
    this.closed = 0;
  }

  private isKnown(requestKey: Hash): boolean {
    return this.sequences.has(requestKey) || this.archive.find(requestKey) !== undefined;
  }

  private know(
    command: NewCommand,
    at: { readonly time: bigint; readonly sequence: number },
    admitted: JournalPosition,
  ): Waiting {
    const { sequence } = at;
    this.commands.set(sequence, { requestKey: command.requestKey, admitted, done: undefined });
    this.sequences.set(command.requestKey, sequence);
    this.nextSequence = Math.max(this.nextSequence, sequence + 1);
    this.open++;
    this.openBytes += admitted.length;
    return { ...command, ...at };
  }

  private textOf({ position }: NonNullable<Known['done']>): string {
    const record = readRecord(this.journal.read(position));
    assert(record?.kind === 'done', 'what the journal took can be read from it');
    return record.text;
  }

  private admittedAt(position: JournalPosition): Extract<JournalRecord, { kind: 'admitted' }> {
    const record = readRecord(this.journal.read(position));
    assert(record?.kind === 'admitted', 'what the journal took can be read from it');
    return record;
  }

  /** The first record, if any. */
  private restoreCheckpoint({ next, marks, opened }: Checkpoint): boolean {
    if (this.nextSequence > 0) return false;
    this.nextSequence = next;
    this.lastMarks = marks;
    this.baseMarks = marks;
    this.withinSealed.push(...opened);
    return true;
  }

  private restoreDone(
    { sequence, marks, within }: Extract<JournalRecord, { kind: 'done' }>,
    position: JournalPosition,
  ): boolean {
    const known = this.commands.get(sequence);
    if (known === undefined || known.done !== undefined) return false;
    const at = this.queue.findIndex((waiting) => waiting.sequence === sequence);
    if (at === -1) return false;
    this.queue.splice(at, 1);
    this.settle(known, position, { marks, within });
    return true;
  }

  private settle(
    known: Known,
    position: JournalPosition,
    { marks, within }: Omit<Done, 'text'>,
  ): void {
    if (within !== undefined) this.withinSealed.push(within);
    known.done = { position, marks };
    this.open--;
    this.openBytes -= known.admitted.length;
    this.closed += known.admitted.length + position.length;
    this.lastMarks = marks;
  }
}

const answerOf = (text: string): LogAnswer =>
  text === '' ? { kind: 'kept' } : { kind: 'result', text };

/** Which state a command has changed: at most one. */
function scopeOfChange(before: Marks, after: Marks): Scope | undefined {
  return (['public', 'sealed'] as const).find((scope) => after[scope] > before[scope]);
}
