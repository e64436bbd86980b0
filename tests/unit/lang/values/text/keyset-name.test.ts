import { expect, test } from 'vitest';
import { parseKeySetName } from '../../../../../src/lang/values/text/names-parse.ts';

test.each([
  ['ks', 'ks', undefined],
  ['ns.ks', 'ks', 'ns'],
  ['n%s.k~s1', 'k~s1', 'n%s'],
  // What follows a second identifier is ignored, blanks are skipped.
  ['a.b.c', 'b', 'a'],
  ['ns . ks more', 'ks', 'ns'],
  ['ns.k s', 'k', 'ns'],
  // Anything else is a name as a whole.
  ['two words', 'two words', undefined],
  ['1ns.ks', '1ns.ks', undefined],
  ['ns.1', 'ns.1', undefined],
  ['.ks', '.ks', undefined],
  ['true.ks', 'true.ks', undefined],
  ['ns.false', 'ns.false', undefined],
  ['ém.ß', 'ß', 'ém'],
])('%s', (text, name, namespace) => {
  const parsed = parseKeySetName(text);
  expect([parsed?.name, parsed?.namespace]).toEqual([name, namespace]);
});

test('the empty text is invalid', () => {
  expect(parseKeySetName('')).toBeUndefined();
});
