import { expect, it } from 'vitest';
import { showHaskellText } from '../../../src/base/haskell-text.ts';

it.each([
  ['plain', '"plain"'],
  ['a "b" \\', '"a \\"b\\" \\\\"'],
  ['tab\tline\n', '"tab\\tline\\n"'],
  ['é1', '"\\233\\&1"'],
  ['éa', '"\\233a"'],
  ['\u{1f600}', '"\\128512"'],
  ['\x0eH', '"\\SO\\&H"'],
  ['\x0eO\x0f', '"\\SOO\\SI"'],
  ['\x00\x1f\x7f', '"\\NUL\\US\\DEL"'],
  ['\x071', '"\\a1"'],
])('%j', (text, shown) => {
  expect(showHaskellText(text)).toBe(shown);
});
