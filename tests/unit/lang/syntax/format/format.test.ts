// Formatting cases that docs/formatting.md does not show: unusual positions of comments, line ends, models, options, faults.
import { describe, expect, test } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import { formatSource } from '../../../../../src/lang/syntax/format/format.ts';
import {
  defaultFormat,
  type FormatOptions,
} from '../../../../../src/lang/syntax/format/form-rules.ts';

function format(text: string, options: Partial<FormatOptions> = {}): string {
  const outcome = formatSource(new Source('test', text), { ...defaultFormat, ...options });
  return outcome.kind === 'formatted'
    ? outcome.text
    : `refused: ${outcome.diagnostics[0]?.message}`;
}

describe('comments in unusual positions', () => {
  test.each([
    ['(; first\nf a)', '( ; first\n f\n  a)\n'],
    ['(f ; name\n a b)', '(f ; name\n  a\n  b)\n'],
    ['m ; dot\n .\n; own\nf', 'm ; dot\n  .\n  ; own\n  f\n'],
    ['(f a\n ; before the end\n)', '(f\n  a\n  ; before the end\n)\n'],
    ['{ "a" ; key\n : 1 }', '{ "a" ; key\n    : 1\n}\n'],
    ['(defun f (a ; one\n b) a)', '(defun f\n  (a ; one\n   b)\n  a)\n'],
    ['[1 ; one\n 2]', '[1 ; one\n 2]\n'],
    ['[] ; end', '[] ; end\n'],
    ['; only', '; only\n'],
    [';a\n\n\n\n;b\n', ';a\n\n\n;b\n'],
    ['(f);1\n(g);2', '(f) ;1\n(g) ;2\n'],
    ['{ ; nothing\n}', '{ ; nothing\n}\n'],
    [
      '(module m G ;pact-fmt:off\n(defun f ()\n1\n) ;pact-fmt:on\n;below\n(defun g () 2))',
      '(module m G ;pact-fmt:off\n(defun f ()\n1\n) ;pact-fmt:on\n  ;below\n  (defun g () 2)\n)\n',
    ],
  ])('%j', (text, result) => {
    expect(format(text)).toBe(result);
    expect(format(result)).toBe(result);
  });
});

describe('models', () => {
  test.each([
    [
      '(defun f (a) @model [(property (forall (x:string y : integer) (= { "a" : 1 } a)))] a)',
      '(defun f (a)\n  @model [(property (forall (x:string y:integer) (= { "a": 1 } a)))]\n  a)\n',
    ],
    // Braces of models need not match, and colons may be anywhere.
    ['(defun f () @model [ { : (} a } = ) , ] 1)', '(defun f () @model [{ : (} a } =),] 1)\n'],
    ['(defun f () @model [ (: =x) ] 1)', '(defun f () @model [(: =x)] 1)\n'],
  ])('%j', (text, result) => {
    expect(format(text)).toBe(result);
  });
});

describe('line ends and blanks', () => {
  test('the most common line end wins', () => {
    expect(format('(f)\r\n(g)\r\n(h)\n')).toBe('(f)\r\n(g)\r\n(h)\r\n');
    expect(format('(f)\r\n(g)\n(h)\n')).toBe('(f)\n(g)\n(h)\n');
  });

  test('comments lose the carriage return and get it back', () => {
    expect(format('(f) ; a \r\n; b\r\n')).toBe('(f) ; a\r\n; b\r\n');
  });

  test('strings keep their line ends, others are converted', () => {
    const text = '"a\\\r\n  \\b"\n1\n2\n';
    expect(format(text)).toBe(text);
  });

  test.each([
    ['', ''],
    [' \n\t\n', ''],
    ['(f\t\f\v1)', '(f 1)\n'],
    ['1', '1\n'],
  ])('%j', (text, result) => {
    expect(format(text)).toBe(result);
  });

  test('columns are characters', () => {
    const faces = '\u{1F600}'.repeat(30);
    expect(format(`(f "${faces}"\n (g "${faces}"))`)).toBe(`(f "${faces}" (g "${faces}"))\n`);
  });
});

describe('options', () => {
  const text = '(defun f (a)\n(if a (g a) "nope"))';

  test('width', () => {
    expect(format(text, { width: 20 })).toBe('(defun f (a)\n  (if a\n    (g a)\n    "nope"))\n');
  });

  test('indent', () => {
    expect(format(text, { indent: 4 })).toBe('(defun f (a)\n    (if a (g a) "nope"))\n');
  });

  test('closers', () => {
    expect(format(text, { closers: 'own-line', width: 20 })).toBe(
      '(defun f (a)\n  (if a\n    (g a)\n    "nope"\n  )\n)\n',
    );
  });
});

describe('parts that are not formatted', () => {
  test.each([
    [
      '; pact-fmt: off\n( f )\n; pact-fmt: on\n( g )\n',
      '; pact-fmt: off\n( f )\n; pact-fmt: on\n(g)\n',
    ],
    // Without an end mark, it extends to the end of the form or of the file.
    ['( f\n;; pact-fmt: off\n a   b )\n( g )', '(f\n  ;; pact-fmt: off\n a   b)\n(g)\n'],
    ['( f )\n; pact-fmt: off\n( g )\n\n( h  )', '(f)\n; pact-fmt: off\n( g )\n\n( h  )\n'],
    // After code, it starts at the comment.
    ['( f ) ; pact-fmt: off\n( g )\n', '(f) ; pact-fmt: off\n( g )\n'],
    // Nothing in between.
    ['; pact-fmt: off\n; pact-fmt: on\n( f )', '; pact-fmt: off\n; pact-fmt: on\n(f)\n'],
    [
      '(f [ ; pact-fmt: off\n  1   2\n ; pact-fmt: on\n 3   4 ; pact-fmt: off\n  5   6 ] )',
      '(f\n  [ ; pact-fmt: off\n  1   2\n ; pact-fmt: on\n   3 4 ; pact-fmt: off\n  5   6])\n',
    ],
  ])('%j', (text, result) => {
    expect(format(text)).toBe(result);
    expect(format(result)).toBe(result);
  });
});

describe('source with faults is left unchanged', () => {
  test.each([
    ['(f', 'Expected: '],
    ['\ufeff(f)', 'Lexical Error: '],
    ['(f "a', 'Lexical Error: '],
    // The dagger is read as a blank, because its low byte is one.
    ['(f\u2020a)', 'Lexical Error: Encountered unexpected character "\u2020"'],
    ['\0\x01', 'Lexical Error: '],
    ['('.repeat(300) + ')'.repeat(300), 'Nesting too deep'],
  ])('%j', (text, message) => {
    expect(format(text)).toContain(`refused: ${message}`);
  });
});

describe('lines that just fit', () => {
  const name = (length: number): string => 'x'.repeat(length);

  test.each([
    // Closing brackets that follow the form count for its last line.
    ['a form', `(ff ${name(15)})`, 20],
    ['a form within another one', `(ff (gg ${name(10)}))`, 20],
  ])('%s of exactly the width stays, one that is longer is broken', (_, text, width) => {
    expect(text).toHaveLength(width);
    expect(format(text, { width })).toBe(`${text}\n`);
    expect(format(text, { width: width - 1 })).not.toBe(`${text}\n`);
  });

  test('words fill their lines, and the last line has room for the closing brackets', () => {
    const uses = (length: number): string => `(use coin [aaaa bbbb ${name(length)}])`;
    for (const length of [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]) {
      for (const line of format(uses(length), { width: 24 }).split('\n')) {
        if (line.trim().length > length + 2) expect(line.length).toBeLessThanOrEqual(24);
      }
    }
  });

  test('a comment followed by code has its own line', () => {
    const text = '(f a ; one\n     ; two\n b)\n';
    expect(format(text)).toBe('(f\n  a ; one\n    ; two\n  b)\n');
  });
});
