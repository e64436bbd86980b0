import { describe, expect, test } from 'vitest';
import { createLexer } from '../../../../grammar/tokens.ts';
import { Source } from '../../../../src/base/span.ts';
import { lex } from '../../../../src/lang/syntax/lex.ts';
import { firstError, tree } from './show-tree.ts';

const label = (text: string): string =>
  lex(new Source('test', text))
    .tokens.map(({ tokenType, image }) => {
      const name = tokenType.LABEL ?? tokenType.name;
      return /^[A-Z]/.test(name) ? `${name}:${image}` : name;
    })
    .join(' ');

test('the token definitions are consistent', () => {
  expect(() => createLexer({ validate: true })).not.toThrow();
});

test.each([
  ['let let* lambda module interface use', 'let letstar lam module interface import'],
  ['defun defcap defconst defschema', 'defun defcap defconst defschema'],
  ['deftable defpact bless implements', 'deftable defpact bless implements'],
  ['true false step step-with-rollback', 'true false step steprb'],
  ['@doc @model @event @managed', 'docAnn modelAnn eventAnn managedAnn'],
  ['( ) { } [ ] , . : := ::', "'(' ')' '{' '}' '[' ']' ',' '.' ':' ':=' '::'"],
  ['a:b', "IDENT:a ':' IDENT:b"],
  [':::=', "'::' ':='"],
  [
    'letx let*x true? step-1 @docs uses',
    'IDENT:letx IDENT:let*x IDENT:true? IDENT:step-1 IDENT:@docs IDENT:uses',
  ],
  ['if and enforce map', 'IDENT:if IDENT:and IDENT:enforce IDENT:map'],
  ['%#+-_&$@<>=^?*!|/~', 'IDENT:%#+-_&$@<>=^?*!|/~'],
  ['-5 -5a - -- 5a 5-3', 'NUM:-5 IDENT:-5a IDENT:- IDENT:-- NUM:5 IDENT:a NUM:5 NUM:-3'],
  ['1.5', "NUM:1 '.' NUM:5"],
  ["'a 'a-b_c1 'a.b", "TICK:'a TICK:'a-b_c1 TICK:'a '.' IDENT:b"],
  ['"a b"', 'STR:"a b"'],
  ['a;b c\nd', 'IDENT:a IDENT:d'],
  [';', ''],
  [' \t\f\v\r\n', ''],
])('%j is %j', (text, tokens) => {
  expect(label(text)).toBe(tokens);
});

test('tokens and comments have their positions', () => {
  const { tokens, comments } = lex(new Source('test', '(f ; why\n  "é😀" x) ; end'));
  const places = (all: typeof tokens) => all.map(({ startOffset, image }) => [startOffset, image]);
  expect(places(tokens)).toEqual([
    [0, '('],
    [1, 'f'],
    [11, '"é😀"'],
    [17, 'x'],
    [18, ')'],
  ]);
  expect(places(comments)).toEqual([
    [3, '; why\n'],
    [20, '; end'],
  ]);
});

test('positions count lines and code points from zero', () => {
  const source = new Source('test', '(a\n "😀" b\r\n\tc)');
  const at = lex(source).tokens.map(({ startOffset, image }) => {
    const { line, column } = source.positionAt(startOffset);
    return `${image}@${line}:${column}`;
  });
  expect(at).toEqual(['(@0:0', 'a@0:1', '"😀"@1:1', 'b@1:5', 'c@2:1', ')@2:2']);
});

describe('strings', () => {
  test.each([
    [String.raw`"\n\t\\\"\'"`, '\n\t\\"\''],
    ['"a\tb"', 'a\tb'],
    ['"a\\\n   \\b"', 'ab'],
    ['"a\\ \\\\n"', 'a\n'],
    ['"a\\\r\n\t\u00a0\u3000\\b"', 'ab'],
    ['"Ģ; (é"', 'Ģ; (é'],
    ["'sym-1", 'sym-1'],
  ])('%j has the value %j', (text, value) => {
    expect(tree(text)).toBe(JSON.stringify(value));
  });

  const fault = (what: string) => `Lexical Error: String literal parsing error:  ${what}`;
  test.each([
    ['"a', fault('did not close string literal @1-1')],
    ['"a\\', fault('did not close string literal @1-1')],
    ['"a\\  ', fault('did not close string literal @1-1')],
    ['(f "a\nb")', fault('newline in string literal @4-4')],
    ['"a\rb"', fault('carriage return in string literal @1-1')],
    [String.raw`"a\rb"`, fault('carriage return is not supported in strings literals @1-1')],
    [String.raw`"\x41"`, fault('Invalid escape sequence @1-1')],
    ['"a\\  b"', fault('Invalid multiline string @1-1')],
    ['"a\\\u0085\\b"', fault('Invalid escape sequence @1-1')],
  ])('%j', (text, error) => {
    expect(firstError(text)).toBe(error);
  });

  test('lexing continues after a faulty string', () => {
    const { tokens, faults } = lex(new Source('test', '(f "a\n"b" "c\\q" d)'));
    expect(tokens.map(({ image }) => image)).toEqual(['(', 'f', '"b"', 'd', ')']);
    expect(faults.map(({ image }) => image)).toEqual(['"a', '"c\\q"']);
  });
});

describe('characters that begin no token', () => {
  const unexpected = (character: string, last: string, place: string) =>
    `Lexical Error: Encountered unexpected character "${character}", Last seen "${last}" @${place}`;
  test.each([
    ['`', unexpected('`', '\0', '0-0')],
    ['(a \\)', unexpected('\\', ' ', '3-3')],
    ['a\u0000', unexpected('\0', 'a', '1-1')],
    ['(é)', unexpected('é', '(', '1-1')],
    ['\u{1f461}\u{1f462}\u{1f682}', unexpected('\u{1f682}', '\u{1f462}', '4-4')],
    ["'1", unexpected('1', "'", '0-1')],
    ["a ''b", unexpected("'", "'", '2-3')],
    [
      "'",
      "Lexical Error: Ran out of input before finding a lexeme. Last Character seen:  (') @0-1",
    ],
  ])('%j', (text, error) => {
    expect(firstError(text)).toBe(error);
  });

  test('a run of them is one fault, and a hundred are reported', () => {
    expect(lex(new Source('test', 'a ``` b')).faults).toHaveLength(1);
    expect(lex(new Source('test', '` '.repeat(1000))).diagnostics).toHaveLength(100);
  });
});

describe('outside strings the low byte of a character decides', () => {
  test.each([
    ['a letter', '(šx 1)', '(call šx 1)'],
    ['a letter of two units', '(\u{10061} 1)', '(call \u{10061} 1)'],
    ['a blank', '(aĠb)', '(call a b)'],
    ['a parenthesis', '\u0128a b\u2029', '(call a b)'],
    ['a quote', '\u0122a\u2022b"', '"a•b"'],
    ['a quote of two units', '(f \u{1f622}a" 1)', '(call f "a" 1)'],
    ['a tick of two units', '(f \u{1f627}a 1)', '(call f "a" 1)'],
    ['a semicolon', 'a \u013b b\nc', 'a c'],
    ['the end of a comment', 'a ; b \u{1f60a} c\nd', 'a c d'],
    ['a comment that continues', 'a ; b \u{1f60b} c\nd', 'a d'],
  ])('%s', (_what, text, shown) => {
    expect(tree(text)).toBe(shown);
  });

  test('in keywords too', () => {
    expect(label('l\u0165t \u{1f475}se')).toBe('let import');
  });

  test('positions stay those of the text', () => {
    const { tokens } = lex(new Source('test', '; 😀\n"😀" (š 😀'));
    expect(tokens.map(({ startOffset, image }) => [startOffset, image])).toEqual([
      [5, '"😀"'],
      [10, '('],
      [11, 'š'],
    ]);
  });

  test('an invalid digit', () => {
    expect(firstError('(f \u0131)')).toBe('Expected: [NUM] @3-4');
    expect(firstError('(f 1.\u0131)')).toBe('Expected: [NUM] @3-6');
  });

  test('a lone surrogate is read as a replacement character', () => {
    expect(tree('"a\ud800b"')).toBe('"a\ufffdb"');
    expect(firstError('\ud800')).toContain('"\ufffd"');
  });
});
