// The tree after an edit, made from the previous one, equals that of parsing the whole text.
import { isDeepStrictEqual } from 'node:util';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { parseProgram } from '../../../../src/lang/syntax/parse.ts';
import { parseEdited } from '../../../../src/lang/syntax/parse-edited.ts';
import { Random } from '../../../support/random.ts';

const dialect = 'pact';

function edited(before: string, now: string, nestingLimit?: number) {
  const source = new Source('a.pact', before);
  const { value: forms } = parseProgram(source, { dialect });
  const newer = new Source('a.pact', now);
  const options = nestingLimit === undefined ? {} : { nestingLimit };
  return { source: newer, forms: parseEdited({ source, forms }, newer, options) };
}

/** Returns whether the previous tree was reused; if so, checks that the result is the text's tree. */
function isReused(before: string, now: string): boolean {
  const { source, forms } = edited(before, now);
  if (forms === undefined) return false;
  const whole = parseProgram(source, { dialect });
  expect(whole.diagnostics).toEqual([]);
  expect(isDeepStrictEqual(forms, whole.value)).toBe(true);
  return true;
}

const text = `(module m G
  "Documented."
  (use n [f])
  (defcap G () true)
  (defconst C:decimal 1.50 "A constant.")
  (defun f:string (a:integer) @model [(property (> a 0))] (format "{}; \\"é🙂" [a])) ; end
  (defun g (x) (let ((y { "a": 1, 'b: x })) (at 'a y))))
(interface i (defun h:bool ()))
(m.f 1)`;

describe('an edit within a definition', () => {
  it.each([
    ['a blank', '(at ', '(at  '],
    ['a name', "'a y", "'b other"],
    ['a number', '1.50', '22.5'],
    ['a string with anything in it', '"{}; ', '"{} 🙂é( ; [ '],
    ['a comment', '(at ', '; (\n(at '],
    ['another kind of definition', '(defun g (x)', '(defcap g (x)'],
    ['a definition that becomes shorter', '(let ((y { "a": 1, \'b: x })) (at \'a y))', 'x'],
  ])('%s: parses only that', (_, from, to) => {
    expect(isReused(text, text.replace(from, to))).toBe(true);
  });

  it.each([
    ['a bracket that is missing', "(at 'a y))", "(at 'a y)"],
    ['two definitions in place of one', "(at 'a y))", "(at 'a y)) (defun z () 1)"],
    ['a string that is not closed', '"A constant."', '"A constant.'],
    ['a comment over the end', 'C:decimal 1.50', ';C:decimal 1.50'],
    ['an import in its place', '(defcap G () true)', '(bless "x" )'],
    ['text between definitions', '; end', '; the end'],
    ['the name of the module', 'module m', 'module mm'],
    ['another form', '(m.f 1)', '(m.f 2)'],
    ['an interface', '()))', '(x)))'],
  ])('%s: parses everything', (_, from, to) => {
    expect(text).toContain(from);
    expect(isReused(text, text.replace(from, to))).toBe(false);
  });

  it('obeys the limit of nesting, which includes the module', () => {
    const deep = (levels: number): string =>
      text.replace("(at 'a y)", `${'('.repeat(levels)}f${')'.repeat(levels)}`);
    for (let levels = 1; levels < 12; levels++) {
      const { source, forms } = edited(text, deep(levels), 10);
      const { diagnostics } = parseProgram(source, { dialect, nestingLimit: 10 });
      expect(forms === undefined, `${levels} levels`).toBe(diagnostics.length > 0);
    }
  });
});

it.each(['coin/coin.pact', 'fungible-token/token.pact'])('random edits of %s', (path) => {
  const contract = readFileSync(`stdlib/${path}`, 'utf8');
  const random = new Random(3);
  const parts = ['(', ')', ' ', '"', ';', '\n', "'", '[', '}', 'x', '1.0', '@doc', '(f x)', '🙂'];
  let reused = 0;
  for (let i = 0; i < 150; i++) {
    const at = random.below(contract.length);
    const now = contract.slice(0, at) + random.pick(parts) + contract.slice(at + random.below(3));
    if (isReused(contract, now)) reused++;
  }
  expect(reused).toBeGreaterThan(20);
});
