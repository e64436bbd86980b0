// Large texts are lexed in pieces, which must have no effect on the result.
import { describe, expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { lex, TokenPieces } from '../../../../src/lang/syntax/lex.ts';
import { parseProgram } from '../../../../src/lang/syntax/parse.ts';
import { parseTopLevels } from '../../../../src/lang/syntax/run-parser.ts';

const ascii = `
; a comment, with ( and "
(module m G
  @doc "of two \\
  \\  lines"
  (defcap G () true)
  (defun f:decimal (a:[integer] b:object{s})
    (let ((x { "k": 1.5, 'l: [1 2 3] }))
      (with-read t "k" { "v" := v }
        (bind (g v) { "w" := w }

(h w x))))))
atom "text" (f 1) ; at the end
`;

const repeated = (text: string) => text.repeat(Math.ceil(60_000 / text.length));

const inPieces = (text: string, limit = 200) => {
  const pieces = new TokenPieces(new Source('test', text), limit);
  const read = [];
  for (let tokens = pieces.next(); tokens.length > 0; tokens = pieces.next()) read.push(tokens);
  return { read, isSound: pieces.isSound };
};

describe.each([
  ['ASCII', ascii],
  ['other characters', ascii.replace('text', 'é — \u2028').replace('of two', 'of \u{1f600}')],
  ['characters whose low byte is a blank or bracket', `${ascii}\u010a\u0128f\u0120"\u010a" 1)`],
])('%s', (_what, form) => {
  const source = new Source('test', repeated(form));

  test('the tokens equal those of the whole text', () => {
    const { read, isSound } = inPieces(source.text);
    expect(isSound).toBe(true);
    expect(read.length).toBeGreaterThan(2);
    expect(read.flat()).toEqual(lex(source).tokens);
  });

  test('the tree equals that of the whole text', () => {
    const { value, diagnostics } = parseProgram(source, { dialect: 'repl' });
    expect(diagnostics).toEqual([]);
    const whole = parseTopLevels(source, lex(source).tokens, 'repl');
    expect({ kind: 'parsed', value }).toEqual(whole);
  });
});

test('a text without a line to cut at is one piece', () => {
  expect(inPieces('(f "a" 1) '.repeat(20_000)).read).toHaveLength(1);
  expect(inPieces('; only a comment\n'.repeat(20_000)).read).toHaveLength(0);
});

test('nesting levels are counted across the pieces', () => {
  const deep = `(f${'\n; long enough\n(g'.repeat(8000)}`;
  expect(inPieces(deep, 8001).isSound).toBe(true);
  expect(inPieces(deep, 8000).isSound).toBe(false);
  const { diagnostics } = parseProgram(new Source('test', deep), { dialect: 'pact' });
  expect(diagnostics[0]?.message).toBe('Nesting too deep: more than 200 levels of brackets');
});

describe('a fault in the middle is found as in a small text', () => {
  test.each([
    ['a stray character', '(f ` 1)'],
    ['a gap that a form follows', '"a\\\n(f 1)"'],
    ['a string that ends with its line', '(f "a\n(g 1)'],
    ['a parenthesis too many', '(f 1))'],
    ['a word in the wrong place', '(defun f)'],
    ['what the reference refuses while it reads', '(defun f (a:nothing) 1)'],
  ])('%s', (_what, faulty) => {
    // Without a parenthesis in the first column, because an unclosed form would end there.
    const filler = repeated(ascii.replace('\n\n(h', ' (h'));
    const small = parseProgram(new Source('test', `${faulty}\n(end)`), { dialect: 'repl' });
    const large = parseProgram(new Source('test', `${filler}${faulty}\n(end)`), {
      dialect: 'repl',
    });
    const shown = ({ diagnostics }: typeof small, from: number) =>
      diagnostics.map(({ message, span }) => [
        message.replace(/Last seen ".*"/s, ''),
        span.start - from,
      ]);
    expect(small.diagnostics).not.toEqual([]);
    expect(shown(large, filler.length)).toEqual(shown(small, 0));
    expect(large.isIncomplete).toBe(small.isIncomplete);
  });
});

test('parsing leaves the tokens as they were', () => {
  const source = new Source('test', ascii);
  const { tokens } = lex(source);
  const before = [...tokens];
  for (let times = 0; times < 2; times++) {
    expect(parseTopLevels(source, tokens, 'repl').kind).toBe('parsed');
    expect(tokens).toEqual(before);
  }
});
