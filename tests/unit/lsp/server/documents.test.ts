// The server's texts follow the client's, and an invalid change is refused.
import { expect, test } from 'vitest';
import { Documents } from '../../../../lsp/server/documents.ts';

const uri = 'untitled:a';
const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});

test('changes are applied one after the other', () => {
  const documents = new Documents('utf-16');
  documents.open(uri, 1, 'one\ntwo');
  documents.change(uri, 2, [
    { range: range(1, 0, 3), text: 'three\nfour' },
    { range: range(2, 0, 1), text: 'F' },
  ]);
  expect(documents.get(uri)).toMatchObject({ version: 2, lines: { text: 'one\nthree\nFour' } });
  documents.change(uri, 5, [{ text: 'all' }]);
  expect(documents.get(uri)).toMatchObject({ version: 5, lines: { text: 'all' } });
});

test('a version that is not newer, and a document that is not open, are refused', () => {
  const documents = new Documents('utf-16');
  expect(documents.change(uri, 2, [{ text: 'x' }])).toMatchObject({ kind: 'refused' });
  documents.open(uri, 3, 'text');
  expect(documents.change(uri, 3, [{ text: 'x' }])).toMatchObject({ kind: 'refused' });
  expect(documents.get(uri)).toMatchObject({ version: 3, lines: { text: 'text' } });
  documents.close(uri);
  expect(documents.all()).toEqual([]);
});
