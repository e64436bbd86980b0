// The journal of a node on disk: what was flushed is there again, and a fault is told once and ends all writing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileJournal } from '../../../../src/node/storage/journal.ts';
import type { JournalItem } from '../../../../src/node/storage/journal-items.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pact-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const note = (text: string): JournalItem => ({ kind: 'note', name: 'test', text });

function opened() {
  const seen: JournalItem[] = [];
  const faults: string[] = [];
  const journal = FileJournal.open(
    join(folder, 'network.log'),
    (item) => seen.push(item),
    (sentence) => faults.push(sentence),
  );
  return { journal, seen, faults };
}

test('what was flushed is read at the next start, in order', async () => {
  const { journal } = opened();
  journal.add(note('a'));
  journal.add(note('b'));
  journal.flush();
  journal.flush();
  await journal.durable();
  journal.add(note('c'));
  journal.close();
  const again = opened();
  expect(again.seen).toEqual([note('a'), note('b'), note('c')]);
  again.journal.close();
});

test('after a fault of the disk nothing is durable, and it is told once', async () => {
  const { journal, faults } = opened();
  // Its file is closed, as one on a disk that is gone.
  journal.close();
  for (const text of ['a', 'b']) {
    journal.add(note(text));
    journal.flush();
    await expect(journal.durable()).rejects.toThrow(/network\.log/);
  }
  expect(journal.fault).toMatch(/network\.log/);
  expect(faults).toHaveLength(1);
});
