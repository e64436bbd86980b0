// What begin-tx, commit-tx and rollback-tx keep and discard (sections 7 and 9.3).

import { describe, expect, it } from 'vitest';
import { replSession } from '../../../support/repl-session.ts';

const module = `(module m G (defcap G () true)
  (defcap C () true) (defcap E () @event true)
  (defschema s a:integer) (deftable t:{s})
  (defun put (k) (write t k {"a": 1})) (defun get (k) (at 'a (read t k)))
  (defun emit () (emit-event (E))) (defun granted () (try false (require-capability (C))))
  (defpact p () (step 1) (step 2)))
  (create-table t)`;
const installed = `(begin-tx) ${module} (commit-tx)`;

const after = (ending: string, program: string): string => {
  const { run } = replSession();
  run(installed);
  run('(begin-tx "second") (env-data {"d": 1}) (env-chain-data {"chain-id": "7"})');
  run('(defun f () 1) (defconst X 2) (use m) (namespace "") (m.put "row") (m.emit)');
  run(`(test-capability (m.C)) (m.p) (${ending})`);
  return run(program);
};

describe.each(['commit-tx', 'rollback-tx'])('%s', (ending) => {
  it.each([
    ['functions of the REPL', '(f)', '1'],
    ['constants of the REPL', 'X', '2'],
    ['modules that were installed before', '(m.put "other")', '"Write succeeded"'],
    ['data', `(read-msg 'd)`, '1'],
    ['chain data', `(at 'chain-id (chain-data))`, '"7"'],
  ])('keeps %s', (_, program, answer) => {
    expect(after(ending, program)).toBe(answer);
  });

  it.each([
    ['imports', '(put "x")', 'fails: Cannot find module:  put'],
    ['events', '(env-events false)', '[]'],
    ['granted capabilities', '(m.granted)', 'false'],
    ['the running defpact', '(pact-state)', 'fails: pact-state: no pact exec in context'],
    ['module admin', '(create-table m.t)', 'fails: Module admin necessary'],
  ])('loses %s', (_, program, answer) => {
    expect(after(ending, program)).toContain(answer);
  });
});

describe('writes', () => {
  it.each([
    ['commit-tx', '(m.get "row")', '1'],
    ['rollback-tx', '(m.get "row")', 'fails: No value found in table m_t for key: row'],
    ['commit-tx', '(continue-pact 1 false "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")', '2'],
    [
      'rollback-tx',
      '(continue-pact 1 false "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")',
      'fails: No previous defpact execution found for defpact id:  DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g',
    ],
  ])('after %s: %s gives %s', (ending, program, answer) => {
    expect(after(ending, program)).toBe(answer);
  });

  it('of an upgrade are rolled back', () => {
    const { run } = replSession();
    run('(begin-tx) (module v G (defcap G () true) (defconst X 1)) (commit-tx)');
    run('(begin-tx) (module v G (defcap G () true) (defconst X 2)) (rollback-tx)');
    expect(run('v.X')).toBe('1');
  });

  it('outside of transactions are kept', () => {
    const { run } = replSession();
    run(`${module} (m.put "free") (begin-tx) (rollback-tx)`);
    expect(run('(m.get "free")')).toBe('1');
  });
});

describe('names', () => {
  it('of an import never hide a function of the REPL', () => {
    const { run } = replSession();
    run(`${installed} (defun get (k) 5) (use m)`);
    expect(run('(get "row")')).toBe('5');
    expect(run('(begin-tx) (commit-tx) (get "row")')).toBe('5');
  });

  it('that a module took from the REPL are not restored', () => {
    const { run } = replSession();
    run(`(begin-tx) (defun get (k) 5) ${module} (commit-tx)`);
    expect(run('(get "row")')).toBe('fails: Cannot find module:  get');
  });

  it('of the REPL survive many transactions', () => {
    const { run } = replSession();
    run('(defun f (x) (+ x 1))');
    for (let i = 0; i < 3; i++) run('(begin-tx) (commit-tx) (begin-tx) (rollback-tx)');
    expect(run('(f (f 1))')).toBe('3');
  });
});

describe('a nested begin-tx', () => {
  it('fails, and can be caught', () => {
    const { run } = replSession();
    expect(run('(begin-tx "a") (begin-tx "b")')).toBe('fails: tx-function failure Begin Tx');
    expect(run('(try "no" (begin-tx "b"))')).toBe('"no"');
  });

  it('forgets the name of the open one, whose commit writes and then fails', () => {
    const { run } = replSession();
    run(`${installed} (begin-tx "a") (m.put "row")`);
    run('(begin-tx "b")');
    expect(run('(commit-tx)')).toBe('fails: tx-function failure Commit Tx');
    expect(run('(begin-tx "c")')).toBe('"Begin Tx 2: c"');
    expect(run('(m.get "row")')).toBe('1');
  });
});

it('numbers count commits, not transactions', () => {
  const { run } = replSession();
  const answers = ['begin', 'rollback', 'begin', 'commit', 'begin', 'commit', 'begin'].map((what) =>
    run(`(${what}-tx)`),
  );
  expect(answers.map((answer) => Number(/\d+/.exec(answer)?.[0]))).toEqual([0, 0, 0, 0, 1, 1, 2]);
});

it('within a call keeps the call stack', () => {
  const { run } = replSession();
  run('(env-enable-repl-natives true)');
  run(
    '(module w G (defcap G () true) (defun f () (begin-tx) (commit-tx) (length (env-stackframe))))',
  );
  expect(run('(w.f)')).toBe('1');
});
