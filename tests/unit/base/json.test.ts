import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  JsonNumber,
  jsonStringBytes,
  printJson,
  printJsonNumber,
  printJsonString,
  type JsonValue,
} from '../../../src/base/json.ts';
import { readJson, readJsonBytes } from '../../../src/base/json-reader.ts';
import { runCount } from '../../support/run-count.ts';

/** Returns the value printed again, or the fault and its offset. */
function reprint(text: string, depth?: number): string {
  const reading = readJson(text, depth === undefined ? {} : { depth });
  return reading.kind === 'value'
    ? printJson(reading.value)
    : `${reading.fault} at ${reading.offset}`;
}

test.each([
  ['null', 'null'],
  [' [ true , false ] ', '[true,false]'],
  ['\t{\r\n"b" : {} , "a":[]}', '{"b":{},"a":[]}'],
  ['"\\u0041\\u00e9\\ud83d\\ude00\\/\\b\\f"', '"Aé😀/\\u0008\\u000c"'],
  ['"\\n\\r\\t\\"\\\\"', '"\\n\\r\\t\\"\\\\"'],
  ['"\u007f\u2028/😀"', '"\u007f\u2028/😀"'],
  ['[-0,0.50,1E+400,12345678901234567890.1]', '[-0,0.50,1E+400,12345678901234567890.1]'],
  ['{"":1,"__proto__":2,"10":3,"2":4}', '{"":1,"__proto__":2,"10":3,"2":4}'],
])('%j is read without loss', (text, printed) => {
  expect(reprint(text)).toBe(printed);
});

test.each([
  ['', 'end-of-input at 0'],
  ['  ', 'end-of-input at 2'],
  ['[', 'end-of-input at 1'],
  ['[1', 'end-of-input at 2'],
  ['[1,]', 'unexpected-character at 3'],
  ['[1 2]', 'unexpected-character at 3'],
  ['[1}', 'unexpected-character at 2'],
  ['{"a"}', 'unexpected-character at 4'],
  ['{"a":1,}', 'unexpected-character at 7'],
  ['{a:1}', 'unexpected-character at 1'],
  ['nul', 'unexpected-character at 0'],
  ['\ufeff1', 'unexpected-character at 0'],
  ['\u00a01', 'unexpected-character at 0'],
  ['1 2', 'trailing-characters at 2'],
  ['nullx', 'trailing-characters at 4'],
  ['01', 'bad-number at 2'],
  ['-', 'bad-number at 1'],
  ['1.', 'bad-number at 2'],
  ['1e', 'bad-number at 2'],
  ['1e+', 'bad-number at 3'],
  ['.5', 'unexpected-character at 0'],
  ['+1', 'unexpected-character at 0'],
  ['NaN', 'unexpected-character at 0'],
  ['"a', 'end-of-input at 2'],
  ['"\\', 'end-of-input at 2'],
  ['"\n"', 'control-character at 1'],
  ['"\u0000"', 'control-character at 1'],
  ['"\\x41"', 'bad-escape at 3'],
  ['"\\u12g4"', 'bad-escape at 3'],
  ['"\\ud800"', 'lone-surrogate at 7'],
  ['"\\ude00"', 'lone-surrogate at 7'],
  ['"\\ud83d\\n"', 'lone-surrogate at 7'],
  ['"\\ud83d\\u0041"', 'lone-surrogate at 13'],
  ['"\\ud83d\ude00"', 'lone-surrogate at 7'],
  ['"\ud800"', 'lone-surrogate at 3'],
])('%j: %s', (text, fault) => {
  expect(reprint(text)).toBe(fault);
});

test('the first of duplicate keys counts, and the others are reported', () => {
  const reading = readJson('{"a":1,"b":2,"a":{"a":3}}');
  expect(reading).toMatchObject({ kind: 'value', duplicates: [{ key: 'a', offset: 13 }] });
  expect(reprint('{"a":1,"b":2,"a":{"a":3}}')).toBe('{"a":1,"b":2}');
});

test('nesting is limited, and no limit overflows the stack', () => {
  expect(reprint('[{"a":[]}]', 3)).toBe('[{"a":[]}]');
  expect(reprint('[{"a":[]}]', 2)).toBe('too-deep at 6');
  const million = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
  expect(reprint(million)).toBe('too-deep at 1000');
  expect(reprint(million, 1_000_000)).toBe(million);
});

test.each([
  ['0', 0n, 0],
  ['-12', -12n, 0],
  ['1.50', 150n, -2],
  ['-0.001', -1n, -3],
  ['1e1000000000', 1n, 1_000_000_000],
  ['2.5E-3', 25n, -4],
  ['1e+2', 1n, 2],
  // The reference adds in 64 bits.
  ['1e18446744073709551617', 1n, 1],
])('%s is %i times ten to the %i', (text, coefficient, exponent) => {
  const number = new JsonNumber(text);
  expect([number.coefficient, number.exponent]).toEqual([coefficient, exponent]);
});

test.each([
  [0n, 0, '0'],
  [0n, -5, '0'],
  [10n, -1, '1'],
  [1000n, -1, '100'],
  [-150n, -2, '-1.5'],
  [1n, -1, '0.1'],
  [-25n, -2, '-0.25'],
  [1n, -2, '1.0e-2'],
  [5n, -2, '5.0e-2'],
  [12345678n, -1, '1234567.8'],
  [123456785n, -1, '1.23456785e7'],
  [-123n, -5, '-1.23e-3'],
  [12n, 3, '12000'],
  [9007199254740991n, 0, '9007199254740991'],
  [1n, 1024, `1${'0'.repeat(1024)}`],
  [15n, 1025, '1.5e1026'],
])('%i times ten to the %i prints as %s', (coefficient, exponent, text) => {
  expect(printJsonNumber(coefficient, exponent)).toBe(text);
});

test('bytes must be UTF-8 without a byte order mark', () => {
  expect(readJsonBytes(utf8('"é"'))).toMatchObject({ value: 'é' });
  expect(readJsonBytes(Uint8Array.of(0x22, 0xff, 0x22))).toMatchObject({ fault: 'not-utf8' });
  expect(readJsonBytes(utf8('\ufeff1'))).toMatchObject({ fault: 'unexpected-character' });
});

test('every control character is escaped, in lower case', () => {
  expect(printJsonString('\u0000\u001b\u001f "')).toBe('"\\u0000\\u001b\\u001f \\""');
  expect(printJsonString('\b\f\n\r\t')).toBe('"\\u0008\\u000c\\n\\r\\t"');
  expect(printJsonString('\ud800"\u007f\u2028😀')).toBe('"\ud800\\"\u007f\u2028😀"');
});

test('a printed text is read back, whatever its contents', () => {
  const parts = [
    '\b',
    '\f',
    '\n',
    '\r',
    '\t',
    '\u0001',
    '"',
    '\\',
    '/',
    'u0041',
    'é',
    '😀',
    '\u2028',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (chosen) => {
      const text = chosen.join('');
      const printed = printJsonString(text);
      expect(readJson(printed)).toMatchObject({ value: text });
      expect(JSON.parse(printed)).toBe(text);
    }),
  );
});

test('a literal is read as JavaScript reads it, except for lone surrogates', () => {
  const parts = [
    '\\',
    '"',
    'u',
    'b',
    'f',
    'n',
    'x',
    '0041',
    '\\u00e9',
    '\\uD7fF',
    '\\ue000',
    'd83d',
    '\\ude00',
    '\n',
    '\ud83d',
    '\ude00',
    'é',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (chosen) => {
      const text = `"${chosen.join('')}"`;
      const reading = readJson(text);
      const expected: unknown = parses(text) ? JSON.parse(text) : undefined;
      const isWhole = typeof expected === 'string' && !/\p{Surrogate}/u.test(expected);
      expect(reading.kind === 'value' ? reading.value : undefined).toBe(
        isWhole && !/\\ud83d[\ude00]|[\ud83d]\\ude00/.test(text) ? expected : undefined,
      );
    }),
    { numRuns: 5000 },
  );
});

test('the output of JSON.stringify is read as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      const reading = readJson(text);
      expect(reading.kind).toBe('value');
      if (reading.kind === 'value') expect(plain(reading.value)).toEqual(JSON.parse(text));
    }),
  );
});

test('any text is accepted exactly when JSON.parse accepts it', () => {
  const fragments = ['{', '}', '[', ']', ',', ':', '"', '\\', 'a', '1', '0', '.', 'e', '-', ' '];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(readJson(text).kind === 'value').toBe(parses(text));
    }),
    { numRuns: 2000 },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Converts to JavaScript's own values, in which numbers may lose precision. */
function plain(value: JsonValue): unknown {
  if (isJsonNumber(value)) return Number(value.text);
  if (isJsonArray(value)) return value.map(plain);
  if (isJsonObject(value)) {
    return Object.fromEntries([...value].map(([key, field]) => [key, plain(field)]));
  }
  return typeof value === 'object' ? null : value;
}

test('the bytes of a string literal are known without writing it', () => {
  const unit = fc.constantFrom(
    'a',
    '"',
    '\\',
    '\n',
    '\r',
    '\t',
    '\b',
    '\u0000',
    '\u001f',
    '\u007f',
    'é',
    '€',
    '😀',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
      expect(jsonStringBytes(text)).toBe(utf8(printJsonString(text)).length);
    }),
    { numRuns: runCount(1000) },
  );
});
