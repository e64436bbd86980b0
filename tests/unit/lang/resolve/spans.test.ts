// Which source text each node of Core points to. Start lines are stored on chain: see Appendix G, "Node infos".
import { expect, test } from 'vitest';
import { nodeSpans } from '../../../support/core-text.ts';
import { World } from '../../../support/resolving.ts';

function spans(source: string, flags: readonly string[] = []): string[] {
  const last = new World({ flags }).run(source).at(-1);
  if (last?.kind === 'term') return nodeSpans(last.term);
  if (last?.kind !== 'repl-definition' || last.def.kind !== 'defun') return [];
  return nodeSpans(last.def.term);
}

test('calls cover their parentheses, atoms their tokens', () => {
  expect(spans('(- 1 [2])')).toEqual([
    'app: (- 1 [2])',
    'builtin: (- 1 [2])',
    'literal: 1',
    'list: [2]',
    'literal: 2',
  ]);
  expect(spans('((+) 1)')).toEqual(['app: ((+) 1)', 'app: (+)', 'builtin: (+)', 'literal: 1']);
});

test('a let has the same span as its binders', () => {
  const form = '(let ((x 1) (y 2)) x y)';
  expect(spans(form)).toEqual([
    `let: ${form}`,
    `arg x: ${form}`,
    'literal: 1',
    `let: ${form}`,
    `arg y: ${form}`,
    'literal: 2',
    `sequence: ${form}`,
    'var: x',
    'var: y',
  ]);
});

test('parameters cover their names', () => {
  const form = '(lambda (x:integer y) x y)';
  expect(spans(form)).toEqual([
    `lambda: ${form}`,
    'arg x: x',
    'arg y: y',
    `sequence: ${form}`,
    'var: x',
    'var: y',
  ]);
});

test('a body has the span of its definition', () => {
  const form = '(defun f (x) x 1)';
  expect(spans(form)).toEqual([
    `lambda: ${form}`,
    'arg x: x',
    `sequence: ${form}`,
    'var: x',
    'literal: 1',
  ]);
});

test('conditions without their two arguments have the span of their name', () => {
  expect(spans('(and true)')).toEqual([
    'app: (and true)',
    'lambda: and',
    'arg #condArg1: and',
    'arg #condArg2: and',
    'form: and',
    'var: and',
    'var: and',
    'literal: true',
  ]);
});

test("map completes a call with that call's span, and a variable with the span of the whole", () => {
  const whole = '(map (+ 1) [2])';
  expect(spans(whole)).toEqual([
    `app: ${whole}`,
    `builtin: ${whole}`,
    'lambda: (+ 1)',
    'arg :ijHO1: (+ 1)',
    'app: (+ 1)',
    'builtin: (+ 1)',
    'literal: 1',
    `var: ${whole}`,
    'list: [2]',
    'literal: 2',
  ]);
});

test('clauses of a cond are conditions with their own span', () => {
  const whole = '(cond (true 1) 2)';
  expect(spans(whole)).toEqual([
    `app: ${whole}`,
    `builtin: ${whole}`,
    `nullary: ${whole}`,
    'form: (true 1)',
    'literal: true',
    'literal: 1',
    'literal: 2',
  ]);
});

test('bound fields have the span of their variable, before 5.3 that of the call', () => {
  const whole = '(bind {} {"a" := x} x)';
  expect(spans(whole)).toEqual([
    `app: ${whole}`,
    `builtin: ${whole}`,
    'object: {}',
    `lambda: ${whole}`,
    `arg #bindObject: ${whole}`,
    `let: ${whole}`,
    'arg x: x',
    'app: x',
    'builtin: x',
    'literal: x',
    `var: ${whole}`,
    'var: x',
  ]);
  expect(spans(whole, ['DisablePact53']).slice(5, 10)).toEqual([
    `let: ${whole}`,
    'arg x: x',
    `app: ${whole}`,
    `builtin: ${whole}`,
    `literal: ${whole}`,
  ]);
});

test('a suspended argument keeps its span', () => {
  expect(spans('(expect-failure "a" (+ 1 2))').slice(0, 4)).toEqual([
    'app: (expect-failure "a" (+ 1 2))',
    'builtin: (expect-failure "a" (+ 1 2))',
    'literal: "a"',
    'nullary: (+ 1 2)',
  ]);
});
