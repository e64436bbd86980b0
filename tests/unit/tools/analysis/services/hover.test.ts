// Hover: `$0` is the cursor.

import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../../../../src/tools/analysis/services/hover.ts';
import { builtinDocumentation } from '../../../../../src/script/pages/pages.ts';
import { coreBuiltins } from '../../../../../src/lang/session/analyse.ts';
import { atCursor } from '../../../../support/workspace.ts';

function hover(given: Parameters<typeof atCursor>[0]): string | undefined {
  const { snapshot, path, offset } = atCursor(given);
  const found = hoverAt(snapshot, path, offset);
  return found === undefined ? undefined : [found.signature, found.text].filter(Boolean).join('\n');
}

const text = `(module m G
  (defcap G () true)
  (defconst LIMIT:integer 10)
  (defconst COMPUTED (+ 1 2))
  (defcap PAY:bool (amount:decimal) @event true)
  (defun half (amount) "Half of it." (let ((result (/ amount 2.0))) result))
  (defun use-all () (half 2.0) LIMIT COMPUTED (PAY 1.0) (length [1 2])))`;

describe('hover', () => {
  it('shows the signature with inferred types and the documentation', () => {
    expect(hover(text.replace('(half 2.0)', '($0half 2.0)'))).toBe(
      '(defun m.half:decimal (amount:decimal))\nHalf of it.\n\nTypes that are not written are inferred.',
    );
  });

  it.each([
    ['a constant with its value', '(half 2.0) $0LIMIT', '(defconst m.LIMIT:integer)\nValue: `10`'],
    [
      'a constant that is computed',
      'LIMIT $0COMPUTED (PAY',
      '(defconst m.COMPUTED:integer)\nTypes that are not written are inferred.',
    ],
    ['a capability', 'COMPUTED ($0PAY', '(defcap m.PAY:bool (amount:decimal) @event)'],
    ['a variable', '2.0))) $0result)', 'variable result:decimal\nThe type is inferred.'],
    [
      'a variable where it is bound',
      '(let (($0result',
      'variable result:decimal\nThe type is inferred.',
    ],
    ['a parameter', '(/ $0amount', 'parameter amount:decimal\nThe type is inferred.'],
    [
      'a parameter where it is declared',
      'half ($0amount)',
      'parameter amount:decimal\nThe type is inferred.',
    ],
    ['an expression', '(length $0[1', '[integer]'],
    ['a module', '(module $0m', 'module m'],
  ])('shows %s', (_, marked, expected) => {
    const plain = marked.replace('$0', '');
    expect(text).toContain(plain);
    expect(hover(text.replace(plain, marked))).toBe(expected);
  });

  it.each([
    [1, 'Gas: 2.5 for the only call in the last test run.'],
    [4, 'Gas: 2.5 per call on average, over 4 calls in the last test run.'],
  ])('shows what %i calls took in the last run', (calls, expected) => {
    const { snapshot, path, offset } = atCursor(text.replace('(PAY 1.0)', '($0PAY 1.0)'));
    const ofFunction = (name: string) => (name === 'm.PAY' ? { calls, gas: 2.5 } : undefined);
    const found = hoverAt(snapshot, path, offset, { ofForm: () => undefined, ofFunction });
    expect(found?.text).toBe(expected);
  });

  it.each([[['first', 'second', 'item']], [['item', 'second', 'first']]])(
    'shows the same letters for unknown types if asked in the order %j',
    (order) => {
      const source =
        '(module m G (defcap G () true)\n(defun f (first second) (let ((item [second])) first)))';
      const { snapshot, path } = atCursor(`$0${source}`);
      const signatures = order.map((name) => {
        const offset = source.indexOf(name);
        return [name, hoverAt(snapshot, path, offset)?.signature];
      });
      expect(Object.fromEntries(signatures)).toStrictEqual({
        first: "parameter first:'a",
        second: "parameter second:'b",
        item: "variable item:['b]",
      });
    },
  );

  it('shows the documentation of a builtin, and its price', () => {
    const length = coreBuiltins.find(({ name }) => name === 'length');
    const found = hover(text.replace('(length', '($0length')) ?? '';
    expect(found).toContain(length && builtinDocumentation(length));
    expect(found).toMatch(/Gas: \d+(\.\d+)? per call/);
  });

  it.each(['let', 'defun', 'defcap', 'module'])('explains %s', (word) => {
    expect(hover(text.replace(`(${word}`, `($0${word}`))).toContain(`## ${word}`);
  });

  it('shows the documentation of a function of another file', () => {
    const files = { 'a.pact': text, 'b.repl': '(load "a.pact")\n(m.half$0 1.0)' };
    expect(hover(files)).toContain('Half of it.');
  });

  it('explains every builtin', () => {
    for (const { name } of coreBuiltins) {
      const found = hover({ 'a.repl': `($0${name})` });
      expect(found, name).toContain(`## ${name}`);
    }
  });
});
