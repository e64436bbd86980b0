// A bare name at the top level shows its documentation.

import { expect, it } from 'vitest';
import { replSession } from '../../../support/repl-session.ts';

const module = `(module m G (defcap G () true)
  (defun twice:integer (n:integer) @doc "Doubles." (* 2 n))
  (defcap PAY (to) "May pay." true)
  (defpact p (a:string b) (step 1))
  (defconst X 5))`;

it.each([
  ['m.twice', '(defun m.twice:integer (n:integer))\nDocs:\nDoubles.'],
  ['m.PAY', '(defcap m.PAY (to))\nDocs:\nMay pay.'],
  ['m.p', '(defpact m.p (a:string b))\nDocs:\n'],
  ['twice', '(defun m.twice:integer (n:integer))\nDocs:\nDoubles.'],
  ['m.X', '5'],
  ['m', 'm'],
])('%s', (name, shown) => {
  expect(replSession().run(`${module} ${name}`)).toBe(shown);
});

it('knows functions of the REPL', () => {
  const { run } = replSession();
  expect(run('(defun f (x) "Gives x." x) f')).toBe('(defun f (x))\nDocs:\nGives x.');
});

it('shows a builtin with its forms, parameters and examples', () => {
  const shown = replSession().run('make-list');
  expect(shown).toMatch(/^## make-list\n/);
  expect(shown).toContain('    (make-list length:integer value:value) -> list');
  expect(shown).toContain('    pact> (make-list 5 true)');
});

it('is not a value: it cannot be used otherwise', () => {
  expect(replSession().run(`${module} [m.twice]`)).toContain('fails: ');
});
