// Any text gives a result, never a JavaScript exception, and errors that point into the text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { parseExpression, parseProgram } from '../../../../src/lang/syntax/parse.ts';
import { runCount } from '../../../support/run-count.ts';

const samples = [
  `(module m 'k @doc "d" @model [(property (= a {b, c}))] (use n.a "h" [x]) (implements i) (bless "h")
    (defschema s "d" a:integer b) (deftable t:{s}) (defconst C:[decimal] [1.5, -2.0])
    (defcap K:bool (a:object{s} m:module{i,n.j}) @managed a f (enforce true "x"))
    (defpact p () (step 1) (step-with-rollback (a) (b) @model []))
    (defun f:string (a b) "doc" (let* ((x 1) (y:list [])) (bind x {"a":=q, 'b:=r} {"c": q, 'd:()} m::f n.m.f))))`,
  '(interface i (defun f (a)) (defcap C () @event) (defpact p ()) (defconst X "a\\\n  \\b")) ; end',
  '(map (lambda (x:table{s}) x) [1 2 3]) "top" {, "a":1}',
];

const words = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  ':=',
  '::',
  '.',
  '"',
  "'",
  ';',
  '\\',
  '\n',
  ' ',
  '`',
  'let',
  'let*',
  'lambda',
  'module',
  'interface',
  'use',
  'defun',
  'defcap',
  'defconst',
  'step',
  '@doc',
  '@model',
  '@managed',
  '@event',
  'bless',
  'true',
  'x',
  '"s"',
  "'t",
  '1',
  '-1',
  '1.5',
  '\u0000',
  'é',
  'š',
  'Ġ',
  '\u2028',
  '😀',
  '\u{1f622}',
  '\ud800',
  '\r',
];

function check(text: string): void {
  const source = new Source('test', text);
  for (const dialect of ['pact', 'repl'] as const) {
    const { diagnostics } = parseProgram(source, { dialect });
    for (const { message, span } of diagnostics) {
      expect(message).toMatch(/^(Lexical Error|Expected|Too many|Unexpected|Precision|No such|N)/);
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.end).toBeLessThanOrEqual(text.length);
      expect(span.start).toBeLessThanOrEqual(span.end);
    }
  }
  parseExpression(source);
}

const options = { seed: 20260101, numRuns: runCount(200) };

describe('never throws', () => {
  test('on any characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), check), options);
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), check), options);
  });

  test('on any bytes', () => {
    const text = fc
      .uint8Array({ maxLength: 80 })
      .map((bytes) => new TextDecoder('utf-8').decode(bytes));
    fc.assert(fc.property(text, check), options);
  });

  test('on any words', () => {
    const text = fc.array(fc.constantFrom(...words), { maxLength: 60 });
    fc.assert(
      fc.property(text, (parts) => {
        check(parts.join(' '));
        check(parts.join(''));
      }),
      options,
    );
  });

  test('on programs with pieces removed, doubled and inserted', () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat({ max: 8 }),
      put: fc.constantFrom('', ...words),
    });
    const text = fc
      .tuple(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 4 }))
      .map(([sample, edits]) => edits.reduce(apply, sample));
    fc.assert(fc.property(text, check), options);
  });

  test('on prefixes and suffixes of a program', () => {
    for (const sample of samples) {
      // Prefixes and suffixes in turn; all with PACT_RUNS.
      const isLong = runCount(1) > 1;
      for (let at = 0; at <= sample.length; at++) {
        if (isLong || at % 2 === 0) check(sample.slice(0, at));
        if (isLong || at % 2 === 1) check(sample.slice(at));
      }
    }
  });
});

function apply(text: string, { at, cut, put }: { at: number; cut: number; put: string }): string {
  const place = Math.floor(at * text.length);
  return text.slice(0, place) + put + text.slice(place + cut);
}

describe('long repetitive texts', () => {
  const parses = (text: string): void => {
    const { diagnostics } = parseProgram(new Source('test', text), { dialect: 'repl' });
    expect(diagnostics.length).toBeLessThanOrEqual(100);
  };

  test.each([
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    ';',
    ',',
    '.',
    ':',
    '`',
    '\\',
    '\n',
    ' ',
    '7',
    '-',
    'a',
    '@',
    '() ',
    'a ',
    '"" ',
    '1.',
    'a.',
    '"\\',
    '"\\ ',
    ';\n',
    '(defun ',
    '(module ',
    '{"a":',
    '[1,',
    '😀',
    'š',
    'é',
  ])('%j', (unit) => {
    parses(unit.repeat(200_000 / unit.length));
  });

  // Sizes at which a regular expression with alternatives runs out of stack.
  test('strings of ten megabytes, plain and with only escapes', () => {
    parses(`"${'a'.repeat(10_000_000)}"`);
    parses(`"${'\\n'.repeat(5_000_000)}`);
  });
});
