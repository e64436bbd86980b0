// Wraps long texts for a terminal.
import { expect, test } from 'vitest';
import { wrapReport, wrapText } from '../../../../../src/apps/cli/terminal/layout.ts';

test.each([
  ['one two three', 7, 'one two\nthree'],
  ['one two three', 13, 'one two three'],
  ['- one two three', 9, '- one two\n  three'],
  ['## a heading that is long', 5, '## a heading that is long'],
  ['    (code that is long)', 5, '    (code that is long)'],
  ['a-word-that-is-too-long b', 5, 'a-word-that-is-too-long\nb'],
  ['first line\n\nsecond', 80, 'first line\n\nsecond'],
  ['', 10, ''],
])('%j in %d columns', (text, width, wrapped) => {
  expect(wrapText(text, width)).toBe(wrapped);
});

test('a report keeps its source, its colours and its indentation', () => {
  const report = `one two three
 1 | (+ 1 2 3 4 5 6 7 8)
   | ^^^^^^^^^^^^^^^^^^^

  \u001b[31mE0101\u001b[0m: four five`;
  expect(wrapReport(report, 12)).toBe(`one two
three
 1 | (+ 1 2 3 4 5 6 7 8)
   | ^^^^^^^^^^^^^^^^^^^

  \u001b[31mE0101\u001b[0m:
  four five`);
});
