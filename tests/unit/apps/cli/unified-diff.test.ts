import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { unifiedDiff } from '../../../../src/apps/cli/format/unified-diff.ts';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');

function diff(text: string, ...edits: readonly (readonly [string, string])[]): string {
  return unifiedDiff(
    new Source('x', text),
    edits.map(([old, renewed]) => {
      const start = text.indexOf(old);
      return { start, end: start + old.length, text: renewed };
    }),
  ).replace(/^--- x\n\+\+\+ x\n/, '');
}

test('a change has three lines of context', () => {
  expect(diff(lines(9), ['line 5', 'LINE\n5'])).toBe(
    '@@ -2,7 +2,8 @@\n line 2\n line 3\n line 4\n-line 5\n+LINE\n+5\n line 6\n line 7\n line 8\n',
  );
});

test('lines that were joined, and a later hunk that they shift', () => {
  expect(diff(lines(20), ['1\nline 2', '1, 2'], ['line 16\n', ''])).toBe(
    '@@ -1,5 +1,4 @@\n-line 1\n-line 2\n+line 1, 2\n line 3\n line 4\n line 5\n' +
      '@@ -13,8 +12,7 @@\n line 13\n line 14\n line 15\n-line 16\n-line 17\n+line 17\n line 18\n line 19\n line 20\n',
  );
});

test('two edits in a line, and an edit that begins where another ends', () => {
  expect(diff('a b c\nd\n', ['a', 'A'], ['c\n', 'C '], ['d', 'D'])).toBe(
    '@@ -1,2 +1,1 @@\n-a b c\n-d\n+A b C D\n',
  );
});

test('a last line without a line end', () => {
  expect(diff('a\nb', ['b', 'b\n'])).toBe(
    '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
  );
});

test('all lines are removed', () => {
  expect(diff('a\n', ['a\n', ''])).toBe('@@ -1,1 +0,0 @@\n-a\n');
});
