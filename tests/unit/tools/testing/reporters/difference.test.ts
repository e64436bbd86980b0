// How the difference of two values that should be equal is shown.
import { expect, test } from 'vitest';
import { differenceLines } from '../../../../../src/tools/testing/reporters/difference.ts';
import { paintOf } from '../../../../../src/tools/testing/reporters/paint.ts';

const marks = {
  ...paintOf(false),
  good: (text: string) => `<${text}>`,
  bad: (text: string) => `>${text}<`,
};

test('short values are below each other, with the difference marked', () => {
  expect(differenceLines('{"a": 1, "b": 2}', '{"a": 1, "b": 3}', marks)).toEqual([
    'expected  {"a": 1, "b": <2>}',
    'received  {"a": 1, "b": >3<}',
  ]);
});

test('long values are broken up, and equal parts are shortened', () => {
  const value = (last: string): string =>
    `{"list": [1, 2, 3, 4, 5, 6, 7], "text": "a, b: {not broken} \\" ${'x'.repeat(60)}", "last": ${last}}`;
  expect(differenceLines(value('1'), value('"one"'), paintOf(false))).toEqual([
    '- expected',
    '+ received',
    '  {',
    '    "list": [',
    '  ... 7 lines',
    '    ],',
    `    "text": "a, b: {not broken} \\" ${'x'.repeat(60)}",`,
    '-   "last": 1',
    '+   "last": "one"',
    '  }',
  ]);
});

test('lists are printed with blanks between their elements, and objects within them on separate lines', () => {
  const value = (last: string): string =>
    `[1 2 3 4 5 6 7 8 9 10 {"name": "a b",} KeySet {keys: [a, b],pred: keys-all} "${'x '.repeat(30)}" ${last}]`;
  expect(differenceLines(value('1.0'), value('"[1, 2]"'), paintOf(false))).toEqual([
    '- expected',
    '+ received',
    '  [',
    '    1',
    '  ... 18 lines',
    '    }',
    `    "${'x '.repeat(30)}"`,
    '-   1.0',
    '+   "[1, 2]"',
    '  ]',
  ]);
});
