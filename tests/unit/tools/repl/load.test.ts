// `load`: how a path is resolved, what a file sees and what it leaves behind.

import { describe, expect, it } from 'vitest';
import { replSession, type ReplSession } from '../../../support/repl-session.ts';

const session = (files: Readonly<Record<string, string>>): ReplSession =>
  replSession(new Map(Object.entries(files)));

describe('a path', () => {
  it.each([
    ['main.repl', 'a.repl', 'a.repl'],
    ['dir/main.repl', 'a.repl', 'dir/a.repl'],
    ['dir/main.repl', '../a.repl', 'dir/../a.repl'],
    ['dir/main.repl', '/abs/a.repl', '/abs/a.repl'],
    ['(interactive)', 'dir/a.repl', 'dir/a.repl'],
    ['d/e/main.repl', 'f/a [1] +.repl', 'd/e/f/a [1] +.repl'],
  ])('in %s: %s is %s', (loading, written, read) => {
    const { run } = session({ [read]: '(defconst FOUND 1)' });
    run(`(load "${written}")`, loading);
    expect(run('FOUND')).toBe('1');
  });

  it('is relative to the loading file, also in loaded files', () => {
    const { run } = session({
      'a/one.repl': '(load "b/two.repl")',
      'a/b/two.repl': '(load "three.repl")',
      'a/b/three.repl': '(defconst DEEP 3)',
    });
    run('(load "one.repl")', 'a/main.repl');
    expect(run('DEEP')).toBe('3');
  });
});

it('passes its errors to an expectation as thrown ones, with a line of their own', () => {
  const { run } = replSession(new Map([['a.repl', '(enforce false "lost")']]));
  expect(run('(expect "boom" 1 (load "a.repl"))')).toBe(
    '"FAILURE: boom evaluation of actual failed with error message:\nlost"',
  );
});

it('prints what it loads, and returns nothing', () => {
  const { run, traced } = session({ 'a.repl': '1' });
  expect(run('(load "a.repl")')).toBe('()');
  expect(traced).toEqual(['"Loading a.repl..."', '1']);
});

it.each([
  ['(load "a.repl") (b 1)', '2'],
  ['(load "a.repl" false) (b 1)', '2'],
  ['(load "a.repl") (m.f)', '7'],
])('the definitions of a file remain: %s', (program, answer) => {
  const { run } = session({
    'a.repl': '(defun b (x) (+ x 1)) (module m G (defcap G () true) (defun f () 7))',
  });
  expect(run(program)).toBe(answer);
});

describe('a .pact file', () => {
  it('has only the builtins of the language', () => {
    const { run } = session({ 'a.pact': '(expect "one" 1 1)', 'b.pact': '(+ 1 2)' });
    expect(run('(load "a.pact")')).toMatch(/^fails: .*expect/);
    expect(run('(load "b.pact")')).toBe('()');
    expect(run('(expect "back" 1 1)')).toBe('"Expect: success: back"');
  });

  it('may name its arguments like builtins of the REPL, a .repl file may not', () => {
    const module = '(module m G (defcap G () true) (defun f (load) load))';
    const { run } = session({ 'a.pact': module, 'a.repl': module });
    expect(run('(load "a.pact")')).toBe('()');
    expect(run('(load "a.repl")')).toBe('fails: Variable load shadows native with the same name');
  });

  it('starts without the bare names of the top level', () => {
    const { run } = session({ 'a.pact': '(f)' });
    run('(defun f () 1)');
    expect(run('(load "a.pact")')).toMatch(/^fails: .*f$/);
  });

  it('has no definitions outside of modules', () => {
    const { run } = session({ 'a.pact': '(defun f () 1)' });
    expect(run('(load "a.pact")')).toMatch(/^fails: /);
  });
});

describe('with reset', () => {
  const setup = `
    (env-data {"a": 1}) (env-keys ["k"]) (env-chain-data {"chain-id": "3"}) (env-gaslimit 1000)
    (env-exec-config ["DisablePact40"]) (env-hash "aGVsbG8") (env-gaslog)
    (mock-spv "T" {"a": 1} {"b": 2}) (begin-tx "open")
    (defun f () 1) (module m G (defcap G () true) (defconst X 1))`;

  it.each([
    ['(read-msg)', '{}'],
    ['(sig-keyset)', 'KeySet {keys: [],pred: keys-all}'],
    [`(at 'chain-id (chain-data))`, '""'],
    ['(env-exec-config)', '[]'],
    ['(tx-hash)', '"DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g"'],
    ['(env-gaslog)', '["Enabled gas log"]'],
    ['(map (+ 1) [1 2]) (env-milligas)', '0'],
    ['(begin-tx)', '"Begin Tx 0"'],
    ['(list-modules)', '[]'],
    ['(f)', 'fails: Cannot find module:  f'],
    ['m.X', 'fails: Module m has no such member: X'],
    [
      '(verify-spv "T" {"a": 1})',
      'fails: SPV verification failure: SPV verification not supported',
    ],
  ])('%s gives %s', (program, answer) => {
    const { run } = session({ 'fresh.repl': '1' });
    run(setup);
    run('(load "fresh.repl" true)');
    expect(run(program)).toBe(answer);
  });

  it('keeps expectations that were counted before', () => {
    const { run, engine } = session({ 'fresh.repl': '(expect "b" 1 1)' });
    run('(expect "a" 1 2) (load "fresh.repl" true)');
    expect(engine.expectations.all.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(engine.expectations.failureCount).toBe(1);
  });
});

describe('a file that cannot be loaded', () => {
  const files = {
    'self.repl': '(load "self.repl")',
    'a.repl': '(load "b.repl")',
    'b.repl': '(load "a.repl")',
    'broken.repl': '(+ 1',
    'late.repl': '(defconst EARLY 1) (at 5 [])',
  };

  it.each([
    ['(load "none.repl")', 'none.repl'],
    ['(load "self.repl")', 'the loads go in a circle'],
    ['(load "a.repl")', 'the loads go in a circle'],
    ['(load "broken.repl")', 'fails: '],
  ])('%s', (program, text) => {
    const { run } = session(files);
    const answer = run(program);
    expect(answer).toMatch(/^fails: /);
    expect(answer).toContain(text);
    expect(run('(+ 1 2)')).toBe('3');
  });

  it('keeps what was done before its error', () => {
    const { run } = session(files);
    expect(run('(load "late.repl")')).toMatch(/^fails: /);
    expect(run('EARLY')).toBe('1');
  });

  it('does not run at all if it shadows a builtin further down', () => {
    const { run, printed } = session({ 'a.repl': '(defconst EARLY 1) (defun f (at) at)' });
    expect(run('(load "a.repl")')).toBe('fails: Variable at shadows native with the same name');
    expect(printed).toEqual([
      'Variable at shadows native of the same name in definition defun #repl.f at argument position 0',
    ]);
    expect(run('EARLY')).toContain('fails: ');
  });

  it('lists the names of the first form that shadows builtins, all of them', () => {
    const { run, printed } = session({
      'a.repl': '(defun f (a) a) (defun g (at map) (let ((take 1)) take)) (defun h (drop) drop)',
    });
    expect(run('(load "a.repl")')).toBe('fails: Variable at shadows native with the same name');
    expect(printed).toEqual([
      'Variable at shadows native of the same name in definition defun #repl.g at argument position 0',
      'Variable map shadows native of the same name in definition defun #repl.g at argument position 1',
      'Variable take shadows native of the same name in the body of definition defun #repl.g',
    ]);
  });
});
