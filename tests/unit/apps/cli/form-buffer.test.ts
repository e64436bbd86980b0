import { expect, test } from 'vitest';
import { FormBuffer } from '../../../../src/apps/cli/form-buffer.ts';

/** Returns what the buffer returns for each line: `...` while a form is certainly incomplete. */
function handedOver(...lines: readonly string[]): readonly string[] {
  const buffer = new FormBuffer();
  return lines.map((line) => buffer.add(line) ?? '...');
}

test.each([
  ['one line', ['(+ 1 2)'], ['(+ 1 2)']],
  ['two lines', ['(+ 1', '2)'], ['...', '(+ 1\n2)']],
  ['all brackets count', ['[{', '}]'], ['...', '[{\n}]']],
  ['too many closing ones', ['(+ 1))'], ['(+ 1))']],
  ['brackets in a comment', ['(f ; (((', ')'], ['...', '(f ; (((\n)']],
  ['brackets in a string', ['(f "(((" "\\"(")'], ['(f "(((" "\\"(")']],
  ['a string in a gap', ['(f "a\\', '  \\((b")'], ['...', '(f "a\\\n  \\((b")']],
  // The parser decides whether that is an error.
  ['a string that the line cuts off', ['(f "a'], ['(f "a']],
])('%s', (_, lines, expected) => {
  expect(handedOver(...lines)).toEqual(expected);
});

test('it is empty before the first input, and again afterwards', () => {
  const buffer = new FormBuffer();
  buffer.add('  ');
  expect(buffer.isEmpty).toBe(true);
  buffer.add('(f');
  expect(buffer.isEmpty).toBe(false);
  buffer.clear();
  expect(buffer.isEmpty).toBe(true);
  expect(buffer.add('1')).toBe('1');
});
