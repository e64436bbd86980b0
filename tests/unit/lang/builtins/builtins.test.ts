// Edge cases of builtins: results and errors that the examples do not show. Each row is a call and its result.

import { describe, expect, it } from 'vitest';
import { Decimal, ListValue, objectValue, unit } from '../../../../src/lang/values/value.ts';
import { callBuiltin, builtinValue } from '../../../support/builtin-call.ts';
import { runProgram } from '../../../support/run-program.ts';

const list = (...items: ConstructorParameters<typeof ListValue>[0]): ListValue =>
  new ListValue(items);

/** Code and its result, or a part of the error message after `!`. */
function check(rows: readonly (readonly [string, string])[]): void {
  it.each(rows)('%s', (code, gives) => {
    const result = runProgram(code);
    if (!gives.startsWith('!')) return expect(result).toEqual({ kind: 'result', text: gives });
    expect(result.kind).toBe('error');
    return expect(result.text).toContain(gives.slice(1));
  });
}

describe('arithmetic', () => {
  check([
    ['(show (+ 0.000 1.5))', '"1.5"'],
    ['(show (- 0.00 0.000))', '"0.000"'],
    ['(show (+ 1.50 1.50))', '"3.00"'],
    ['(show (* 1.50 2.0))', '"3.0"'],
    ['(/ -7 2)', '-4'],
    ['(/ 7 -2)', '-4'],
    ['(/ -7 -2)', '3'],
    ['(mod -7 -2)', '-1'],
    ['(length (show (/ 1.0 3.0)))', '257'],
    ['(show (round 1.5 -1))', `"1.5${'0'.repeat(254)}"`],
    ['(round 2.345 257)', '2.3'],
    ['(round -2.5)', '-2'],
    ['(show (round 0.125 2))', '"0.12"'],
    ['(show (round 1.005 2))', '"1.00"'],
    ['(^ 0 0)', '1'],
    ['(^ 0.0 0)', '1.0'],
    ['(^ -2.0 3)', '-8.0'],
    ['(^ 1.1 10)', '2.59374246010000231166259254678152501583099365234375'],
    ['(log 10 1000)', '3'],
    ['(log 0 5)', '0'],
    ['(log 1.0 0)', '!Base 1 not supported'],
    ['(log -1 0)', '!Negative log base'],
    ['(log 1.00 5)', '!Base 1 not supported'],
    ['(sqrt 2.0)', '1.4142135623730951454746218587388284504413604736328125'],
    ['(& -1 255)', '255'],
    ['(- "a")', '!native function negate with argument(s) of type(s): string'],
    ['(abs -0.0)', '0.0'],
  ]);
});

describe('comparison', () => {
  check([
    ['(< false true)', 'true'],
    ['(>= () ())', 'true'],
    ['(= () ())', 'true'],
    ['(< [1] [2])', '!argument(s) of type(s): list, list'],
    ['(< "\u{ff5e}" "\u{1f600}")', 'true'],
    ['(= {"a": [1 {"b": 2}]} {"a": [1 {"b": 2}]})', 'true'],
    ['(!= [1 2] [1 2 3])', 'true'],
    ['(= 1 "1")', 'false'],
  ]);
});

describe('collections', () => {
  check([
    ['(at 18446744073709551617 [1 2 3])', '2'],
    ['(at -1 [1 2])', '!Array index out of bounds. Length (2), Index (-1)'],
    ['(at 9223372036854775808 [1])', '!Length (1), Index (-9223372036854775808)'],
    ['(at "__proto__" {"a": 1})', '!Key "__proto__" not found in object: {"a": 1}'],
    ['(at "__proto__" {"__proto__": 1})', '1'],
    ['(take 100000000000000000000 [1 2])', '[1 2]'],
    ['(take -100000000000000000000 "ab")', '"ab"'],
    ['(drop -1 "\u{1f600}b")', '"\u{1f600}"'],
    ['(drop ["toString"] {"a": 1})', '{"a": 1}'],
    ['(reverse "a\u{1f600}")', '"\u{1f600}a"'],
    ['(contains "" "abc")', 'true'],
    ['(contains [1] [[1] 2])', 'true'],
    ['(sort [1.0 "a" 2 true () "A" 0])', '["A" "a" 0 2 1.0 () true]'],
    ['(sort ["a" "b"] [{"a": 1, "b": 2} {"a": 2, "b": 1}])', '[{"a": 2,"b": 1} {"a": 1,"b": 2}]'],
    ['(sort [1] [])', '[]'],
    ['(sort [] [1])', '[1]'],
    ['(sort [1] [{}])', '!native function sort-object with argument(s) of type(s): integer'],
    ['(sort [1] [2])', '!native function sort-object with argument(s) of type(s): integer'],
    ['(enumerate 5 5 0)', '[5]'],
    ['(enumerate 0 5 0)', '[]'],
    ['(enumerate 0 10 100)', '[0]'],
    ['(enumerate 3 0 1)', '!increment diverges above from interval bounds.'],
    ['(distinct [[] {} [] {} true true false])', '[[] {} true false]'],
    ['(map (identity) [])', '[]'],
    ['(fold (+) 0 ["a"])', '!argument(s) of type(s): integer, string'],
    ['(filter (lambda (x) (+)) [1])', '!Expected Pact Value, got closure'],
    ['(zip (+) [] [1])', '[]'],
    ['(where "a" (+ 1) {"a": 1})', '!expected bool value, got 2'],
    ['(and? (lambda (x) 1) (lambda (x) true) 1)', '!expected bool value, got 1'],
    ['(or? (lambda (x) true) (lambda (x) 1) 1)', 'true'],
    ['(typeof ())', '"unit"'],
    ['(typeof 1.5)', '"decimal"'],
  ]);

  it('take types of whole argument lists, and of single elements', () => {
    const keys = list('a', 1n);
    expect(callBuiltin('take', keys, objectValue([]))).toContain('type(s): integer');
    expect(callBuiltin('take', unit, keys)).toContain('type(s): unit, list');
    expect(callBuiltin('make-list', 2n, builtinValue('+'))).toContain('type(s): integer, closure');
    expect(callBuiltin('fold', builtinValue('+'), 0n, list(1n, 2n, 3n))).toBe('6');
  });
});

describe('strings', () => {
  check([
    ['(format "{}{}" ["{}" 1 2])', '"{}1"'],
    ['(format "no gap" [])', '"no gap"'],
    ['(format "{}" [["a" 1.50]])', '"["a", 1.50]"'],
    ['(str-to-int "")', '!Decoding error: empty text: '],
    ['(str-to-int 64 "")', '0'],
    ['(str-to-int 16 "aF")', '175'],
    ['(str-to-int "a")', `!character 'a' is out of range for base 10: a`],
    ['(str-to-int 17 "-")', '!str-to-int-base failed with message: Base value must be >= 2'],
    ['(str-to-int 64 "a=")', '!Decoding error: invalid b64 encoding'],
    ['(int-to-str 64 0)', '"AA"'],
    ['(int-to-str 99 -1)', '!cannot show negative integer'],
    ['(int-to-str 2 5)', '"101"'],
    ['(is-charset 5 "a")', '!Unsupported character set'],
    ['(base64-encode "\u{1f600}")', '"8J-YgA"'],
    ['(base64-decode "_w")', '!Decoding error: invalid b64 encoding'],
    ['(str-to-list "a\u{1f600}")', '["a" "\u{1f600}"]'],
    ['(hash-keccak256 ["a!"])', '!Base64URL decode failed: invalid character at offset: 1'],
    ['(hash-poseidon 1 2 3 4 5 6 7 8 9)', '!hash-poseidon with argument(s) of type(s): list'],
    ['(hash-poseidon "a")', '!hash-poseidon with argument(s) of type(s): list'],
    ['(hash-poseidon [1 2])', '!hash-poseidon with argument(s) of type(s): list'],
  ]);

  it('accept 512 digits', () => {
    expect(callBuiltin('str-to-int', '0'.repeat(512))).toBe('0');
    expect(callBuiltin('str-to-int', '0'.repeat(513))).toContain('only up to 512 length supported');
    expect(callBuiltin('str-to-int-base', 64n, '\u{1f600}'.repeat(512))).toContain('invalid b64');
  });
});

describe('time', () => {
  check([
    ['(days 1.50)', '129600.0'],
    ['(show (minutes 1.5))', '"90.0"'],
    ['(diff-time (add-time (parse-time "%s" "0") 0.000001) (parse-time "%s" "0"))', '0.000001'],
    ['(format-time "%v" (add-time (parse-time "%s" "0") 0.0000025))', '"000002"'],
    ['(time " 2020-01-01T00:00:00Z ")', '"2020-01-01T00:00:00Z"'],
    ['(add-time 1 2)', '!add-time with argument(s) of type(s): integer, integer'],
  ]);
});

describe('bridge messages', () => {
  const message = (fields: string): string =>
    `(hyperlane-encode-token-message {"recipient": "", "amount": 1.0, "chainId": "1", ${fields}})`;
  const chainOf = (code: string): string => `(take -2 (take 46 ${code}))`;

  check([
    [message('"amount": 1'), '!Failed to find key in object: amount'],
    [message('"recipient": "!"'), '!Invalid base64 encoding on field recipient'],
    [`(= ${message('"chainId": "65536"')} ${message('"chainId": "0"')})`, 'true'],
    [`(= ${message('"chainId": "12ab"')} ${message('"chainId": "12"')})`, 'true'],
    [`(= ${message('"amount": 2.5')} ${message('"amount": 2.0')})`, 'true'],
    [`(take 4 ${message('"amount": -1.0')})`, '"____"'],
    [chainOf(message('"amount": 1.0')), '"AQ"'],
    ['(hyperlane-decode-token-message "!")', '!Failed to base64-decode token message'],
    [
      `(hyperlane-decode-token-message ${message('"recipient": "e30"')})`,
      '!Could not parse recipient into a guard',
    ],
  ]);
});

it('decimals print by number in the REPL, with all places by show', () => {
  expect(callBuiltin('+', new Decimal(100n, 2), new Decimal(0n, 0))).toBe('1.0');
  expect(callBuiltin('show', new Decimal(100n, 2))).toBe('"1.00"');
});
