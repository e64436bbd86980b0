// The command log of a stand-alone server: the admitted commands in order, with their results. The caller executes waiting
// commands in that order, each once. The journal is written first, so that a command log can be rebuilt from it. At a
// checkpoint, executed commands leave the journal and their results go to the archive.

import { assert } from '../../base/assert.ts';
import type { Hash } from '../../lang/session/run.ts';
import { noArchive, type Archive, type Journal, type JournalPosition } from './journal.ts';
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

/** A command that waits to be executed. */
export type Waiting = NewCommand & { readonly sequence: number; readonly time: bigint };

type Admission =
  | { readonly kind: 'admitted'; readonly stays: Promise<void> }
  /** None of them was admitted. */
  | { readonly kind: 'duplicate'; readonly requestKey: Hash }
  /** Too many commands or bytes are waiting, or the journal has no room. */
  | { readonly kind: 'full'; readonly what: 'commands' | 'bytes' | 'memory' };

type LogAnswer =
  | { readonly kind: 'unknown' | 'waiting' }
  /** It is sealed for other entities. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'result'; readonly text: string };

type CommandLogOptions = {
  readonly journal: Journal;
  readonly archive?: Archive;
  /** The most waiting commands. */
  readonly maxWaiting: number;
  /** The most bytes of waiting commands. */
  readonly maxWaitingBytes?: number;
};

type Known = {
  readonly requestKey: Hash;
  /** The position of its record. */
  admitted: JournalPosition;
  done: { readonly position: JournalPosition; readonly marks: Marks } | undefined;
};

/** The result of a command. */
export type Done = {
  /** The JSON of its result; empty if it was only stored. */
  readonly text: string;
  readonly marks: Marks;
  /** The hash of the inner command, if it was sealed and could be opened. */
  readonly within: Hash | undefined;
};

/** The marks of a journal without results. */
const firstMarks: Marks = { public: 0n, sealed: 0n };

export class CommandLog {
  private readonly journal: Journal;
  private readonly archive: Archive;
  private readonly maxWaiting: number;
  private readonly maxWaitingBytes: number;
  /** Commands by sequence, in order; those executed before the last checkpoint are in the archive. */
  private readonly commands = new Map<number, Known>();
  private nextSequence = 0;
  private readonly sequences = new Map<Hash, number>();
  /** Commands ready to be executed, in order. */
  private readonly queue: Waiting[] = [];
  /** The number of admitted commands without a result. */
  private open = 0;
  /** Bytes of their records. */
  private openBytes = 0;
  private closed = 0;
  private lastMarks = firstMarks;
  /** The marks of the states at the last checkpoint. */
  private baseMarks = firstMarks;
  private readonly withinSealed: Hash[] = [];

  constructor({
    journal,
    archive = noArchive,
    maxWaiting,
    maxWaitingBytes = Infinity,
  }: CommandLogOptions) {
    this.journal = journal;
    this.archive = archive;
    this.maxWaiting = maxWaiting;
    this.maxWaitingBytes = maxWaitingBytes;
  }

  /** The marks of the states after the last result. */
  get marks(): Marks {
    return this.lastMarks;
  }

  /** The marks that a state must have reached: the journal cannot rebuild anything before them. */
  get base(): Marks {
    return this.baseMarks;
  }

  /** The bytes of executed commands in the journal, which a checkpoint would remove. */
  get closedBytes(): number {
    return this.closed;
  }

  /** Returns whether the journal has all commands ever executed, so that states can be rebuilt from nothing. */
  get isWhole(): boolean {
    return this.baseMarks === firstMarks;
  }

  /** Hashes of executed inner commands of sealed ones: none is executed again. */
  get opened(): readonly Hash[] {
    return this.withinSealed;
  }

  get waiting(): number {
    return this.open;
  }

  /**
   * Adds a record that an earlier command log wrote, with its position, in order. `keyOf` reads the request key from a
   * command's text. Returns `false` for an invalid record.
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

  /** Admits all of the commands or none. They can be executed once `stays` has resolved. */
  admit(commands: readonly NewCommand[], time: bigint): Admission {
    const keys = new Set<Hash>();
    for (const { requestKey } of commands) {
      if (keys.has(requestKey) || this.isKnown(requestKey)) {
        return { kind: 'duplicate', requestKey };
      }
      keys.add(requestKey);
    }
    if (this.open + commands.length > this.maxWaiting) return { kind: 'full', what: 'commands' };
    const records = commands.map(({ scope, text }) =>
      recordBytes({ kind: 'admitted', scope, time, text }),
    );
    const bytes = records.reduce((sum, { length }) => sum + length, 0);
    // A single command is admitted even if it is too large.
    const isMuch = this.open > 0 && this.openBytes + bytes > this.maxWaitingBytes;
    if (isMuch) return { kind: 'full', what: 'bytes' };
    if (!this.journal.hasRoom(bytes)) return { kind: 'full', what: 'memory' };
    const positions = this.journal.append(records);
    const waiting = positions.flatMap((position, i) => {
      const command = commands[i];
      const at = { time, sequence: this.nextSequence };
      return command === undefined ? [] : [this.know(command, at, position)];
    });
    // Syncs resolve in the order in which they were requested, so this keeps the order.
    const stays = this.journal.sync().then(() => {
      for (const each of waiting) this.queue.push(each);
    });
    return { kind: 'admitted', stays };
  }

  /** Returns the next commands to execute, each only once. */
  take(max: number): readonly Waiting[] {
    return this.queue.splice(0, max);
  }

  /** Puts commands that were taken but not executed back to the front of the queue. */
  putBack(commands: readonly Waiting[]): void {
    this.queue.unshift(...commands);
  }

  finish(sequence: number, { text, marks, within }: Done): void {
    const known = this.commands.get(sequence);
    assert(known !== undefined && known.done === undefined, 'a command is executed only once');
    const [position] = this.journal.append([
      recordBytes({ kind: 'done', sequence, marks, within, text }),
    ]);
    assert(position !== undefined, 'a journal returns the position of each record');
    this.settle(known, position, { marks, within });
  }

  /** Yields the commands that changed a state after these marks, in order: executing them again gives the current state. */
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
   * Moves the results of executed commands to the archive and keeps only the others in the journal. Must be called only
   * after the current states are durable. If it is interrupted, nothing is lost: the journal is unchanged, and results
   * that the archive has already are added again.
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
    assert(record?.kind === 'done', 'a record in the journal can be read');
    return record.text;
  }

  private admittedAt(position: JournalPosition): Extract<JournalRecord, { kind: 'admitted' }> {
    const record = readRecord(this.journal.read(position));
    assert(record?.kind === 'admitted', 'a record in the journal can be read');
    return record;
  }

  /** Restores the checkpoint, which is the first record if there is one. */
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

/** Returns the state that a command has changed: at most one. */
function scopeOfChange(before: Marks, after: Marks): Scope | undefined {
  return (['public', 'sealed'] as const).find((scope) => after[scope] > before[scope]);
}
