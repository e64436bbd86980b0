// Builtins that only Pact 4 had: at the top level of scripts they stay, in code for a chain they are refused as on chains.

import { expect, it } from 'vitest';
import { legacyBuiltins } from '../../../../src/lang/session/analyse.ts';
import { linesOf, checkFiles } from '../../../support/check-files.ts';
import { replSession } from '../../../support/repl-session.ts';

const names = legacyBuiltins.map(({ name }) => name);
const using = (name: string): string => `(module m G (defcap G () true) (defun f () (${name})))`;

it.each(names)('%s is refused in modules', (name) => {
  const refused = `fails: Cannot find module:  ${name}`;
  expect(replSession().run(using(name))).toBe(refused);
  expect(replSession().run(`(map (${name}) [])`, 'a.pact')).toBe(refused);
  expect(replSession().run(`(interface i (defconst C (${name})))`)).toBe(refused);
  const [found, ...more] = linesOf(checkFiles({ 'a.pact': using(name) }));
  expect(found).toContain(`Unbound variable ${name}`);
  expect(more).toEqual([]);
});

it.each(names)('%s is admitted for old suites', (name) => {
  const old = replSession(new Map(), { pact4: true });
  expect(old.run(using(name))).not.toContain('Cannot find module');
});

it('stays at the top level of scripts', () => {
  const { run } = replSession();
  expect(run('(list 1 2)')).toBe('[1 2]');
  expect(run('(defun two () (list 1 2)) (two)')).toBe('[1 2]');
  expect(run('(defconst three (list 1 2 3)) three')).toBe('[1 2 3]');
  expect(linesOf(checkFiles({ 'a.repl': '(defun two () (list 1 2)) (list 1)' }))).toEqual([]);
});

it('leaves the names to programs', () => {
  const own = `(module m G (defcap G () true) (defun txlog (list) (at 0 list)) (defun f () (txlog [7])))`;
  expect(replSession().run(`${own} (m.f)`)).toBe('7');
});

it.each([
  ['list', 'Write the elements in brackets: `[1 2 3]`.'],
  ['keys-any', 'Compare the numbers: `(>= matched 1)`.'],
  ['public-chain-data', 'Call `(chain-data)`'],
])('says what to write instead of %s', (name, instead) => {
  const { diagnostics } = checkFiles({ 'a.pact': using(name) });
  expect(diagnostics[0]?.error.ownExplanation).toContain(instead);
  expect(diagnostics[0]?.error.ownExplanation).toContain('--pact4');
});

it('explains the schema of Pact 4 too', () => {
  const typed = '(module m G (defcap G () true) (defun f (x:object{public-chain-data}) x))';
  const { diagnostics } = checkFiles({ 'a.pact': typed });
  expect(diagnostics[0]?.error.ownExplanation).toContain('Call `(chain-data)`');
});
