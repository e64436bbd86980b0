// The ledger of a stand-alone server: which commands were admitted, in which order, and what came of
// each. Commands that wait are executed in that order, each once; what executes them is the caller's.
// The journal is written first, so that a ledger can be made again from it.

import { assert } from '../base/assert.ts';
import type { Hash } from '../lang/session/index.ts';
import type { Journal, JournalPosition } from './journal.ts';
import { readRecord, recordBytes, type JournalRecord, type Marks, type Scope } from './records.ts';

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
  | { readonly kind: 'full' };

export type Answer =
  | { readonly kind: 'unknown' | 'waiting' }
  /** It is sealed for others. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'result'; readonly text: string };

export type LedgerOptions = {
  readonly journal: Journal;
  /** Commands that may wait. */
  readonly mostWaiting: number;
};

type Known = {
  readonly requestKey: Hash;
  /** Where its record stands. */
  readonly admitted: JournalPosition;
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

export class Ledger {
  private readonly journal: Journal;
  private readonly mostWaiting: number;
  /** By sequence. */
  private readonly commands: Known[] = [];
  private readonly sequences = new Map<Hash, number>();
  /** What can be executed, by sequence, in order. */
  private readonly queue: Waiting[] = [];
  /** How many are admitted and not done. */
  private open = 0;
  private lastMarks = firstMarks;
  private readonly withinSealed: Hash[] = [];

  constructor({ journal, mostWaiting }: LedgerOptions) {
    this.journal = journal;
    this.mostWaiting = mostWaiting;
  }

  /** Where the states stood after what was done last. */
  get marks(): Marks {
    return this.lastMarks;
  }

  /** Hashes of the commands within sealed ones that were executed: none is executed again. */
  get opened(): readonly Hash[] {
    return this.withinSealed;
  }

  get waiting(): number {
    return this.open;
  }

  /**
   * A record that an earlier ledger wrote, with its position; in order. `keyOf` reads the request key
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
    const { scope, time, text } = record;
    const requestKey = keyOf(text);
    if (requestKey === undefined || this.sequences.has(requestKey)) return false;
    this.enqueue(this.know({ requestKey, scope, text }, time, position));
    return true;
  }

  /** All of them, or none. They can be executed once `stays` has answered. */
  admit(commands: readonly NewCommand[], time: bigint): Admission {
    const keys = new Set<Hash>();
    for (const { requestKey } of commands) {
      if (keys.has(requestKey) || this.sequences.has(requestKey)) {
        return { kind: 'duplicate', requestKey };
      }
      keys.add(requestKey);
    }
    if (this.open + commands.length > this.mostWaiting) return { kind: 'full' };
    const positions = this.journal.append(
      commands.map(({ scope, text }) => recordBytes({ kind: 'admitted', scope, time, text })),
    );
    const waiting = positions.flatMap((position, i) => {
      const command = commands[i];
      return command === undefined ? [] : [this.know(command, time, position)];
    });
    const stays = this.journal.sync().then(() => {
      for (const each of waiting) this.enqueue(each);
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
    const known = this.commands[sequence];
    assert(known !== undefined && known.done === undefined, 'a command is done once');
    const [position] = this.journal.append([
      recordBytes({ kind: 'done', sequence, marks, within, text }),
    ]);
    assert(position !== undefined, 'a journal tells where each record stands');
    this.settle(known, position, { marks, within });
  }

  /** What has changed a state since it stood at these marks, in order: done again, it stands here. */
  *doneSince(marks: Marks): Generator<Waiting & { readonly marks: Marks }> {
    let before = firstMarks;
    for (const [sequence, { requestKey, admitted, done }] of this.commands.entries()) {
      if (done === undefined) continue;
      const scope = scopeOfChange(before, done.marks);
      before = done.marks;
      if (scope === undefined || done.marks[scope] <= marks[scope]) continue;
      const record = readRecord(this.journal.read(admitted));
      assert(record?.kind === 'admitted', 'what the journal took can be read from it');
      yield { ...record, requestKey, sequence, marks: done.marks };
    }
  }

  answer(requestKey: Hash): Answer {
    const sequence = this.sequences.get(requestKey);
    if (sequence === undefined) return { kind: 'unknown' };
    const done = this.commands[sequence]?.done;
    if (done === undefined) return { kind: 'waiting' };
    const record = readRecord(this.journal.read(done.position));
    assert(record?.kind === 'done', 'what the journal took can be read from it');
    return record.text === '' ? { kind: 'kept' } : { kind: 'result', text: record.text };
  }

  private know(command: NewCommand, time: bigint, admitted: JournalPosition): Waiting {
    const sequence = this.commands.length;
    this.commands.push({ requestKey: command.requestKey, admitted, done: undefined });
    this.sequences.set(command.requestKey, sequence);
    this.open++;
    return { ...command, sequence, time };
  }

  /** Syncs answer in the order in which they were asked for, so this keeps the order. */
  private enqueue(command: Waiting): void {
    this.queue.push(command);
  }

  private restoreDone(
    { sequence, marks, within }: Extract<JournalRecord, { kind: 'done' }>,
    position: JournalPosition,
  ): boolean {
    const known = this.commands[sequence];
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
    this.lastMarks = marks;
  }
}

/** Which state a command has changed: at most one. */
function scopeOfChange(before: Marks, after: Marks): Scope | undefined {
  return (['public', 'sealed'] as const).find((scope) => after[scope] > before[scope]);
}
