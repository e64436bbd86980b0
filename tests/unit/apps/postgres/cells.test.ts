// Values of a chain as cells that PostgreSQL accepts.
import { expect, test } from 'vitest';
import { copyLine, indexedText, timestamp } from '../../../../src/apps/postgres/copy-text.ts';
import { jsonCell, nestingLimit } from '../../../../src/apps/postgres/json-cell.ts';
import { modulesOfCode } from '../../../../src/apps/postgres/modules-of-code.ts';

test('a line of COPY', () => {
  const cells = [1, 2n, true, false, undefined, '\\N', 'a\tb\nc\r\\.', '\0', ''];
  expect(copyLine(cells)).toBe('1\t2\tt\tf\t\\N\t\\\\N\ta\\tb\\nc\\r\\\\.\t\ufffd\t\n');
});

test.each([
  ['a'.repeat(256), 'a'.repeat(256)],
  ['a'.repeat(257), `${'a'.repeat(255)}…`],
  ['😀'.repeat(256), '😀'.repeat(256)],
  ['😀'.repeat(257), `${'😀'.repeat(255)}…`],
])('a name in an index has at most 256 code points', (text, cut) => {
  expect(indexedText(text)).toBe(cut);
});

test.each([
  [0n, '1970-01-01T00:00:00.000000Z'],
  [1_600_000_000_123_456n, '2020-09-13T12:26:40.123456Z'],
  [-1n, '1969-12-31T23:59:59.999999Z'],
  [-62_135_596_800_000_000n, '0001-01-01T00:00:00.000000Z'],
  [-62_135_596_800_000_001n, undefined],
  [253_402_300_799_000_000n, '9999-12-31T23:59:59.000000Z'],
  [2n ** 63n - 1n, undefined],
])('%s microseconds', (micros, text) => {
  expect(timestamp(micros)).toBe(text);
});

test.each([
  ['{"a":[1,2.50,1e99,true,null,"x"]}', '{"a":[1,2.50,1e99,true,null,"x"]}'],
  ['"\\u0000\\u0000\\\\u0000\\\\\\u0000"', '"\\ufffd\\ufffd\\\\u0000\\\\\\ufffd"'],
  ['{"\\u0000":1e1000}', '{"\\ufffd":"1e1000"}'],
  ['[1e-1000,1E+0999,-1e01000]', '["1e-1000",1E+0999,"-1e01000"]'],
  [`[${'1'.repeat(1000)}]`, `[${'1'.repeat(1000)}]`],
  [`[-${'1'.repeat(1000)}]`, `["-${'1'.repeat(1000)}"]`],
  ['["1e1000 [[ { \\" "]', '["1e1000 [[ { \\" "]'],
])('JSON %s', (given, stored) => {
  expect(jsonCell(given)).toBe(stored);
});

test('JSON that is nested too deeply is a string', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}"]["${']'.repeat(levels)}`;
  expect(jsonCell(nested(nestingLimit))).toBe(nested(nestingLimit));
  const deeper = nested(nestingLimit + 1);
  expect(JSON.parse(jsonCell(deeper))).toBe(deeper);
});

test.each([
  ['(coin.transfer "a" "b" 1.0)', []],
  ['(module m G (defcap G () true))', ['module m']],
  [
    `(namespace 'free) (module m G "(module no)" ; (module no)\n (defun f () (module no)))`,
    ['module free.m'],
  ],
  [
    '(namespace "a") (interface i) (namespace "") (module m g)\n(create-table m.t)',
    ['interface a.i', 'module m'],
  ],
  ['( module m G "\\"(module no)")', ['module m']],
  ['(module', []],
])('the modules of %s', (code, modules) => {
  expect(modulesOfCode(code).map(({ kind, name }) => `${kind} ${name}`)).toEqual(modules);
});

test('at most a hundred modules of one transaction', () => {
  expect(modulesOfCode('(module m g)'.repeat(1000))).toHaveLength(100);
});
