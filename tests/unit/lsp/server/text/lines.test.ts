// Positions in both encodings, with every kind of line end.
import { describe, expect, test } from 'vitest';
import { TextLines } from '../../../../../lsp/server/documents.ts';

const text = 'a🙂b\r\né\rx\n';

describe.each([
  [
    'utf-16',
    [
      [0, 0],
      [0, 1],
      [0, 3],
      [0, 4],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
      [3, 0],
    ],
  ],
  [
    'utf-8',
    [
      [0, 0],
      [0, 1],
      [0, 5],
      [0, 6],
      [1, 0],
      [1, 2],
      [2, 0],
      [2, 1],
      [3, 0],
    ],
  ],
] as const)('%s', (encoding, positions) => {
  const lines = new TextLines(text, encoding);
  const offsets = [0, 1, 3, 4, 6, 7, 8, 9, 10];

  test('offsets and positions agree', () => {
    expect(lines.lineCount).toBe(4);
    offsets.forEach((offset, i) => {
      const [line, character] = positions[i]!;
      expect(lines.positionAt(offset)).toEqual({ line, character });
      expect(lines.offsetAt({ line, character })).toBe(offset);
    });
  });

  test('a position beyond a line or the text is its end', () => {
    expect(lines.offsetAt({ line: 0, character: 99 })).toBe(4);
    expect(lines.offsetAt({ line: 99, character: 0 })).toBe(text.length);
    expect(lines.positionAt(5)).toEqual(lines.positionAt(4));
    expect(lines.positionAt(99)).toEqual({ line: 3, character: 0 });
  });
});

test('a position within a multi-byte character is its beginning', () => {
  const lines = new TextLines(text, 'utf-8');
  for (const character of [1, 2, 3, 4]) expect(lines.offsetAt({ line: 0, character })).toBe(1);
});
