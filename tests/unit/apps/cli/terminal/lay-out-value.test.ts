// Values at the prompt: one line for each field.

import { expect, test } from 'vitest';
import { layOutValue } from '../../../../../src/apps/cli/terminal/layout.ts';

const lines = (text: string, width = 40): readonly string[] => layOutValue(text, width).split('\n');

test('an object with several fields has a line for each, inside of others too', () => {
  expect(lines('{"a": 1,"b": {"c": "x, y","d": [1 2]},"e": {"f": 1}}')).toEqual([
    '{',
    '  "a": 1,',
    '  "b": {',
    '    "c": "x, y",',
    '    "d": [1 2]',
    '  },',
    '  "e": {"f": 1}',
    '}',
  ]);
});

test('a list is broken if it is too wide, or holds such an object', () => {
  expect(lines('[1 2 3]')).toEqual(['[1 2 3]']);
  expect(lines('["one two" "three"]', 12)).toEqual(['[', '  "one two"', '  "three"', ']']);
  expect(lines('[{"a": 1,"b": 2}]')).toEqual(['[', '  {', '    "a": 1,', '    "b": 2', '  }', ']']);
});

test.each(['1', '"a, {b}"', '{}', '[]', '{"a": 1}', 'KeySet {keys: [a],pred: keys-all}'])(
  '%s stays as it is',
  (text) => {
    expect(layOutValue(text, 40)).toBe(text);
  },
);
