// Which states of an earlier run are still valid after a change outside, and that a run from one of them equals a whole run.

import { expect, test } from 'vitest';
import { ReplEngine } from '../../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../../src/tools/repl/options.ts';
import { History } from '../../../../../src/tools/repl/snapshot/history.ts';
import { Recorder } from '../../../../../src/tools/repl/snapshot/recorder.ts';
import { runRecorded, runWhole, type Files } from '../../../../support/replayed.ts';

const files = {
  'all.repl': '(load "a/one.repl")\n(load "a/two.repl")\n(expect "both" 3 (m.f 2)) (print "end")',
  'a/one.repl': `(begin-tx "one")
    (module m G (defcap G () true) (defschema s n:integer) (deftable t:{s})
      (defun f (x:integer) "Adds one." (+ x 1)))
    (create-table t) (write t "k" { "n": 1 }) (commit-tx) (env-data { "a": 1 }) (print "one")`,
  'a/two.repl':
    '(load "deep.pact") (print (m.f 1)) (expect "row" 1 (at "n" (read m.t "k")))\n(print "x")',
  'a/deep.pact': '(module d G (defcap G () true) (defconst C 5) (defun g () (m.f C)))',
};

type Texts = Readonly<Record<string, string>>;

function reading(texts: Texts): { readonly read: string[]; readonly readFile: Files } {
  const read: string[] = [];
  return {
    read,
    readFile(path) {
      read.push(path);
      const text = new Map(Object.entries(texts)).get(path);
      if (text === undefined) return { kind: 'failure', reason: 'there is no such file' };
      return { kind: 'text', text };
    },
  };
}

/** Returns how many states of the run before the change the next run uses, and its output. */
function after(changes: Texts, before: Texts = files) {
  const { history } = runRecorded('all.repl', reading(before).readFile);
  const { readFile } = reading({ ...before, ...changes });
  const again = runRecorded('all.repl', readFile, history);
  expect(again.seen).toEqual(runWhole('all.repl', readFile));
  return { of: history.length, states: again.shared };
}

test('an unchanged run has nothing left to do', () => {
  const { of, states } = after({});
  expect(states).toBe(of);
});

test('a change at the end of the driver keeps the states before it', () => {
  const { of, states } = after({
    'all.repl': files['all.repl'].replace('(print "end")', '(print "other end")'),
  });
  expect(states).toBe(of - 1);
});

test('states are kept with a list that contains others twice each, sixty deep', () => {
  const texts = {
    'all.repl': `(defconst C (fold (lambda (a x) [a a]) 1 (enumerate 1 60)))
      (print (length C)) (print (length (at 0 (at 1 C))))`,
  };
  const { of, states } = after({}, texts);
  expect(states).toBe(of);
  expect(of).toBe(3);
});

test('a change in a file keeps the forms before it, also in the middle of the file', () => {
  const { of, states } = after({ 'a/two.repl': files['a/two.repl'].replace('"x"', '"y"') });
  expect(of - states).toBe(4);
});

test('a change in the first form, in a blank or in a comment before it keeps nothing', () => {
  expect(after({ 'a/one.repl': ` ${files['a/one.repl']}` }).states).toBe(0);
  expect(after({ 'all.repl': `; all\n${files['all.repl']}` }).states).toBe(0);
});

test('a form that continues after its previous end is a different form', () => {
  const before = { 'all.repl': '(print 1) 12' };
  const { of, states } = after({ 'all.repl': '(print 1) 123' }, before);
  expect([of, states]).toEqual([2, 1]);
});

test('a syntax error in an open file, or a name that hides a builtin, runs nothing of it', () => {
  expect(after({ 'all.repl': `${files['all.repl']} (` }).states).toBe(0);
  expect(after({ 'all.repl': `${files['all.repl']} (defun length () 1)` }).states).toBe(0);
  const hidden = { 'a/two.repl': `${files['a/two.repl']} (defun length () 1)` };
  expect(after(hidden).states).toBeGreaterThan(0);
});

test('an error late in an edited line shows the current line', () => {
  const { states } = after({ 'a/one.repl': `${files['a/one.repl']} (m.f "text") ; here` });
  expect(states).toBeGreaterThan(0);
});

test('a new or a deleted file is noticed', () => {
  const before = {
    'all.repl': '(expect-failure "none" "no such file" (load "late.repl")) (print 1) (print 2)',
  };
  expect(after({}, before).states).toBe(3);
  expect(after({ 'late.repl': '(print "late")' }, before).states).toBe(0);
});

test('a file loaded twice has two texts if it was changed in between', () => {
  const before = { 'all.repl': '(load "b.repl") (load "b.repl") (print 3)', 'b.repl': '(print 1)' };
  expect(after({}, before).states).toBe(5);
  expect(after({ 'b.repl': '(print 1) (print 2)' }, before).states).toBe(1);
});

test('events are kept with their parameters', () => {
  const before = {
    'all.repl': `(module m G (defcap G () true) (defcap E (n:integer s:string) @event true)
        (defun f () (emit-event (E 1 "a"))))
      (m.f) (print "end") (print (env-events true))`,
  };
  const changed = { 'all.repl': before['all.repl'].replace('"end"', '"other"') };
  expect(after(changed, before).states).toBe(2);
});

test('clock readings are not kept', () => {
  const before = { 'all.repl': '(print 1) (bench (+ 1 2)) (print 2)' };
  const { history } = runRecorded('all.repl', reading(before).readFile);
  expect(history.length).toBe(1);
});

test('a short run keeps nothing', () => {
  const statesAfter = (milliseconds: number): number => {
    let clock = 0;
    const recorder = new Recorder({
      history: new History(),
      host: { ...silentHost, readFile: () => ({ kind: 'text', text: '(print 1) (print 2)' }) },
      nestingLimit: 100,
      now: () => clock,
    });
    const { host, afterForm } = recorder;
    const engine = new ReplEngine({ host, afterForm, depthLimit: 100, nestingLimit: 100 });
    clock = milliseconds;
    recorder.runFile(engine, 'all.repl');
    return recorder.addedStates;
  };
  expect([149, 150].map(statesAfter)).toEqual([0, 1]);
});

test('a state is kept before the file that is loaded last, even if the previous one is near', () => {
  const texts: Texts = {
    'all.repl': '(load "a.repl") (load "b.repl") (print 5)',
    'a.repl': '(print 1) (load "c.repl") (print 2)',
    'b.repl': '(print 3) (load "c.repl") (print 4)',
    'c.repl': '(print 0)',
  };
  let clock = 0;
  const recorder = new Recorder({
    history: new History(),
    host: { ...silentHost, readFile: reading(texts).readFile },
    nestingLimit: 100,
    now: () => clock,
  });
  const afterForm = (): void => {
    // After a long time, states within files are far apart.
    clock += clock === 0 ? 1_000_000 : 31;
    recorder.afterForm();
  };
  const { host } = recorder;
  const engine = new ReplEngine({ host, afterForm, depthLimit: 100, nestingLimit: 100 });
  recorder.runFile(engine, 'all.repl');
  const places = recorder.history.places().map(({ open }) => open.map(({ begun }) => begun));
  expect(places).toEqual([[1, 1], [1], [2, 1], [2], [3]]);
});

test('a failure with a long text is the same after a state', () => {
  const long = 'x'.repeat(20_000);
  const before = { 'all.repl': `(expect "${long}" "${long}y" "${long}z") (print 1)` };
  const { of, states } = after({ 'all.repl': `${before['all.repl']} (print 2)` }, before);
  expect([of, states]).toEqual([2, 2]);
});

test('within a transaction nothing is kept', () => {
  const before = { 'all.repl': '(begin-tx) (print 1) (print 2) (rollback-tx)' };
  const { history } = runRecorded('all.repl', reading(before).readFile);
  expect(history.length).toBe(1);
});

test('a failed load of a load within other forms keeps nothing inside it', () => {
  const before = {
    'all.repl': '(map (lambda (x) (load x)) ["b.repl"]) (print 3)',
    'b.repl': '(print 1) (print 2)',
  };
  const { of, states } = after({ 'b.repl': '(print 1) (print 4)' }, before);
  expect([of, states]).toEqual([2, 0]);
});

test('a row, a defpact, a gas log and recorded proofs survive', () => {
  const before = {
    'all.repl': `(env-gasmodel "table") (env-gaslimit 1000000) (env-gaslog)
      (module m G (defcap G () true) (defpact p (x) (step (yield { "x": x })) (step (resume { "x" := y } y))))
      (env-hash "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g") (m.p 12) (env-gas)
      (mock-spv "TXOUT" { "proof": "a" } { "n": 1 })
      (print "here")
      (print (continue-pact 1)) (print (verify-spv "TXOUT" { "proof": "a" })) (print (env-gaslog)) (print (env-events true))`,
  };
  const { of, states } = after(
    { 'all.repl': before['all.repl'].replace('"here"', '"there"') },
    before,
  );
  expect(of - states).toBe(5);
});
