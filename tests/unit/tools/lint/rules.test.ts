// What rules report and, just as important, what they do not, beyond their own examples.
import { describe, expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { lintSource } from '../../../../src/tools/lint/lint.ts';
import { rules } from '../../../../src/tools/lint/rules/index.ts';

/** `RULE LINE: MESSAGE` for each finding. */
function lint(text: string, { isContract = true } = {}): readonly string[] {
  const linted = lintSource(new Source('test', text), { isContract });
  if (linted.kind === 'refused') return [`refused: ${linted.diagnostics[0]?.message}`];
  return linted.findings.map(
    ({ rule, span, message }) => `${rule} ${span.startPosition.line + 1}: ${message}`,
  );
}

const inModule = (definitions: string): string =>
  `(module m G (defcap G () (enforce-keyset "k"))
  (defschema row owner:string) (deftable rows:{row})
  ${definitions})`;

describe('names', () => {
  test.each([
    // Each binding of a let sees the previous ones.
    ['(let ((a 1) (b a)) b)', []],
    ['(let* ((a 1) (a (+ a 1))) a)', []],
    ['(let ((_a 1)) 2)', []],
    ['(lambda (unused) 1)', []],
    ['(bind {"x": 1} {"x" := x} (map (lambda (y) (+ x y)) [1]))', []],
    ['(let ((r m)) (r::f))', []],
    ['(let ((a 1)) m.a)', ['unused-binding 1: a is never used']],
    [
      '(let ((a 1)) (let ((a 2)) a))',
      ['unused-binding 1: a is never used', 'shadowed-binding 1: a hides the a in line 1'],
    ],
    ['(lambda (a) (with-read t k {"a" := a} a))', []],
    ['(with-read t k {"a" := a} 1)', ['unused-binding 1: a is never used']],
  ])('%s', (text, found) => {
    expect(lint(text)).toEqual(found);
  });

  test('a use without a list, and names that are used as types or in models', () => {
    expect(
      lint(`(module m G (use coin) (use x [s p q])
      (defcap G () (enforce-keyset "k"))
      (defun f:object{s} (a:object{p}) @model [(property q)] a))`),
    ).toEqual([]);
  });

  test('removed builtins, unless the name may mean something else', () => {
    const call = '(defun f () (list 1))';
    expect(lint(inModule(call))).toEqual(['deprecated-builtin 3: list was removed in Pact 5.0']);
    expect(lint(inModule(`${call} (defun list (x) [x])`))).toEqual([]);
    expect(lint(inModule(`(use other) ${call}`))).toEqual([]);
  });
});

describe('rights', () => {
  test.each([
    [
      'a guard that is enforced by with-read after it was replaced',
      `(defun f (k g) (with-capability (C) (update rows k {"owner": g})
        (with-read rows k {"owner" := o} (enforce-guard o))))`,
      ['guard-after-write 3: the guard is replaced before it is enforced'],
    ],
    [
      'a guard of another row or field',
      `(defun f (k l g) (update rows k {"owner": g})
        (enforce-guard (at "owner" (read rows l))) (enforce-guard (at "other" (read rows k))))`,
      [],
    ],
    [
      'a guard that a function finds by the name of a field',
      `(defun f (k g) (update rows k {"owner": g})
        (enforce-guard (guard-of "owner" (read rows k))) (enforce-guard (at "owner")))`,
      [],
    ],
    [
      'a guard that is enforced before and after',
      `(defun f (k g) (enforce-guard (at "owner" (read rows k))) (update rows k {"owner": g})
        (enforce-guard (at "owner" (read rows k))))`,
      [],
    ],
    [
      'an alternative that is always true',
      '(defun f () (enforce-one "no" [(enforce-guard g) true]))',
      ['constant-condition 3: one alternative is always true: this enforces nothing'],
    ],
    ['insert', '(defun f (k) (insert rows k {"owner": "a"}))', []],
    ['a guard', '(defun f (k) (enforce-guard g) (update rows k {"owner": "a"}))', []],
    [
      'the sender',
      '(defun f (k) (enforce (= (at "sender" (chain-data)) k) "") (write rows k {}))',
      [],
    ],
    [
      'another module',
      '(defun f (k) (coin.transfer k "b" 1.0) (update rows k {"owner": "a"}))',
      [],
    ],
    ['an interface', '(defun f (k r:module{i}) (r::check k) (update rows k {"owner": "a"}))', []],
    ['governance', '(defun f (k) (with-capability (G) (update rows k {"owner": "a"})))', []],
    [
      'a capability of another user',
      '(defcap C () true) (defun f (k) (require-capability (C)) (update rows k {}))',
      [],
    ],
    [
      'a managed one',
      '(defcap C () @managed true) (defun f (k) (with-capability (C) (update rows k {})))',
      [],
    ],
    [
      'one that composes another',
      '(defcap C () true) (defcap D () (compose-capability (G)) (compose-capability (C))) (defun f (k) (with-capability (D) (update rows k {})))',
      [],
    ],
    [
      'a caller that asks',
      '(defun f (k) (check) (update rows k {})) (defun check () (enforce-keyset "k"))',
      [],
    ],
    [
      'a call of a function that writes',
      '(defun f (k) (g k)) (defun g (k) (update rows k {}))',
      ['unguarded-write 3: anyone can call g, which changes a table'],
    ],
    [
      'a capability that it takes and requires itself',
      '(defcap C () true) (defun f (k) (with-capability (C) (g k))) (defun g (k) (require-capability (C)) (update rows k {}))',
      ['open-capability 3: anyone can call f, which changes a table: C enforces nothing'],
    ],
    [
      'a capability that was granted before, and is taken again',
      '(defcap C () true) (defun f (k) (require-capability (C)) (with-capability (C) (update rows k {})))',
      [],
    ],
    [
      'a call of such a function',
      '(defcap C () true) (defun f (k) (g k)) (defun g (k) (require-capability (C)) (with-capability (C) (update rows k {})))',
      [],
    ],
    [
      'a capability that it requires where it was taken',
      '(defcap C () true) (defun f (k) (with-capability (C) (require-capability (C)) (update rows k {})))',
      ['open-capability 3: anyone can call f, which changes a table: C enforces nothing'],
    ],
    [
      'two capabilities',
      '(defcap C () true) (defcap D () true) (defun f (k) (with-capability (C) (with-capability (D) (update rows k {}))))',
      ['open-capability 3: anyone can call f, which changes a table: C and D enforce nothing'],
    ],
    [
      'functions that call each other',
      '(defun f (k) (g k) (update rows k {})) (defun g (k) (f k))',
      ['unguarded-write 3: anyone can call f, which changes a table'],
    ],
    [
      'a write over a row',
      '(defun f (k) (write rows k {"owner": k}))',
      ['unguarded-write 3: anyone can call f, which changes a table'],
    ],
    ['a new row', '(defun f (k) (insert rows k {"owner": k}))', []],
    [
      'a step of a defpact',
      '(defpact p (k) (step (update rows k {})))',
      ['unguarded-write 3: anyone can call p, which changes a table'],
    ],
  ])('%s', (_, definitions, found) => {
    expect(lint(inModule(definitions))).toEqual(found);
  });

  test('scripts may do as they like', () => {
    const text = '(module m G (defcap G () true) (defun f (k) (update rows k {})))';
    expect(lint(text, { isContract: false })).toEqual([]);
    expect(lint(text)).toHaveLength(2);
  });

  test('governance by a keyset, or by a capability that fails', () => {
    expect(lint("(module m 'keyset (defun f () 1))")).toEqual([]);
    expect(lint('(module m G (defcap G () (enforce false "no")) (defun f () 1))')).toEqual([]);
  });
});

describe('amounts', () => {
  const writing = (body: string, more = ''): string =>
    inModule(`${more} (defun f (k:string amount:decimal) (enforce-keyset "k") ${body}
      (update rows k {"owner": amount}))`);

  test.each([
    ['compared', '(enforce (> amount 0.0) "")', '', 0],
    [
      'handed to a function that compares',
      '(check amount)',
      '(defun check (x) (enforce (> x 0.0) ""))',
      0,
    ],
    [
      'handed to a capability that compares',
      '(with-capability (C amount) 1)',
      '(defcap C (a) (enforce (> a 0.0) ""))',
      0,
    ],
    ['handed to another module', '(coin.check amount)', '', 0],
    ['compared by a builtin', '(filter (< amount) [1.0])', '', 0],
    [
      'handed to functions that do not compare',
      '(g amount)',
      '(defun g (x) (h x)) (defun h (x) (g x))',
      1,
    ],
    ['rounded', '(floor amount)', '', 1],
  ])('%s', (_, body, more, count) => {
    expect(lint(writing(body, more)).filter((each) => each.startsWith('unchecked'))).toHaveLength(
      count,
    );
  });
});

describe('amounts that callers provide', () => {
  const unchecked = (definitions: string): readonly string[] =>
    lint(inModule(definitions)).filter((each) => each.startsWith('unchecked'));
  const credit =
    '(defcap C (k) (enforce-keyset k)) (defun credit (k value:decimal) (require-capability (C k)) (let ((sum (+ value 1.0))) (update rows k {"owner": sum})))';

  test.each([
    ['a function under a capability', '(with-capability (C k) (credit k amount))', 1],
    ['by a variable', '(with-capability (C k) (let ((a (floor amount))) (credit k a)))', 1],
    ['compared', '(enforce (> amount 0.0) "") (with-capability (C k) (credit k amount))', 0],
    [
      'no one: the row has a different guard',
      '(with-capability (C k) (credit k 1.0)) (f amount)',
      0,
    ],
    ['holders of a granted capability', '(credit k amount)', 0],
    ['the governance', '(with-capability (G) (update rows k {"owner": amount}))', 0],
  ])('%s', (_, body, count) => {
    const defun = `(defun pay (k amount:decimal) ${body}) (defun f (x) x)`;
    expect(unchecked(`${credit} ${defun}`)).toHaveLength(count);
  });

  test('it is reported once, where the row is changed', () => {
    const inner =
      '(defun add (k amount:decimal) (enforce-keyset "k") (update rows k {"owner": amount}))';
    expect(unchecked(`${inner}\n(defun pay (k amount:decimal) (add k amount))`)).toEqual([
      'unchecked-amount 3: amount may be negative: it is never compared with anything',
    ]);
  });

  test('a step of a defpact', () => {
    expect(
      unchecked('(defpact p (k amount:decimal) (step (update rows k {"owner": amount})))'),
    ).toHaveLength(1);
  });
});

describe('suppression comments', () => {
  test.each([
    ['(let ((a 1)) 2) ; pact-lint: ignore unused-binding', []],
    ['; pact-lint: ignore unused-binding\n(let ((a 1)) 2)', []],
    [
      '(let ((a 1)) (= a true)) ; pact-lint: ignore redundant-boolean, unused-binding',
      ['unused-ignore 1: unused-binding finds nothing here'],
    ],
    ['(let ((a 1)) true) ; pact-lint: ignore unused-binding,unused-binding', []],
    [';; pact-lint: ignore-file unused-binding\n\n(let ((a 1)) 2)\n(let ((b 1)) 2)', []],
    [
      '; pact-lint: ignore unused-binding\n\n(let ((a 1)) 2)',
      ['unused-ignore 1: unused-binding finds nothing here', 'unused-binding 3: a is never used'],
    ],
    [
      '(let ((a 1)) 2) ; pact-lint: ignore unused-result',
      ['unused-binding 1: a is never used', 'unused-ignore 1: unused-result finds nothing here'],
    ],
    [
      '; pact-lint: ignore-file unused-result',
      ['unused-ignore 1: unused-result finds nothing here'],
    ],
    ['; pact-lint: ignore-file unused-result unused-ignore', []],
    ['1 ; pact-lint: ignore', ['unknown-ignore 1: this comment names no rule']],
    ['1 ; pact-lint: ignore x', ['unknown-ignore 1: there is no rule x']],
    [
      '1 ; pact-lint: ignore unused-bindings',
      ['unknown-ignore 1: there is no rule unused-bindings (did you mean unused-binding?)'],
    ],
    ['"pact-lint: ignore x"', []],
  ])('%j', (text, found) => {
    expect(lint(text)).toEqual(found);
  });

  test('a suppressed finding of an inactive rule does not matter', () => {
    const source = new Source('test', '1 ; pact-lint: ignore unused-binding');
    const asked = rules.filter(({ name }) => name !== 'unused-binding');
    expect(lintSource(source, { isContract: true, rules: asked })).toEqual({
      kind: 'linted',
      findings: [],
    });
  });
});

test.each([
  ['(if true 1 2)', ['constant-condition 1: this condition is always true']],
  ['(enforce false "no")', []],
  ['(if a false true)', ['redundant-boolean 1: write (not ...) of the condition']],
  ['(if a true true)', []],
  ['(= a b)', []],
  ['(where "done" (= true))', []],
  [
    '(with-read t k {"hash" := hash} (f hash))',
    ['shadowed-builtin 1: hash is a builtin, which takes precedence over the name bound here'],
  ],
  ['(with-read t k {"hash" := row-hash} (f row-hash))', []],
  [
    '(= false a)',
    ['redundant-boolean 1: comparison with false: write (not ...) of the other value'],
  ],
  [
    '(let ((a 1)) (= a 1) a)',
    ['unused-result 1: the result of = is not used; is an enforce missing?'],
  ],
  [
    '(with-capability (C) (> a 1) a)',
    ['unused-result 1: the result of > is not used; is an enforce missing?'],
  ],
  ['(f (= a 1) 2)', []],
  ['{"a": 1, "b": {"a": 1}}', []],
])('%s', (text, found) => {
  expect(lint(text)).toEqual(found);
});

test('faulty source is not checked', () => {
  expect(lint('(let ((a 1)) 2')).toEqual([expect.stringMatching(/^refused: /)]);
});

describe('the default of cond', () => {
  const clause = 'the last part of cond is a clause with a condition: add a default value after it';
  test.each([
    ['(cond ((< 1 2) "a") "b")', []],
    // A call of a function is a value.
    ['(cond ((< 1 2) 1) (+ 1 2))', []],
    ['(cond ((< 1 2) 1) (let ((x 1)) x))', []],
    ['(cond ((< 1 2) 1) ((> 1 2) 2))', [`cond-default 1: ${clause}`]],
    ['(cond ((< 1 2) 1) (2))', [`cond-default 1: ${clause}`]],
    [
      '(cond ((< 1 2) 1) (true 2))',
      [
        'cond-default 1: the last part of cond is the default and has no condition: remove `true` and its parentheses',
      ],
    ],
  ])('%s', (code, found) => {
    expect(lint(code, { isContract: false })).toEqual(found);
  });
});

describe('one name for two parameters or fields', () => {
  const parameter = (name: string, line: number): string =>
    `duplicate-name ${line}: another parameter is named ${name} too`;
  test.each([
    ['(defun f (a b) (+ a b))', []],
    ['(defun f (a b a) (+ a b))', [parameter('a', 1)]],
    ['(module m G (defcap G () true) (defcap C (x\nx) true))', [parameter('x', 2)]],
    ['(module m G (defcap G () true) (defpact p (x x) (step x) (step x)))', [parameter('x', 1)]],
    ['(interface i (defun f (x x)))', [parameter('x', 1)]],
    [
      '(interface i (defschema s a:integer\nb:string\na:string))',
      ['duplicate-name 3: another field is named a too'],
    ],
    [
      '(interface i (defschema s a:integer) (defschema t a:integer) (defun f (a)) (defun g (a)))',
      [],
    ],
  ])('%s', (code, found) => {
    expect(lint(code, { isContract: false })).toEqual(found);
  });
});
