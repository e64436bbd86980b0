// Tables: access, schemas, purity, order.

import { describe, expect, it } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';
import { replSession } from '../../../support/repl-session.ts';
import { runProgram } from '../../../support/run-program.ts';

const setup = `(begin-tx) (module m G (defcap G () (enforce (read-msg 'admin) "no admin"))
    (defschema s n:integer tag:string) (deftable t:{s}) (deftable absent:{s})
    (defschema free x) (deftable loose:{free})
    (defun get (k) (read t k))
    (defun all () (keys t))
    (defun make () (create-table absent))
    (defun put (k n) (insert t k {"n": n, "tag": "x"})))
  (create-table t) (create-table loose)
  (insert t "b" {"n": 2, "tag": "B"}) (insert t "a" {"n": 1, "tag": "A"}) (insert t "C" {"n": 3, "tag": "C"})`;
const committed = `${setup} (commit-tx) (env-data {"admin": false})`;

describe('schemas', () => {
  const refused = (row: string): string =>
    `!Attempted insert failed due to schema mismatch. Expected: {"n": integer,"tag": string}, received ${row}`;
  checkPrograms(setup, [
    ['a missing field', '(insert t "k" {"n": 1})', refused('{"n": 1}')],
    ['a field too many', '(write t "k" {"n": 1, "tag": "", "x": 1})', refused('{"n": 1')],
    ['another type', '(write t "k" {"n": 1.0, "tag": ""})', refused('{"n": 1.0')],
    ['an update of some', '(update t "a" {"n": 9}) (read t "a")', '{"n": 9,"tag": "A"}'],
    ['an update of no fields', '(update t "a" {}) (read t "a")', '{"n": 1,"tag": "A"}'],
    ['an update of another', '(update t "a" {"x": 9})', refused('{"x": 9}')],
    ['schema before row', '(insert t "a" {"n": 1})', refused('{"n": 1}')],
    ['an untyped field', '(insert loose "k" {"x": [1 "a"]}) (read loose "k")', '{"x": [1 "a"]}'],
    ['no table', '(insert absent "k" {"n": 1, "tag": ""})', '!Table m_absent not found'],
    ['no table to read', '(read absent "k")', '!Table m_absent not found'],
    ['no table to list', '(keys absent)', '!Table m_absent not found'],
    ['no table twice', '(create-table t)', '!Table m_t already exists'],
    ['no table from a function', '(make)', '!Top-level call used in module create-table'],
  ]);
});

describe('reading', () => {
  checkPrograms(setup, [
    ['some fields', '(read t "a" ["tag" "none"])', '{"tag": "A"}'],
    ['no fields are all', '(read t "a" [])', '{"n": 1,"tag": "A"}'],
    [
      'fields are strings',
      '(read t "a" ["n" 1])',
      '!read-with-fields with argument(s) of type(s): integer',
    ],
    ['a missing row can be caught', '(try "none" (read t "z"))', '"none"'],
    ['a default without the schema', '(with-default-read t "z" {"q": 5} {"q" := q} q)', '5'],
    [
      'a default without a field',
      '(with-default-read t "z" {} {"q" := q} q)',
      '!Key "q" not found',
    ],
    ['keys ascend by code point', '(keys t)', '["C" "a" "b"]'],
    [
      'rows in the order of their keys',
      `(select t ['n] (constantly true))`,
      '[{"n": 3} {"n": 1} {"n": 2}]',
    ],
    ['rows without fields', '(select t [] (where "n" (< 1)))', '[{} {}]'],
    ['fields before the table', '(select absent [1] (constantly true))', '!type(s): integer'],
  ]);
});

describe('access', () => {
  const refused = '!Module admin necessary for operation but has not been acquired:m';
  checkPrograms(committed, [
    ['reading', '(read m.t "a")', refused],
    ['writing', '(insert m.t "k" {"n": 1})', refused],
    ['the module itself', '(m.get "a")', '{"n": 1,"tag": "A"}'],
    [
      'with admin',
      '(env-data {"admin": true}) (acquire-module-admin m) (at "n" (read m.t "a"))',
      '1',
    ],
    ['local reading', '(env-exec-config ["AllowReadInLocal"]) (at "n" (read m.t "a"))', '1'],
    ['local writing', '(env-exec-config ["AllowReadInLocal"]) (write m.t "a" {"n": 1})', refused],
    ['descriptions', '(at "type" (describe-table m.t))', '"table{m.s}"'],
  ]);
});

describe('purity', () => {
  const disallowed = '!Operation disallowed in read-only or sys-only mode';
  checkPrograms(setup, [
    ['conditions read rows', '(enforce (= 1 (at "n" (read t "a"))) "")', 'true'],
    ['and list no keys', '(enforce (= [] (keys t)) "")', disallowed],
    ['nor select', '(enforce (= [] (select t (constantly true))) "")', disallowed],
    [
      'nor fold',
      '(enforce (= [] (fold-db t (lambda (k r) true) (lambda (k r) k))) "")',
      disallowed,
    ],
    ['nor write', '(enforce (= "" (put "z" 1)) "")', disallowed],
    ['which try does not catch', '(try 0 (put "z" 1))', disallowed],
    ['the schema is looked at before', '(enforce (= "" (insert t "z" {})) "")', '!schema mismatch'],
    [
      'constants read no rows',
      '(module c G (defcap G () true) (defconst X (m.get "a")))',
      disallowed,
    ],
  ]);
});

describe('fold-db', () => {
  const failing = (at: string): string => `(lambda (k row) (enforce (!= k "${at}") k))`;
  checkPrograms(setup, [
    [
      'results in the order of the keys',
      '(fold-db t (lambda (k row) (!= k "a")) (lambda (k row) (at "n" row)))',
      '[3 2]',
    ],
    ['queries ascend', `(fold-db t (lambda (k row) (enforce false k)) ${failing('')})`, '!C'],
    [
      'consumers descend',
      '(fold-db t (lambda (k row) true) (lambda (k row) (enforce false k)))',
      '!b',
    ],
    [
      'all queries come first',
      `(fold-db t ${failing('b')} (lambda (k row) (enforce false "consumer")))`,
      '!b',
    ],
    [
      'queries give bools',
      '(fold-db t (lambda (k row) k) (lambda (k row) k))',
      '!expected bool value, got "C"',
    ],
    ['nothing found', '(fold-db t (lambda (k row) false) (lambda (k row) k))', '[]'],
  ]);
});

describe('history', () => {
  checkPrograms(committed, [
    [
      'rolled back transactions leave none',
      `(env-data {"admin": true}) (begin-tx) (acquire-module-admin m) (m.put "z" 1) (rollback-tx)
       (acquire-module-admin m) (map (at 'key) (txlog m.t 1))`,
      '[]',
    ],
    [
      'writes in their order',
      `(env-data {"admin": true}) (acquire-module-admin m) (map (at 'key) (txlog m.t 0))`,
      '["b" "a" "C"]',
    ],
    [
      'local only, if configured, before access',
      '(env-exec-config ["DisableHistoryInTransactionalMode"]) (txids m.t 0)',
      '!Operation only permitted in local execution mode: txids',
    ],
  ]);
});

it('charges nothing for a missing row of with-default-read, and a row by its size', () => {
  const log = (key: string): string =>
    runProgram(
      `${setup} (env-gaslimit 100000) (env-gasmodel "table") (env-gaslog)`,
      `(with-default-read t "${key}" {"n": 0} {"n" := n} n) (env-gaslog)`,
    ).text;
  expect(log('a')).toContain('GRead');
  expect(log('z')).not.toContain('GRead');
});

describe('tables of another module', () => {
  const ways = [
    '(read m.t "a")',
    `(read m.t "a" ['n])`,
    `(read m.t "a" [])`,
    '(with-read m.t "a" {"n" := n} n)',
    '(with-default-read m.t "a" {"n": 0} {"n" := n} n)',
    '(with-default-read m.t "none" {"n": 0} {"n" := n} n)',
    '(select m.t (constantly true))',
    `(select m.t ['n] (constantly true))`,
    '(keys m.t)',
    '(fold-db m.t (lambda (k r) true) (lambda (k r) k))',
    '(insert m.t "z" {"n": 1, "tag": ""})',
    '(update m.t "a" {"n": 1})',
    '(write m.t "a" {"n": 1, "tag": ""})',
  ];

  const former = ['(txlog m.t 0)', '(keylog m.t "a" 0)', '(txids m.t 0)'];

  it.each(former)('are not accessible to other modules of Pact 4: %s', (way) => {
    const { run } = replSession(new Map(), { pact4: true });
    const user = `(module other H (defcap H () true) (defun f () ${way})) (other.f)`;
    expect(run(`${committed} ${user}`)).toMatch(
      /^fails: Module admin necessary for operation.*:m$/,
    );
  });

  it.each(ways)('are not accessible to other modules: %s', (way) => {
    const user = `(module other H (defcap H () true) (defun f () ${way})) (other.f)`;
    const result = runProgram(committed, user);
    expect(result.kind).toBe('error');
    expect(result.text).toMatch(/^Module admin necessary for operation.*:m$/);
  });
});
