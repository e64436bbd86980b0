// Properties of all programs, checked on random ones. A failure prints its seed and the smallest program.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replSession, type ReplSession } from '../support/repl-session.ts';
import { governed } from '../support/small-programs.ts';
import { anyExpression, expressions } from './programs.ts';

const runs = { numRuns: 150 };

const metered = (): ReplSession => {
  const session = replSession();
  session.run('(env-gasmodel "table") (env-gaslimit 100000000000)');
  return session;
};

describe('evaluation', () => {
  test('well-typed programs have a value, which gas does not change', () => {
    const free = replSession();
    const paid = metered();
    fc.assert(
      fc.property(anyExpression, (program) => {
        const value = free.run(program);
        expect(value).not.toMatch(/^fails: /);
        expect(paid.run(program)).toBe(value);
      }),
      runs,
    );
  });

  test('the same program costs the same, more than nothing, and never refunds gas', () => {
    const session = metered();
    const cost = (program: string): number => {
      session.run('(env-gas 0)');
      session.run(program);
      return Number(session.run('(env-milligas)'));
    };
    fc.assert(
      fc.property(expressions.integer, (program) => {
        const once = cost(`(abs ${program})`);
        expect(once).toBeGreaterThan(0);
        expect(cost(`(abs ${program})`)).toBe(once);
      }),
      runs,
    );
  });

  test('a body has the same result in a function, a lambda or a let', () => {
    fc.assert(
      fc.property(anyExpression, (program) => {
        const session = replSession();
        const value = session.run(program);
        session.run(governed('m', `(defun f () "What it is." ${program})`));
        expect(session.run('(m.f)')).toBe(value);
        expect(session.run(`((lambda (unused) ${program}) 1)`)).toBe(value);
        expect(session.run(`(let ((r ${program})) r)`)).toBe(value);
        expect(session.run(`(try "failed" ${program})`)).toBe(value);
      }),
      { numRuns: 60 },
    );
  });

  test('if and cond, and or and not, agree', () => {
    const session = replSession();
    const { bool, integer } = expressions;
    fc.assert(
      fc.property(bool, bool, integer, integer, (a, b, x, y) => {
        expect(session.run(`(= (if ${a} ${x} ${y}) (cond ((or ${a} false) ${x}) ${y}))`)).toBe(
          'true',
        );
        expect(session.run(`(= (not (and ${a} ${b})) (or (not ${a}) (not ${b})))`)).toBe('true');
      }),
      runs,
    );
  });

  test('expect holds for every value and itself', () => {
    const session = replSession();
    fc.assert(
      fc.property(anyExpression, (program) => {
        expect(session.run(`(expect "same" ${program} ${program})`)).toBe(
          '"Expect: success: same"',
        );
      }),
      runs,
    );
  });
});

describe('laws of builtins', () => {
  const laws = [
    [
      'take and drop make the whole',
      'list',
      (x: string) => `(= ${x} (+ (take 3 ${x}) (drop 3 ${x})))`,
    ],
    [
      'drop and take from the end',
      'string',
      (x: string) => `(= ${x} (+ (drop -2 ${x}) (take -2 ${x})))`,
    ],
    ['reverse twice', 'list', (x: string) => `(= ${x} (reverse (reverse ${x})))`],
    ['sort is idempotent', 'list', (x: string) => `(= (sort ${x}) (sort (sort ${x})))`],
    ['sort does not see the order', 'list', (x: string) => `(= (sort ${x}) (sort (reverse ${x})))`],
    [
      'base64 there and back',
      'string',
      (x: string) => `(= ${x} (base64-decode (base64-encode ${x})))`,
    ],
    ['str-to-list and concat', 'string', (x: string) => `(= ${x} (concat (str-to-list ${x})))`],
    [
      'int-to-str and back',
      'integer',
      (x: string) =>
        `(let ((n (mod (abs ${x}) 1000000007))) (= n (str-to-int 16 (int-to-str 16 n))))`,
    ],
    [
      'division and remainder',
      'integer',
      (x: string) => `(= ${x} (+ (* 7 (/ ${x} 7)) (mod ${x} 7)))`,
    ],
    ['negate twice', 'decimal', (x: string) => `(= ${x} (negate (negate ${x})))`],
    [
      'map composes',
      'list',
      (x: string) => `(= (map (compose (+ 1) (* 2)) ${x}) (map (* 2) (map (+ 1) ${x})))`,
    ],
    [
      'distinct is idempotent',
      'list',
      (x: string) => `(= (distinct ${x}) (distinct (distinct ${x})))`,
    ],
  ] as const;

  test.each(laws)('%s', (_, sort, law) => {
    const session = replSession();
    fc.assert(
      fc.property(expressions[sort], (x) => {
        expect(session.run(law(x))).toBe('true');
      }),
      runs,
    );
  });
});

describe('transactions', () => {
  test('rollback restores every row', () => {
    const key = fc.constantFrom('a', '__proto__', 'constructor', '10', '9', 'then', '');
    const write = fc.tuple(key, fc.integer({ min: -99, max: 99 }));
    fc.assert(
      fc.property(
        fc.array(write, { maxLength: 8 }),
        fc.array(write, { maxLength: 8 }),
        (kept, lost) => {
          const session = replSession();
          session.run(
            `(begin-tx) ${governed('m', '(defschema s n:integer) (deftable t:{s}) (defun put (k n) (write t k {"n": n})) (defun all () (map (lambda (k) [k (at "n" (read t k))]) (keys t)))')} (create-table t)`,
          );
          const put = ([k, n]: readonly [string, number]): string => `(m.put "${k}" ${n})`;
          session.run(`${kept.map(put).join(' ')} (commit-tx)`);
          const before = session.run('(m.all)');
          session.run(`(begin-tx) ${lost.map(put).join(' ')} (rollback-tx)`);
          expect(session.run('(m.all)')).toBe(before);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('consistent renaming changes no result', () => {
    const nasty = fc.uniqueArray(
      fc.constantFrom(
        '__proto__',
        'constructor',
        'toString',
        'then',
        'valueOf',
        'hasOwnProperty',
        'prototype',
      ),
      { minLength: 4, maxLength: 4 },
    );
    const program = ([module, fun, variable, field]: readonly string[]): string =>
      `${governed(String(module), `(defschema s ${field}:integer) (deftable t:{s}) (defun ${fun} (${variable}) (write t "k" {"${field}": ${variable}}) (at "${field}" (read t "k")))`)} (create-table t) [(${module}.${fun} 7) (keys ${module}.t)]`;
    fc.assert(
      fc.property(nasty, (names) => {
        const plain = replSession().run(program(['m', 'f', 'v', 'a']));
        expect(replSession().run(program(names))).toBe(plain);
        expect(plain).toBe('[7 ["k"]]');
      }),
      { numRuns: 60 },
    );
  });
});
