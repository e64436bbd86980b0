// One log of several nodes: whole lines, each with the name of its node; and when a node starts again.
import { expect, test } from 'vitest';
import { LineReader, linePrefixes } from '../../../../../src/apps/cli/network/log-lines.ts';
import { Restarts } from '../../../../../src/apps/cli/network/restarts.ts';

function linesOf(chunks: readonly Uint8Array[]): readonly string[] {
  const lines: string[] = [];
  const reader = new LineReader((line) => lines.push(line));
  for (const chunk of chunks) reader.take(chunk);
  reader.end();
  return lines;
}

test('chunks may end anywhere, also within a character', () => {
  const bytes = Buffer.from('über\r\n\nzwei\nrest');
  const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(linesOf(chunks)).toEqual(['über', '', 'zwei', 'rest']);
  expect(linesOf([bytes])).toEqual(['über', '', 'zwei', 'rest']);
  expect(linesOf([])).toEqual([]);
});

test('a line without an end is cut', () => {
  const chunk = Buffer.alloc(60_000, 'x');
  expect(linesOf([chunk, chunk, Buffer.from('\n')]).map(({ length }) => length)).toEqual([
    120_000, 0,
  ]);
});

test('names are aligned, and in colour on a terminal', () => {
  const plain = linePrefixes(['node-1', 'node-10'], false);
  expect(plain.get('node-1')?.('text')).toBe('node-1  | text');
  expect(plain.get('node-10')?.('text')).toBe('node-10 | text');
  expect(linePrefixes(['a'], true).get('a')?.('text')).toBe('\u001b[36ma |\u001b[39m text');
});

test('a node that dies again and again starts later and later, and one that was never ready does not', () => {
  const restarts = new Restarts();
  const delays = Array.from({ length: 8 }, () => restarts.next(59_999));
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(restarts.next(60_000)).toBe(1000);
  expect(restarts.next(undefined)).toBeUndefined();
});
