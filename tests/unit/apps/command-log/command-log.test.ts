import { describe, expect, test } from 'vitest';
import {
  CommandLog,
  MemoryJournal,
  type Archive,
  type JournalPosition,
  type Marks,
} from '../../../../src/apps/command-log/index.ts';
import { recordBytes } from '../../../../src/apps/command-log/records.ts';
import { hashText, type Hash } from '../../../../src/lang/session/run.ts';

const keyOf = (text: string): Hash => hashText(text);
const command = (text: string) => ({ requestKey: keyOf(text), scope: 'public' as const, text });
const marks = (open: bigint): Marks => ({ public: open, sealed: 0n });

const done = (text: string, after: Marks) => ({ text, marks: after, within: undefined });

/** A journal that can be read back. */
class KeptJournal extends MemoryJournal {
  kept: (readonly [Uint8Array, JournalPosition])[] = [];
  readonly results = new Map<Hash, string>();
  readonly archive: Archive = {
    find: (requestKey) => this.results.get(requestKey),
    add: (all) => all.forEach(({ requestKey, text }) => this.results.set(requestKey, text)),
  };

  override replace(records: readonly Uint8Array[]): readonly JournalPosition[] {
    this.kept = [];
    return super.replace(records);
  }

  override append(records: readonly Uint8Array[]): readonly JournalPosition[] {
    const positions = super.append(records);
    positions.forEach((position, i) => this.kept.push([records[i]!, position]));
    return positions;
  }

  restored(): CommandLog {
    const commandLog = new CommandLog({ journal: this, archive: this.archive, maxWaiting: 5 });
    for (const [bytes, position] of [...this.kept]) {
      expect(commandLog.restore(bytes, position, keyOf)).toBe(true);
    }
    return commandLog;
  }
}

async function admit(commandLog: CommandLog, ...texts: readonly string[]): Promise<string> {
  const admission = commandLog.admit(texts.map(command), 7n);
  if (admission.kind === 'admitted') await admission.stays;
  return admission.kind === 'duplicate' ? admission.requestKey : admission.kind;
}

const texts = (commandLog: CommandLog, max = 10): readonly string[] =>
  commandLog.take(max).map(({ text }) => text);

test('a journal in memory copies exactly the bytes that it is given', () => {
  const journal = new MemoryJournal(100);
  expect([100, 101].map((bytes) => journal.hasRoom(bytes))).toEqual([true, false]);
  journal.append([new Uint8Array(30), new Uint8Array(10)]);
  expect([60, 61].map((bytes) => journal.hasRoom(bytes))).toEqual([true, false]);
  journal.replace([new Uint8Array(10)]);
  expect([90, 91].map((bytes) => journal.hasRoom(bytes))).toEqual([true, false]);
});

test('commands are returned in the order of their admission, each once', async () => {
  const commandLog = new CommandLog({ journal: new MemoryJournal(), maxWaiting: 5 });
  expect(await admit(commandLog, 'a', 'b')).toBe('admitted');
  expect(await admit(commandLog, 'c')).toBe('admitted');
  expect(texts(commandLog, 2)).toEqual(['a', 'b']);
  expect(texts(commandLog)).toEqual(['c']);
  expect(texts(commandLog)).toEqual([]);
});

test('a body with a duplicate, or with more than may wait, is refused as a whole', async () => {
  const commandLog = new CommandLog({ journal: new MemoryJournal(), maxWaiting: 3 });
  await admit(commandLog, 'a');
  expect(await admit(commandLog, 'b', 'a')).toBe(keyOf('a'));
  expect(await admit(commandLog, 'b', 'b')).toBe(keyOf('b'));
  expect(await admit(commandLog, 'b', 'c', 'd')).toBe('full');
  expect(await admit(commandLog, 'b', 'c')).toBe('admitted');
  expect(texts(commandLog)).toEqual(['a', 'b', 'c']);
  commandLog.finish(0, done('A', marks(1n)));
  expect(await admit(commandLog, 'a')).toBe(keyOf('a'));
  expect(await admit(commandLog, 'd')).toBe('admitted');
});

test('a command can be executed only after it is stored', async () => {
  let synced: () => void = () => undefined;
  class SlowJournal extends MemoryJournal {
    override sync(): Promise<void> {
      return new Promise((resolve) => (synced = resolve));
    }
  }
  const commandLog = new CommandLog({ journal: new SlowJournal(), maxWaiting: 5 });
  const admitted = admit(commandLog, 'a');
  expect(texts(commandLog)).toEqual([]);
  expect(await admit(commandLog, 'a')).toBe(keyOf('a'));
  synced();
  await admitted;
  expect(texts(commandLog)).toEqual(['a']);
});

test('it returns the result of a command', async () => {
  const commandLog = new CommandLog({ journal: new MemoryJournal(), maxWaiting: 5 });
  await admit(commandLog, 'a', 'b');
  commandLog.finish(0, done('{"result":1}\n', marks(1n)));
  commandLog.finish(1, done('', marks(1n)));
  expect(commandLog.answer(keyOf('a'))).toEqual({ kind: 'result', text: '{"result":1}\n' });
  expect(commandLog.answer(keyOf('b'))).toEqual({ kind: 'kept' });
  expect(commandLog.answer(keyOf('c'))).toEqual({ kind: 'unknown' });
  await admit(commandLog, 'c');
  expect(commandLog.answer(keyOf('c'))).toEqual({ kind: 'waiting' });
  expect(() => commandLog.finish(0, done('again', marks(2n)))).toThrow('once');
});

test('it is rebuilt from its journal, and continues with what was not done', async () => {
  const journal = new KeptJournal();
  const commandLog = new CommandLog({ journal, maxWaiting: 5 });
  await admit(commandLog, 'a\nwith lines', 'b');
  await admit(commandLog, 'c');
  commandLog.take(3);
  commandLog.finish(1, done('B', marks(1n)));
  commandLog.finish(0, done('A', marks(2n)));
  const again = journal.restored();
  expect(again.marks).toEqual(marks(2n));
  expect(again.waiting).toBe(1);
  expect(again.answer(keyOf('b'))).toEqual({ kind: 'result', text: 'B' });
  expect(again.take(9)).toMatchObject([{ ...command('c'), sequence: 2, time: 7n }]);
  expect(await admit(again, 'b')).toBe(keyOf('b'));
});

test('records that are empty or duplicate make a journal invalid', async () => {
  const journal = new KeptJournal();
  const commandLog = new CommandLog({ journal, maxWaiting: 5 });
  await admit(commandLog, 'a');
  commandLog.finish(0, done('A', marks(1n)));
  const again = journal.restored();
  const position = { start: 0, length: 0 };
  const restores = (text: string): boolean =>
    again.restore(new TextEncoder().encode(text), position, keyOf);
  for (const text of [
    '',
    'admitted public 7',
    'done 0 1 0\nA',
    'done 9 1 0\n',
    'admitted all 7\nx',
  ]) {
    expect(restores(text)).toBe(false);
  }
  expect(restores('admitted public 7\na')).toBe(false);
  expect(restores('admitted public 7\nb')).toBe(true);
});

test('it returns what has changed a state since', async () => {
  const commandLog = new CommandLog({ journal: new MemoryJournal(), maxWaiting: 9 });
  await admit(commandLog, 'a', 'b', 'c', 'd');
  commandLog.finish(0, done('A', marks(1n)));
  commandLog.finish(1, done('failed', marks(1n)));
  commandLog.finish(2, done('C', { public: 1n, sealed: 1n }));
  commandLog.finish(3, done('D', { public: 2n, sealed: 1n }));
  const since = (from: Marks): readonly string[] =>
    [...commandLog.doneSince(from)].map(({ text }) => text);
  expect(since(marks(0n))).toEqual(['a', 'c', 'd']);
  expect(since(marks(1n))).toEqual(['c', 'd']);
  expect(since({ public: 1n, sealed: 1n })).toEqual(['d']);
  expect(since({ public: 2n, sealed: 1n })).toEqual([]);
});

describe('a checkpoint', () => {
  const opened = hashText('within');

  async function checked(): Promise<{ journal: KeptJournal; commandLog: CommandLog }> {
    const journal = new KeptJournal();
    const commandLog = new CommandLog({ journal, archive: journal.archive, maxWaiting: 5 });
    await admit(commandLog, 'a', 'b', 'c', 'd');
    commandLog.take(3);
    commandLog.finish(0, done('A', marks(1n)));
    commandLog.finish(2, { ...done('', { public: 1n, sealed: 1n }), within: opened });
    commandLog.checkpoint();
    return { journal, commandLog };
  }

  test('keeps pending commands, and results where they are needed', async () => {
    const { journal, commandLog } = await checked();
    expect(journal.kept).toHaveLength(3);
    for (const each of [commandLog, journal.restored()]) {
      expect(each.answer(keyOf('a'))).toEqual({ kind: 'result', text: 'A' });
      expect(each.answer(keyOf('c'))).toEqual({ kind: 'kept' });
      expect(each.answer(keyOf('b'))).toEqual({ kind: 'waiting' });
      expect(each.waiting).toBe(2);
      expect(each.opened).toEqual([opened]);
      expect(each.marks).toEqual({ public: 1n, sealed: 1n });
      expect([each.base, each.isWhole]).toEqual([each.marks, false]);
      expect([...each.doneSince(each.base)]).toEqual([]);
      expect(await admit(each, 'a')).toBe(keyOf('a'));
    }
  });

  test('changes nothing for the executor', async () => {
    const { journal, commandLog } = await checked();
    expect(commandLog.take(9)).toMatchObject([{ text: 'd', sequence: 3 }]);
    commandLog.finish(1, done('B', { public: 2n, sealed: 1n }));
    const again = journal.restored();
    expect(again.answer(keyOf('b'))).toEqual({ kind: 'result', text: 'B' });
    expect(again.take(9)).toMatchObject([{ text: 'd', sequence: 3, time: 7n }]);
    expect([...again.doneSince(again.base)].map(({ text }) => text)).toEqual(['b']);
    expect(await admit(again, 'e')).toBe('admitted');
    expect(again.take(9)).toMatchObject([{ text: 'e', sequence: 4 }]);
  });

  test('may be repeated, and may have been interrupted', async () => {
    const { journal, commandLog } = await checked();
    // Both the archive and the journal have it.
    journal.results.set(keyOf('b'), 'B');
    commandLog.finish(1, done('B', { public: 2n, sealed: 1n }));
    commandLog.checkpoint();
    expect(journal.kept).toHaveLength(2);
    commandLog.finish(3, done('D', { public: 3n, sealed: 1n }));
    commandLog.checkpoint();
    expect(journal.kept).toHaveLength(1);
    const again = journal.restored();
    expect(again.waiting).toBe(0);
    expect(await admit(again, 'e')).toBe('admitted');
    expect(again.take(9)).toMatchObject([{ text: 'e', sequence: 4 }]);
    expect(['a', 'b', 'd'].map((text) => again.answer(keyOf(text)))).toEqual([
      { kind: 'result', text: 'A' },
      { kind: 'result', text: 'B' },
      { kind: 'result', text: 'D' },
    ]);
  });

  test('comes first in the journal', async () => {
    const { journal } = await checked();
    const [head] = journal.kept;
    expect(journal.restored().restore(head![0], head![1], keyOf)).toBe(false);
  });
});

test('pending commands have a limit in bytes, too, and a single command is always accepted', async () => {
  const journal = new MemoryJournal();
  const commandLog = new CommandLog({ journal, maxWaiting: 5, maxWaitingBytes: 100 });
  const long = 'x'.repeat(200);
  expect(await admit(commandLog, long)).toBe('admitted');
  expect(commandLog.admit([command('a')], 7n)).toEqual({ kind: 'full', what: 'bytes' });
  const [first] = commandLog.take(1);
  commandLog.finish(first!.sequence, done('', marks(0n)));
  expect(await admit(commandLog, 'a')).toBe('admitted');
});

test('a journal in memory accepts commands up to a limit, and every result', async () => {
  const commandLog = new CommandLog({ journal: new MemoryJournal(100), maxWaiting: 5 });
  expect(await admit(commandLog, 'x'.repeat(60))).toBe('admitted');
  expect(commandLog.admit([command('y'.repeat(60))], 7n)).toEqual({ kind: 'full', what: 'memory' });
  const [first] = commandLog.take(1);
  commandLog.finish(first!.sequence, done('z'.repeat(1000), marks(1n)));
  expect(commandLog.answer(first!.requestKey)).toMatchObject({ kind: 'result' });
});

test('a record with the sequence number of another one is refused', () => {
  const admitted = (text: string, sequence: number): Uint8Array =>
    recordBytes({ kind: 'admitted', scope: 'public', time: 7n, text, sequence });
  const commandLog = new CommandLog({ journal: new MemoryJournal(), maxWaiting: 5 });
  const restore = (record: Uint8Array): boolean =>
    commandLog.restore(record, { start: 0, length: record.length }, keyOf);
  expect(restore(admitted('a', 3))).toBe(true);
  expect(restore(admitted('b', 3))).toBe(false);
  expect(restore(admitted('b', 4))).toBe(true);
  expect(texts(commandLog)).toEqual(['a', 'b']);
});
