import { afterAll, expect, test } from 'vitest';
import { completePath, openString } from '../../../../src/apps/cli/paths.ts';
import { folderWith } from '../../../support/command.ts';

const { path, remove } = folderWith({
  'a.pact': '',
  'a b.repl': '',
  '.hidden': '',
  'sub/c.pact': '',
});
afterAll(remove);

test.each([
  ['(load "con', 'con'],
  ['(f "a" "', ''],
  ['(f "a\\"b', 'a\\"b'],
  ['(load "a.pact")', undefined],
  ['(load', undefined],
])('%s is in the string %s', (line, text) => {
  expect(openString(line)).toBe(text);
});

test.each([
  ['a', ['a b.repl', 'a.pact']],
  ['', ['a b.repl', 'a.pact', 'sub/']],
  ['.', ['.hidden']],
  ['sub/', ['sub/c.pact']],
  ['none/', []],
])('%s is completed', (begun, expected) => {
  const inside = completePath(`${path}/${begun}`);
  expect(inside).toEqual(expected.map((name) => `${path}/${name}`));
});
