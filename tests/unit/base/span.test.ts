import { describe, expect, it } from 'vitest';
import { Source, Span } from '../../../src/base/span.ts';

describe('positions count lines and code points from 0', () => {
  it.each([
    ['plain text', 'ab\ncde\n', [0, 2, 3, 5, 7], ['0:0', '0:2', '1:0', '1:2', '2:0']],
    [
      'pairs of units',
      'a\u{1f600}b\n\u{1f600}c',
      [1, 3, 4, 5, 7, 8],
      ['0:1', '0:2', '0:3', '1:0', '1:1', '1:2'],
    ],
    ['nothing', '', [0], ['0:0']],
  ])('%s', (_, text, offsets, expected) => {
    const source = new Source('test', text);
    const positions = offsets.map((offset) => new Span(source, offset, offset).startPosition);
    expect(positions.map(({ line, column }) => `${line}:${column}`)).toEqual(expected);
  });
});
