// Growing texts: an error, a trace or a result that quotes values is cut at a limit, however the values are laid out.
// Without the limit, V8 would end the program at 2^29 characters with its own exception.

import { describe, expect, test } from 'vitest';
import { createSession, type Session } from '../../../../src/index.ts';
import { replSession } from '../../../support/repl-session.ts';

const keys = Array.from({ length: 400 }, (_, i) => `"key-${i}"`).join(' ');
/** Keys are below each other, each indented as far as the first: 400 times four million blanks. */
const data = `(env-data { "k": { "keys": [${keys}], "pred": "keys-any" } })`;
const long = '(concat (make-list 400000 "0123456789"))';
const value = `[${long} (read-keyset "k")]`;
/** V8's own limit is 16 times as long. */
const longest = 1 << 25;

function sessionWithKeys(): Session {
  const session = createSession();
  session.run(data);
  return session;
}

describe('a keyset after a long text', () => {
  test('as a result', () => {
    const answer = sessionWithKeys().evaluate(value);
    const text = answer.kind === 'value' ? answer.text : answer.kind;
    expect(text.length).toBeLessThan(longest);
    expect(text.slice(0, 12)).toBe('["0123456789');
    expect(text.endsWith('...')).toBe(true);
  });

  test.each([
    ['printed', `(print ${value})`],
    ['in the text of a failed expectation', `(expect "same" ${value} 1)`],
    ['in one of `expect-that`', `(expect-that "right" (= 1) ${value})`],
    ['in one of `expect-failure`', `(expect-failure "fails" "x" ${value})`],
    ['as the argument of a builtin that does not accept it', `(+ 1 ${value})`],
    ['in place of a bool', `(if ${value} 1 2)`],
    ['as a field that an object does not have', `(at ${long} { "a": (read-keyset "k") })`],
    ['as the message of an error', `(enforce false (format "{}" [${value}]))`],
    ['shown', `(show ${value})`],
    ['as an argument of a capability that was not granted', `(m.needs ${value})`],
    ['as an argument of the wrong type', `(m.takes ${value})`],
  ])('%s', (_, program) => {
    const { run, printed, engine } = replSession();
    run(data);
    run(`(module m G (defcap G () true) (defcap C (x) true)
      (defun needs (x) (require-capability (C x))) (defun takes (x:string) x))`);
    const shown = [run(program), ...printed];
    for (const text of shown) expect(text.length).toBeLessThan(longest + 100);
    for (const { outcome } of engine.expectations.all) {
      if (outcome.kind === 'failed') expect(outcome.message.length).toBeLessThan(longest);
    }
  });
});

describe('the call stack of an error', () => {
  const keyOf = (i: number): string => `"k${String(i).padStart(5, '0')}"`;
  const many = Array.from({ length: 20_000 }, (_, i) => keyOf(i)).join(' ');
  const calls = Array.from({ length: 60 }, (_, i) => `(defun f${i + 1} (a b) (f${i} a b) 1)`);

  test('leaves out keys of large keysets, and then calls', () => {
    const session = createSession();
    session.run(`(env-data { "k": { "keys": [${many}], "pred": "keys-any" } })`);
    session.run(
      `(module m G (defcap G () true) (defun f0 (a b) (enforce false "no")) ${calls.join(' ')})`,
    );
    const answer = session.evaluate('(let ((k (read-keyset "k"))) (m.f60 k [k k k]))');
    if (answer.kind !== 'error') throw new Error(answer.kind);
    expect(answer.error.callStack).toHaveLength(61);
    const lines = answer.error.rendered.split('\n');
    expect(answer.error.rendered.length).toBeLessThan(1 << 23);
    expect(lines.filter((line) => line.includes('k04095')).length).toBeGreaterThan(1);
    expect(lines.filter((line) => line.includes('k04096'))).toEqual([]);
    expect(answer.error.rendered).toContain('\n...\n');
  });
});

test('expectations that quote their own results stay short', () => {
  const { run } = replSession();
  const text = run('(fold (lambda (s i) (expect s s i)) "a" (enumerate 1 40))');
  expect(text.length).toBeLessThan(1 << 23);
  expect(text.slice(0, 10)).toBe('"FAILURE: ');
});
