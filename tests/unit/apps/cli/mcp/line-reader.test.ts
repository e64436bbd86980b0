// Lines of a stream, in chunks of any size, and lines that are too long.

import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../../../src/base/bytes.ts';
import { LineReader } from '../../../../../src/apps/cli/mcp/line-reader.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function linesOf(input: string, chunk: number, max = 20_000): string[] {
  const lines: string[] = [];
  const reader = new LineReader(max, (line) =>
    lines.push(line.kind === 'line' ? text(line.bytes) : `${text(line.start)}...${text(line.end)}`),
  );
  const bytes = utf8(input);
  for (let at = 0; at < bytes.length; at += chunk) reader.take(bytes.subarray(at, at + chunk));
  reader.end();
  return lines;
}

describe.each([1, 2, 7, 4096, 1_000_000])('in chunks of %i bytes', (chunk) => {
  test('lines, empty ones, and one without an end', () => {
    expect(linesOf('a\n\nbcd\ne', chunk)).toEqual(['a', '', 'bcd', 'e']);
    expect(linesOf('a\n', chunk)).toEqual(['a']);
    expect(linesOf('', chunk)).toEqual([]);
  });

  test('a line of the most bytes is read, one byte more is too long, and the next line is read', () => {
    const longest = 'x'.repeat(20_000);
    expect(linesOf(`${longest}\nnext`, chunk)).toEqual([longest, 'next']);
    const start = `start${'x'.repeat(4091)}`;
    const end = `${'y'.repeat(4093)}end`;
    const long = start + 'z'.repeat(30_000) + end;
    expect(linesOf(`a\n${long}\nnext\n${long}`, chunk)).toEqual([
      'a',
      `${start}...${end}`,
      'next',
      `${start}...${end}`,
    ]);
    expect(linesOf(`0${longest}\n1`, chunk)[1]).toBe('1');
  });
});
