import { expect, test } from 'vitest';
import {
  isIdentifier,
  parseModuleName,
  parseKeySetName,
} from '../../../../../src/lang/values/text/names-parse.ts';

/** Yields all code points, except surrogates. */
function* characters(): Iterable<string> {
  for (let code = 0; code < 0x110000; code++) {
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
  }
}

test('letters are those of Unicode 15.1, whatever version Node has', () => {
  const letters = [...characters()].filter((each) => isIdentifier(each) && !/^[!-~]$/.test(each));
  // The Unicode Character Database, DerivedGeneralCategory.txt of 15.1.0: 136,726 letters, 52 of them in ASCII.
  expect(letters).toHaveLength(136_674);
  expect(letters.filter((each) => !/\p{L}/u.test(each))).toEqual([]);
});

test.each([
  ['ASCII', 'a', true],
  ['with an accent', 'é', true],
  ['CJK, extension I of 15.1', '\u{2ebf0}', true],
  ['Cyrillic of 16.0', '\u1c89', false],
  ['Garay of 16.0', '\u{10d4a}', false],
  ['a digit of another script', '٣', false],
  ['a symbol', '€', false],
])('%s', (_, text, holds) => {
  expect(isIdentifier(text)).toBe(holds);
  expect(parseModuleName(text)?.name).toBe(holds ? text : undefined);
  expect(parseKeySetName(`n.${text}`)?.namespace).toBe(holds ? 'n' : undefined);
});
