// Builtins that only Pact 4's REPL had, beyond the examples of each.

import { describe, expect, it } from 'vitest';
import { replSession } from '../../../support/repl-session.ts';

describe('env-simulate-onchain', () => {
  const failing = `(at 'secret {"a": 1})`;

  it('shows errors as a chain does, to expect-failure as well', () => {
    const { run } = replSession();
    expect(run(failing)).toBe('fails: Key "secret" not found in object: {"a": 1}');
    run('(env-simulate-onchain true)');
    const reported = run(failing);
    expect(reported).toBe('fails: Key secret not found in object.');
    expect(run(`(expect-failure "bounded" "${reported.slice(7)}" ${failing})`)).toBe(
      '"Expect failure: Success: bounded"',
    );
    expect(run(`(expect "bounded" 1 ${failing})`)).toContain(reported.slice(7));
    run('(env-simulate-onchain false)');
    expect(run(failing)).toContain('{"a": 1}');
  });

  it('ends with a reset', () => {
    const { run, engine } = replSession(new Map([['fresh.repl', '1']]));
    run('(env-simulate-onchain true) (load "fresh.repl" true)');
    expect(engine.legacy.simulateOnChain).toBe(false);
  });
});

describe('mock-spv', () => {
  const setup = '(mock-spv "TXOUT" {"proof": "a", "n": 1} {"amount": 2.5})';

  it.each([
    ['(verify-spv "TXOUT" {"n": 1, "proof": "a"})', '{"amount": 2.5}'],
    [
      '(verify-spv "TXOUT" {"proof": "b", "n": 1})',
      'fails: SPV verification failure: SPV verification not supported',
    ],
    [
      '(verify-spv "OTHER" {"proof": "a", "n": 1})',
      'fails: SPV verification failure: SPV verification not supported',
    ],
  ])('%s', (program, answer) => {
    expect(replSession().run(`${setup} ${program}`)).toContain(answer);
  });

  it('answers the last recorded one', () => {
    const again = '(mock-spv "TXOUT" {"proof": "a", "n": 1} {"amount": 3.0})';
    const asked = `(at 'amount (verify-spv "TXOUT" {"proof": "a", "n": 1}))`;
    expect(replSession().run(`${setup} ${again} ${asked}`)).toBe('3.0');
  });
});

it('env-entity sets and clears a name', () => {
  const { run, engine } = replSession();
  run('(env-entity "alice")');
  expect(engine.legacy.entity).toBe('alice');
  run('(env-entity)');
  expect(engine.legacy.entity).toBeUndefined();
});

it('env-dynref stores modules by interface, the last one counts', () => {
  const { run, engine } = replSession();
  run(`(interface i (defun f ()))
    (module m G (defcap G () true) (implements i) (defun f () 1))
    (module n G (defcap G () true) (implements i) (defun f () 2))
    (env-dynref "i" m) (env-dynref "i" n)`);
  expect([...engine.legacy.dynamicReferences]).toEqual([['i', 'n']]);
  run('(env-dynref)');
  expect(engine.legacy.dynamicReferences.size).toBe(0);
});

describe('env-dynref with the bare name of an interface', () => {
  const setup = `(interface i (defun f ()))
    (module m G (defcap G () true) (implements i) (defun f () 1))`;

  it('accepts what scripts of Pact 4 write', () => {
    const { run, engine } = replSession();
    expect(run(`${setup} (env-dynref i m)`)).toBe('"Added dynamic ref to environment."');
    expect([...engine.legacy.dynamicReferences]).toEqual([['i', 'm']]);
  });

  it('finds it in a namespace, with or without its full name', () => {
    const { run, engine } = replSession();
    run(`(env-data {"k": ["a"]}) (env-keys ["a"])
      (define-namespace "n" (read-keyset "k") (read-keyset "k")) (namespace "n")
      ${setup} (env-dynref i m) (namespace "") (env-dynref n.i n.m)`);
    expect([...engine.legacy.dynamicReferences]).toEqual([['n.i', 'n.m']]);
  });

  it('leaves names with another meaning unchanged', () => {
    const { run, engine } = replSession();
    run(
      `${setup} (let ((i "other")) (env-dynref i m)) (defconst NAMED "third") (env-dynref NAMED m)`,
    );
    expect([...engine.legacy.dynamicReferences.keys()]).toEqual(['other', 'third']);
    expect(run('(env-dynref m m)')).toContain(
      'env-dynref with argument(s) of type(s): modref, modref',
    );
    expect(run('(env-dynref none m)')).toContain('none');
  });
});

it('bench repeats an expression and prints its rate per second', () => {
  const { run, printed } = replSession();
  expect(run('(defun f () (print "run")) (bench (f))')).toBe('"Done"');
  expect(printed.at(-1)).toBe('1000/s, +-0/s');
  expect(printed.filter((text) => text === '"run"')).toHaveLength(200);
});

describe('with-applied-env', () => {
  it('sees changes of the environment, as everything does', () => {
    const { run } = replSession();
    const program = `(defun f () (env-data {"a": 1}) (with-applied-env (read-msg 'a))) (f)`;
    expect(run(program)).toBe('1');
  });

  const setup = '(env-data {"h": ["h"]}) (env-keys ["h"])';
  const applied = `(let ((x 0)) (env-data {"k": ["k"]}) (env-keys ["k"])
    (with-applied-env [(enforce-keyset (read-keyset "k"))]))`;

  it('restores the environment that the form began with', () => {
    const { run } = replSession();
    expect(run(`${setup} ${applied}`)).toBe('[true]');
    expect(run(`(read-msg)`)).toBe('{"h": ["h"]}');
    expect(run(`(enforce-keyset (read-keyset "h"))`)).toBe('true');
  });

  it('also after an error', () => {
    const { run } = replSession();
    run(setup);
    const failing = '(let ((x 0)) (env-data {}) (with-applied-env (enforce false "no")))';
    expect(run(`(expect-failure "fails" "no" ${failing})`)).toContain('Success');
    expect(run('(read-msg)')).toBe('{"h": ["h"]}');
  });

  it('keeps changes made within it for the forms that follow', () => {
    const { run } = replSession();
    run(`${setup} (with-applied-env (env-data {"in": 1}))`);
    expect(run('(read-msg)')).toBe('{"in": 1}');
  });
});

it.each(['env-gasrate 1', 'bench 1', 'env-data {}', 'env-exec-config []'])(
  'a module may not use (%s) until a script allows it',
  (call) => {
    const { run } = replSession();
    const module = `(module m G (defcap G () true) (defun f () (${call})))`;
    expect(run(module)).toContain(
      'fails: Program encountered an unhandled raised error: repl native',
    );
    run('(env-enable-repl-natives true)');
    expect(run(module)).toContain('Loaded module m');
    run('(env-enable-repl-natives false)');
    expect(run(module)).toContain('repl native disallowed in module code');
  },
);

it('a program may redefine the names of old builtins', () => {
  const { run } = replSession();
  expect(run('(defun bench (x) (+ x 1)) (bench 1)')).toBe('2');
  expect(run('(let ((verify 3)) verify)')).toBe('3');
});

it('typecheck accepts a second argument, as in Pact 4', () => {
  const { run, traced } = replSession();
  run('(module m G (defcap G () true) (defconst X 1))');
  expect(run('(typecheck "m" true)')).toBe('()');
  expect(traced.slice(-1)).toEqual(['Typechecking successful for module m']);
  expect(
    run('(module n G (defcap G () true) (defun f () (+ 1 true))) (typecheck "n" true)'),
  ).toMatch(/^fails: static typechecking failed for n\nCouldnt match type integer with bool\n/);
});
