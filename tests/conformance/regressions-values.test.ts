// Past bugs of the reference implementations, in values, scripts and state; see regressions.test.ts.
import { describe, expect, test } from 'vitest';
import { coreBuiltins } from '../../src/lang/builtins/core.ts';
import { replSession } from '../support/repl-session.ts';
import { governed, last } from '../support/small-programs.ts';

describe('values', () => {
  test('pact-5 7f175480 [8]: the hash of an object does not depend on the order of its fields', () => {
    expect(last('(hash (chain-data))')).toBe('"JRdgzVN17Xy4-8dWegAKj_BPNv6ffNpbtT6YOCiUcY8"');
    expect(last('(= (hash {"b": 1, "a": 2}) (hash {"a": 2, "b": 1}))')).toBe('true');
  });

  test('pact-5 #260 [9]: fields of an object are evaluated as written', () => {
    const program = `(module m G (defcap G () true) (defschema row n:integer) (deftable t:{row})
      (defun next:integer () (let ((n (at 'n (read t "c")))) (write t "c" {'n: (+ n 1)}) n)))
      (create-table t) (write t "c" {'n: 0})`;
    expect(last(program, '{"10": (m.next), "9": (m.next), "b": (m.next)}')).toBe(
      '{"10": 0,"9": 1,"b": 2}',
    );
  });

  test('pact #1316 [10]: builtins accept empty arguments with gas on', () => {
    const empty = {
      integer: '0',
      number: '0',
      decimal: '0.0',
      string: '""',
      list: '[]',
      object: '{}',
      bool: 'true',
      value: '[]',
      any: '""',
      literal: '""',
      unit: '()',
      time: '(time "1970-01-01T00:00:00Z")',
      closure: '(lambda (x) x)',
    } as const;
    const session = replSession();
    session.run('(env-gasmodel "table") (env-gaslimit 1000000000)');
    for (const { name, overloads } of coreBuiltins) {
      for (const { params } of overloads) {
        const args = params.map(({ type }) =>
          type in empty ? empty[type as keyof typeof empty] : '""',
        );
        // Any result or Pact error is accepted; any other exception escapes from `run`.
        expect(typeof session.run(`(${[name, ...args].join(' ')})`)).toBe('string');
      }
    }
  });

  test('pact #788 [11]: invalid base64 is a decoding error', () => {
    for (const text of ['aaa', 'asdflk', '!@#$%&', '__79']) {
      expect(last(`(base64-decode "${text}")`)).toContain('invalid b64 encoding');
    }
  });

  test('pact-5 2d63ec01 [13]: take and drop beyond 63 bits', () => {
    for (const n of ['9223372036854775808', '18446744073709551617']) {
      expect(
        last(`[(take ${n} "12345") (drop ${n} "12345") (take -${n} "12345") (drop -${n} "12345")]`),
      ).toBe('["12345" "" "12345" ""]');
      expect(last(`[(take ${n} [1 2]) (drop -${n} [1 2])]`)).toBe('[[1 2] []]');
    }
  });

  test('pact #545 [15]: values of different types are unequal and never an error', () => {
    const values = [
      '1',
      '1.0',
      '"1"',
      'true',
      '()',
      '[1]',
      '{"a":1}',
      '(time "2020-01-01T00:00:00Z")',
      '(sig-keyset)',
    ];
    for (const [i, left] of values.entries()) {
      for (const [j, right] of values.entries()) {
        expect(last(`(= ${left} ${right})`), `${left} ${right}`).toBe(String(i === j));
      }
    }
  });

  test('pact #774, #825 [16]: element types of lists are checked beyond the first', () => {
    const program = governed(
      'm',
      '(defschema s a:integer) (defun g (x:[guard]) x) (defun o (x:[object{s}]) x)',
    );
    expect(last(program, '(m.g [(sig-keyset) 1])')).toContain('Runtime typecheck failure');
    expect(last(program, '(m.o [{"a": 1} {"a": "x"}])')).toContain('Runtime typecheck failure');
    expect(last(program, '(m.o [{"a": 1} {"a": 2}])')).toBe('[{"a": 1} {"a": 2}]');
  });

  test('pact #690 [18]: keysets are sets of keys, user guards differ by their arguments', () => {
    const keys =
      '(env-data {"a": {"keys": ["x" "y"], "pred": "keys-all"}, "b": {"keys": ["y" "x"], "pred": "keys-all"}})';
    expect(last(keys, "(= (read-keyset 'a) (read-keyset 'b))")).toBe('true');
    const program = governed('m', '(defun f (x) true) (defun g (x) (create-user-guard (f x)))');
    expect(last(program, '[(= (m.g 1) (m.g 1)) (= (m.g 1) (m.g 2))]')).toBe('[true false]');
    expect(last('(!= [] [])')).toBe('false');
  });

  test('pact #1039, #1364 [19]: powers are rounded in the same way everywhere', () => {
    expect(last('[(^ 1.1 10) (^ 10.0 -3) (log 10.0 1000)]')).toBe(
      '[2.59374246010000231166259254678152501583099365234375 0.001000000000000000020816681711721685132943093776702880859375 2.999999999999999555910790149937383830547332763671875]',
    );
  });

  test('pact #247 [20]: 255 decimal places are valid, 256 are not', () => {
    expect(last(`(show 0.${'1'.repeat(255)})`)).toBe(`"0.${'1'.repeat(255)}"`);
    expect(last(`0.${'1'.repeat(256)}`)).toContain('Precision overflow');
    expect(last(`(env-data {"d": "0.${'1'.repeat(256)}"}) (read-decimal 'd)`)).toContain(
      'read-decimal failure',
    );
  });

  test('pact #1029 [30]: a namespaced keyset name comes back from JSON', () => {
    const define = `(env-data {"k": ["x"]}) (env-keys ["x"])
      (define-namespace 'ns (read-keyset 'k) (read-keyset 'k)) (namespace 'ns)
      (define-keyset "ns.ks" (read-keyset 'k))`;
    expect(
      last(define, `(env-data {"g": (keyset-ref-guard "ns.ks")}) (enforce-guard (read-msg 'g))`),
    ).toBe('true');
  });

  test('pact #686, #918 [67]: keysets that do not exist, invalid keys', () => {
    expect(last('(keyset-ref-guard "ns.k")')).toContain('Cannot find keyset in database');
    for (const key of ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64)]) {
      const read = `(env-exec-config ["EnforceKeyFormats"]) (env-data {"k": ["${key}"]}) (read-keyset 'k)`;
      expect(last(read), key).toContain('Invalid keyset format');
    }
  });

  test('pact #1334 [68]: versions are not decimals', () => {
    expect(last('(enforce-pact-version "5.0" "5.10")')).toBe('true');
    expect(last('(enforce-pact-version "5.10")')).toContain('Minimum Version: 5.10');
    expect(last('(enforce-pact-version "5.x")')).toContain('Could not parse');
  });
});

describe('scripts and state', () => {
  test('pact-5 3e302c93 [23]: a caught error leaves no frame and no recursion mark', () => {
    const program = governed('m', '(defun inner () (enforce false "no")) (defun outer () (inner))');
    expect(
      last(program, '(expect-failure "once" (m.outer)) (try 1 (m.outer)) (env-stackframe)'),
    ).toBe('[]');
    expect(last(program, '(try 1 (m.outer)) (try 1 (m.outer)) (m.outer)')).toContain('no');
    expect(last(program, '(try 1 (m.outer)) (m.outer)')).not.toContain('Recursion');
  });

  test('pact-5 31b1535b [24]: expect runs the tested expression before the expected one', () => {
    const program = `(module m G (defcap G () true) (defschema row n:integer) (deftable t:{row})
      (defun next:integer () (let ((n (at 'n (read t "c")))) (write t "c" {'n: (+ n 1)}) n)))
      (create-table t) (write t "c" {'n: 0})`;
    expect(last(program, '(expect "order" (- (m.next) 1) (m.next))')).toBe(
      '"Expect: success: order"',
    );
  });

  test('pact-5 #323-325 [26]: every builtin is bound at the top level and in modules', () => {
    for (const { name, overloads } of coreBuiltins) {
      const count = overloads[0]?.params.length ?? 0;
      const call = `(${[name, ...Array<string>(count).fill('x')].join(' ')})`;
      const result = last(
        governed('m', `(defun f (x) ${name === 'cond' ? '(cond ((= x 1) 2) 3)' : call})`),
      );
      expect(result, name).toContain('Loaded module m');
    }
  });

  test('pact-5 #327, #328 [27]: nothing may be named like a builtin', () => {
    for (const { name } of coreBuiltins) {
      expect(last(governed('m', `(defun f (${name}) 1)`)), name).toContain(
        `Variable ${name} shadows native`,
      );
    }
  });

  test('pact #963 [31]: only a whole program is accepted', () => {
    for (const text of ['(+ 1 2) )', '1 2 ]', '(+ 1 2)\u0000', '(+ 1 2) (+ 1', '{', '"abc']) {
      expect(last(text), text).toMatch(/^fails: /);
    }
  });

  test('pact-5 #113 [33]: writes before a failure that expect-failure catches are kept', () => {
    const program = `(module m G (defcap G () true) (defschema row n:integer) (deftable t:{row})
      (defun fill () (write t "a" {'n: 1}) (enforce false "late"))) (create-table t)`;
    expect(last(program, '(expect-failure "late" (m.fill))', '(read m.t "a")')).toBe('{"n": 1}');
  });

  test('pact-5 7d022f81 [14]: a row that was written twice has one key', () => {
    const program = `(begin-tx) (module m G (defcap G () true) (defschema row n:integer) (deftable t:{row}))
      (create-table t) (write t "b" {'n: 1}) (write t "a" {'n: 1}) (commit-tx)
      (begin-tx) (acquire-module-admin m) (update m.t "b" {'n: 2})`;
    expect(last(program, '[(keys m.t) (fold-db m.t (lambda (k o) true) (lambda (k o) k))]')).toBe(
      '[["a" "b"] ["a" "b"]]',
    );
  });
});
