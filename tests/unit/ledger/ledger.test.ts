import { describe, expect, test } from 'vitest';
import {
  Ledger,
  MemoryJournal,
  type Archive,
  type JournalPosition,
  type Marks,
} from '../../../src/ledger/index.ts';
import { hashText, type Hash } from '../../../src/lang/session/index.ts';

const keyOf = (text: string): Hash => hashText(text);
const command = (text: string) => ({ requestKey: keyOf(text), scope: 'public' as const, text });
const marks = (open: bigint): Marks => ({ public: open, sealed: 0n });

const done = (text: string, after: Marks) => ({ text, marks: after, within: undefined });

/** A journal that can be read again. */
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

  restored(): Ledger {
    const ledger = new Ledger({ journal: this, archive: this.archive, mostWaiting: 5 });
    for (const [bytes, position] of [...this.kept]) {
      expect(ledger.restore(bytes, position, keyOf)).toBe(true);
    }
    return ledger;
  }
}

async function admit(ledger: Ledger, ...texts: readonly string[]): Promise<string> {
  const admission = ledger.admit(texts.map(command), 7n);
  if (admission.kind === 'admitted') await admission.stays;
  return admission.kind === 'duplicate' ? admission.requestKey : admission.kind;
}

const texts = (ledger: Ledger, most = 10): readonly string[] =>
  ledger.take(most).map(({ text }) => text);

test('commands come in the order of their admission, each once', async () => {
  const ledger = new Ledger({ journal: new MemoryJournal(), mostWaiting: 5 });
  expect(await admit(ledger, 'a', 'b')).toBe('admitted');
  expect(await admit(ledger, 'c')).toBe('admitted');
  expect(texts(ledger, 2)).toEqual(['a', 'b']);
  expect(texts(ledger)).toEqual(['c']);
  expect(texts(ledger)).toEqual([]);
});

test('a duplicate, and more than may wait, is refused as a whole', async () => {
  const ledger = new Ledger({ journal: new MemoryJournal(), mostWaiting: 3 });
  await admit(ledger, 'a');
  expect(await admit(ledger, 'b', 'a')).toBe(keyOf('a'));
  expect(await admit(ledger, 'b', 'b')).toBe(keyOf('b'));
  expect(await admit(ledger, 'b', 'c', 'd')).toBe('full');
  expect(await admit(ledger, 'b', 'c')).toBe('admitted');
  expect(texts(ledger)).toEqual(['a', 'b', 'c']);
  ledger.finish(0, done('A', marks(1n)));
  expect(await admit(ledger, 'a')).toBe(keyOf('a'));
  expect(await admit(ledger, 'd')).toBe('admitted');
});

test('nothing can be executed before it stays', async () => {
  let synced: () => void = () => undefined;
  class SlowJournal extends MemoryJournal {
    override sync(): Promise<void> {
      return new Promise((resolve) => (synced = resolve));
    }
  }
  const ledger = new Ledger({ journal: new SlowJournal(), mostWaiting: 5 });
  const admitted = admit(ledger, 'a');
  expect(texts(ledger)).toEqual([]);
  expect(await admit(ledger, 'a')).toBe(keyOf('a'));
  synced();
  await admitted;
  expect(texts(ledger)).toEqual(['a']);
});

test('it tells what came of a command', async () => {
  const ledger = new Ledger({ journal: new MemoryJournal(), mostWaiting: 5 });
  await admit(ledger, 'a', 'b');
  ledger.finish(0, done('{"result":1}\n', marks(1n)));
  ledger.finish(1, done('', marks(1n)));
  expect(ledger.answer(keyOf('a'))).toEqual({ kind: 'result', text: '{"result":1}\n' });
  expect(ledger.answer(keyOf('b'))).toEqual({ kind: 'kept' });
  expect(ledger.answer(keyOf('c'))).toEqual({ kind: 'unknown' });
  await admit(ledger, 'c');
  expect(ledger.answer(keyOf('c'))).toEqual({ kind: 'waiting' });
  expect(() => ledger.finish(0, done('again', marks(2n)))).toThrow('once');
});

test('it is made again from its journal, and goes on with what was not done', async () => {
  const journal = new KeptJournal();
  const ledger = new Ledger({ journal, mostWaiting: 5 });
  await admit(ledger, 'a\nwith lines', 'b');
  await admit(ledger, 'c');
  ledger.take(3);
  ledger.finish(1, done('B', marks(1n)));
  ledger.finish(0, done('A', marks(2n)));
  const again = journal.restored();
  expect(again.marks).toEqual(marks(2n));
  expect(again.waiting).toBe(1);
  expect(again.answer(keyOf('b'))).toEqual({ kind: 'result', text: 'B' });
  expect(again.take(9)).toMatchObject([{ ...command('c'), sequence: 2, time: 7n }]);
  expect(await admit(again, 'b')).toBe(keyOf('b'));
});

test('records that say nothing, or something twice, are no journal', async () => {
  const journal = new KeptJournal();
  const ledger = new Ledger({ journal, mostWaiting: 5 });
  await admit(ledger, 'a');
  ledger.finish(0, done('A', marks(1n)));
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

test('it tells what has changed a state since', async () => {
  const ledger = new Ledger({ journal: new MemoryJournal(), mostWaiting: 9 });
  await admit(ledger, 'a', 'b', 'c', 'd');
  ledger.finish(0, done('A', marks(1n)));
  ledger.finish(1, done('failed', marks(1n)));
  ledger.finish(2, done('C', { public: 1n, sealed: 1n }));
  ledger.finish(3, done('D', { public: 2n, sealed: 1n }));
  const since = (from: Marks): readonly string[] =>
    [...ledger.doneSince(from)].map(({ text }) => text);
  expect(since(marks(0n))).toEqual(['a', 'c', 'd']);
  expect(since(marks(1n))).toEqual(['c', 'd']);
  expect(since({ public: 1n, sealed: 1n })).toEqual(['d']);
  expect(since({ public: 2n, sealed: 1n })).toEqual([]);
});

describe('a checkpoint', () => {
  const opened = hashText('within');

  async function checked(): Promise<{ journal: KeptJournal; ledger: Ledger }> {
    const journal = new KeptJournal();
    const ledger = new Ledger({ journal, archive: journal.archive, mostWaiting: 5 });
    await admit(ledger, 'a', 'b', 'c', 'd');
    ledger.take(3);
    ledger.finish(0, done('A', marks(1n)));
    ledger.finish(2, { ...done('', { public: 1n, sealed: 1n }), within: opened });
    ledger.checkpoint();
    return { journal, ledger };
  }

  test('keeps what waits, and results where they are asked for', async () => {
    const { journal, ledger } = await checked();
    expect(journal.kept).toHaveLength(3);
    for (const each of [ledger, journal.restored()]) {
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

  test('changes nothing for who executes', async () => {
    const { journal, ledger } = await checked();
    expect(ledger.take(9)).toMatchObject([{ text: 'd', sequence: 3 }]);
    ledger.finish(1, done('B', { public: 2n, sealed: 1n }));
    const again = journal.restored();
    expect(again.answer(keyOf('b'))).toEqual({ kind: 'result', text: 'B' });
    expect(again.take(9)).toMatchObject([{ text: 'd', sequence: 3, time: 7n }]);
    expect([...again.doneSince(again.base)].map(({ text }) => text)).toEqual(['b']);
    expect(await admit(again, 'e')).toBe('admitted');
    expect(again.take(9)).toMatchObject([{ text: 'e', sequence: 4 }]);
  });

  test('may come again and again, and may have ended on its way', async () => {
    const { journal, ledger } = await checked();
    // The archive has it, and the journal, too.
    journal.results.set(keyOf('b'), 'B');
    ledger.finish(1, done('B', { public: 2n, sealed: 1n }));
    ledger.checkpoint();
    expect(journal.kept).toHaveLength(2);
    ledger.finish(3, done('D', { public: 3n, sealed: 1n }));
    ledger.checkpoint();
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

  test('stands first', async () => {
    const { journal } = await checked();
    const [head] = journal.kept;
    expect(journal.restored().restore(head![0], head![1], keyOf)).toBe(false);
  });
});

test('what waits has a bound in bytes, too, and one command alone is always taken', async () => {
  const journal = new MemoryJournal();
  const ledger = new Ledger({ journal, mostWaiting: 5, mostWaitingBytes: 100 });
  const long = 'x'.repeat(200);
  expect(await admit(ledger, long)).toBe('admitted');
  expect(ledger.admit([command('a')], 7n)).toEqual({ kind: 'full', what: 'bytes' });
  const [first] = ledger.take(1);
  ledger.finish(first!.sequence, done('', marks(0n)));
  expect(await admit(ledger, 'a')).toBe('admitted');
});

test('a journal in memory takes commands up to a bound, and every result', async () => {
  const ledger = new Ledger({ journal: new MemoryJournal(100), mostWaiting: 5 });
  expect(await admit(ledger, 'x'.repeat(60))).toBe('admitted');
  expect(ledger.admit([command('y'.repeat(60))], 7n)).toEqual({ kind: 'full', what: 'memory' });
  const [first] = ledger.take(1);
  ledger.finish(first!.sequence, done('z'.repeat(1000), marks(1n)));
  expect(ledger.answer(first!.requestKey)).toMatchObject({ kind: 'result' });
});
