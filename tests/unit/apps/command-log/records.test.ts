// Encoding and decoding of the command log's records.
import { expect, test } from 'vitest';
import {
  readRecord,
  recordBytes,
  type JournalRecord,
} from '../../../../src/apps/command-log/records.ts';
import { hashText } from '../../../../src/lang/session/run.ts';

const marks = { public: 3n, sealed: 2n };
const [one, two] = [hashText('one'), hashText('two')];

test.each<JournalRecord>([
  { kind: 'admitted', scope: 'public', time: 5n, text: 'a command\nof two lines' },
  { kind: 'admitted', scope: 'sealed', time: 5n, sequence: 7, text: '' },
  { kind: 'done', sequence: 7, marks, within: undefined, text: 'a result' },
  { kind: 'done', sequence: 7, marks, within: one, text: '' },
  { kind: 'checkpoint', next: 9, marks, opened: [] },
  { kind: 'checkpoint', next: 9, marks, opened: [one, two] },
])('$kind', (record) => {
  expect(readRecord(recordBytes(record))).toEqual(record);
});

test.each(['', 'done', 'done x 1 1\n', 'checkpoint 1\n', 'admitted nowhere 1\n', 'other 1 1 1\n'])(
  'invalid record: %j',
  (text) => {
    expect(readRecord(new TextEncoder().encode(text))).toBeUndefined();
  },
);
