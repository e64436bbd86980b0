import { expect, test } from 'vitest';
import { noSpan } from '../../../../src/base/span.ts';
import { Expectations } from '../../../../src/tools/repl/expectations.ts';
import { replSession } from '../../../support/repl-session.ts';

test('a failure keeps short texts whole', () => {
  const expectations = new Expectations();
  expectations.fail('sum', noSpan, {
    message: 'it was 3',
    compared: { expected: '4', received: '3' },
  });
  expect(expectations.failed).toEqual([
    {
      name: 'sum',
      span: noSpan,
      outcome: {
        kind: 'failed',
        message: 'it was 3',
        compared: { expected: '4', received: '3' },
      },
    },
  ]);
});

test('a failure keeps the start of long texts and reports how much is missing', () => {
  const expectations = new Expectations();
  const long = 'é'.repeat(20_000);
  expectations.fail('long', noSpan, {
    message: long,
    compared: { expected: long, received: 'short' },
  });
  const [failure] = expectations.failed;
  const start = `${'é'.repeat(1 << 14)}... (${20_000 - (1 << 14)} more characters)`;
  expect(failure?.outcome).toEqual({
    kind: 'failed',
    message: start,
    compared: { expected: start, received: 'short' },
  });
});

test('of long texts that begin alike, the part with the difference is kept', () => {
  const expectations = new Expectations();
  const long = 'a'.repeat(40_000);
  const compared = { expected: `${long}b`, received: `${long}c` };
  expectations.fail('long', noSpan, { message: '', compared });
  const [failure] = expectations.failed;
  const kept = `(35904 characters that are the same) ...${'a'.repeat(4096)}`;
  expect(failure?.outcome).toEqual({
    kind: 'failed',
    message: '',
    compared: { expected: `${kept}b`, received: `${kept}c` },
  });
});

/** Returns the error within the last expectation of a script. */
function causeOf(script: string) {
  const { engine, run } = replSession();
  run(script);
  const { outcome } = engine.expectations.failed.at(-1) ?? {};
  return outcome?.kind === 'failed' ? outcome.cause : undefined;
}

const withdraw = `(module m G (defcap G () true)
  (defun withdraw (n:integer)
    (enforce (< n 10) "too much"))
  (defun twice (n:integer)
    (+ "" (withdraw (* 2 n)))))
`;

test.each([
  ['expect', '(expect "x" "ok" (m.twice 6))'],
  ['expect-failure', '(expect-failure "x" "another text" (m.twice 6))'],
])('%s keeps the error within it, with source, caret and call stack', (_, form) => {
  const cause = causeOf(withdraw + form);
  expect(cause).toMatchObject({ code: 'E0901', message: 'too much' });
  expect(cause?.place).toMatchObject({ line: 3, column: 5 });
  const [place, line, carets, inner, outer] = cause?.rendered.split('\n') ?? [];
  expect(place).toMatch(/^\S+:3:4: too much$/);
  expect(line).toBe(' 3 |     (enforce (< n 10) "too much"))');
  expect(carets).toMatch(/^ {3}\| {5}\^+$/);
  expect(inner).toMatch(/^ {2}at\(m\.withdraw\.\{.*\} 12\):/);
  expect(outer).toMatch(/^ {2}at\(m\.twice\.\{.*\} 6\):/);
});

test('an error of a builtin within an expectation has its calls as well', () => {
  const cause = causeOf(`(module m G (defcap G () true) (defun f (n) (/ 1 n)))
    (expect "x" 1 (m.f 0))`);
  expect(cause?.message).toBe('Arithmetic exception: div by zero');
  expect(cause?.rendered).toMatch(/at\(m\.f\.\{.*\} 0\)/);
});

test('a difference of values has no error within it', () => {
  expect(causeOf('(expect "x" 1 2)')).toBeUndefined();
});

test.each([
  ['an expect of different values', '(expect "e" 1 2)'],
  ['an expect whose expression fails', '(expect "e" 1 (enforce false "no"))'],
  ['an expect of a function', '(expect "e" 1 (lambda (x) x))'],
  ['an expect-failure that does not fail', '(expect-failure "e" 1)'],
  ['an expect-failure of a message that does not fail', '(expect-failure "e" "message" 1)'],
  ['an expect-failure of another message', '(expect-failure "e" "other" (enforce false "no"))'],
  ['an expect-that whose condition is false', '(expect-that "e" (< 0) -5)'],
  ['an expect-that without a condition', '(expect-that "e" (+ 1) 5)'],
])('%s is recorded as failed', (_, form) => {
  const { engine, run } = replSession();
  run(form);
  const { failed } = engine.expectations;
  expect(failed).toHaveLength(1);
  expect(failed[0]?.outcome).toMatchObject({ kind: 'failed' });
});

test.each([
  ['expect', '(expect "e" 1 1)'],
  ['expect-failure', '(expect-failure "e" (enforce false "no"))'],
  ['expect-failure of a message', '(expect-failure "e" "no" (enforce false "no"))'],
  ['expect-that', '(expect-that "e" (< 0) 5)'],
])('%s that succeeds is not', (_, form) => {
  const { engine, run } = replSession();
  run(form);
  expect(engine.expectations.failed).toEqual([]);
});
