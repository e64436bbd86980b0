// A bare name at the top level shows its documentation.

import { expect, it } from 'vitest';
import { replSession as session } from '../../../support/repl-session.ts';

const replSession = () => session(new Map(), { namesAreValues: false });

const contracts = `
(interface i (defconst LIMIT 5 "Not shown for interfaces.") (defun h:integer (x:integer)))
(module m G "About m." (implements i)
  (defcap G () true)
  (defschema row "A row." a:integer b:[string])
  (deftable rows:{row} "All rows.")
  (defconst X 5 "Five.")
  (defconst KEYS:[integer] [1 2])
  (defconst DAY:time (time "2020-01-01T00:00:00Z"))
  (defun h:integer (x:integer) @doc "Doubles." (* 2 x))
  (defun long (x) (let ((y 1) (z:decimal 2.50)) (enforce (> y z) "a\\nb") [y {"a": x, "b": 'c}]))
  (defun none () (and true (round 1.234 2)))
  (defun calls (r:module{i} l:[[integer]])
    (with-capability (PAY 1) (r::h 1) (map (lambda (q) (h q)) l)) m)
  (defcap PAY (to) "May pay." @managed to rest true)
  (defcap SENT (to) @event true)
  (defun rest (a b) a)
  (defpact p (a:string b) (step-with-rollback (h 1) 2) (step (read rows a ["a"])))
  )`;

const hash = '{GX}';

it.each([
  ['m.h', '(defun h:integer (x:integer) \n  (lambda (x:integer) (* 2 x<0>)))\nDocs:\nDoubles.'],
  ['m.X', '(defconst X 5)\nDocs:\nFive.'],
  ['m.KEYS', '(defconst KEYS:list integer [1 2])\nDocs:\n'],
  ['m.DAY', '(defconst DAY:time "2020-01-01T00:00:00Z")\nDocs:\n'],
  ['m.rows', '(deftable rows:m.row)\nDocs:\nAll rows.'],
  ['m.none', '(defun none () \n  (suspend (and true (round 1.234 2))))\nDocs:\n'],
  ['m.SENT', '(defun SENT (to) \n  @event\n  true)\nDocs:\n'],
  ['m.PAY', '(defun PAY (to) \n  @managed to rest\n  true)\nDocs:\nMay pay.'],
  [
    'm.long',
    '(defun long (x) \n' +
      '  (lambda (x) (let ((y 1)\n' +
      '                    (z:decimal 2.50))\n' +
      '    (do \n' +
      '      (enforce (> y<1> z<0>) "a\n' +
      '      b")\n' +
      '      [y<1>, {"a":x<2>, "b":"c"}]))))\nDocs:\n',
  ],
  [
    'm.calls',
    '(defun calls (r:module{i} l:list (list integer)) \n' +
      '  (lambda (r:module{i} l:list (list integer)) (do \n' +
      `    (with-capability (m.PAY.${hash} 1) \n` +
      '      (do \n' +
      '        (r::h 1)\n' +
      `        (map (lambda (q) (m.h.${hash} q<0>)) l<0>)))\n` +
      '    m)))\nDocs:\n',
  ],
  [
    'm.p',
    '(defpact p (a:string b) \n' +
      `  (step-with-rollback (m.h.${hash} 1) 2)\n` +
      `  (step (read m.rows.${hash} a<1> ["a"])))\nDocs:\n`,
  ],
  ['h', '(defun h:integer (x:integer) \n  (lambda (x:integer) (* 2 x<0>)))\nDocs:\nDoubles.'],
  ['i.LIMIT', '(defconst LIMIT 5)\nDocs:\n'],
  ['m', 'm'],
])('%s', (name, shown) => {
  const answer = replSession().run(`${contracts} (use m) ${name}`);
  expect(answer.replace(/\{[\w-]{43}\}/g, hash)).toBe(shown);
});

it('shows definitions of the REPL, without their documentation', () => {
  const { run } = replSession();
  const shown = '(defun f (x) \n  (lambda (x) x<0>))\nDocs:\n';
  expect(run('(defun f (x) "Gives x." x) f')).toBe(shown);
  expect(run('(defconst o {"a": 1}) o')).toBe('(defconst o {"a": 1})\nDocs:\n');
});

it('breaks lists that do not fit', () => {
  const items = Array.from({ length: 12 }, (_, i) => `"item-${i}"`);
  const { run } = replSession();
  const start = '  (suspend [ ';
  expect(run(`(defun f () [${items.join(' ')}]) f`)).toBe(
    `(defun f () \n${start}${items.join(`\n${' '.repeat(start.length - 2)}, `)} ]))\nDocs:\n`,
  );
});

it('shows a builtin with its forms, parameters and examples', () => {
  const shown = replSession().run('make-list');
  expect(shown).toMatch(/^## make-list\n/);
  expect(shown).toContain('    (make-list length:integer value:value) -> list');
  expect(shown).toContain('    pact> (make-list 5 true)');
});

it.each(['map', 'expect', 'begin-tx', 'keys-all', 'env-gasprice', 'enforce-pact-version'])(
  'shows the page of %s in code for a chain too',
  (name) => {
    expect(replSession().run(name, 'a.pact')).toMatch(new RegExp(`^## ${name}\n`));
  },
);

const words = ['and', 'or', 'if', 'enforce', 'enforce-one', 'try', 'with-capability', 'constantly'];
const keywords = ['let', 'let*', 'lambda', 'defun', 'defcap', 'module', 'step', '@doc', ':='];

it.each([...words, ...keywords])(
  'shows the page of %s, in scripts and code for a chain',
  (name) => {
    for (const file of ['a.repl', 'a.pact']) {
      const shown = replSession().run(`; About:\n ${name} ; what is it?\n`, file);
      expect(shown.startsWith(`## ${name}\n`), `${file}: ${shown}`).toBe(true);
    }
  },
);

it('shows the page of a special form among other forms, but not that of a keyword', () => {
  expect(replSession().run('(+ 1 2) enforce')).toMatch(/^## enforce\n/);
  expect(replSession().run('(+ 1 2) let')).toContain('fails: ');
  expect(replSession().run('let true')).toContain('fails: ');
});

it('evaluates names that are values in every place', () => {
  expect(replSession().run('CHARSET_LATIN1')).toBe('1');
});

it('prefers definitions to special forms', () => {
  expect(replSession().run('(module do G (defcap G () true)) do')).toBe('do');
});

it('prefers definitions to builtins of Pact 4', () => {
  const { run } = replSession();
  expect(run('(defun list (a) a) list')).toContain('(defun list (a)');
  expect(replSession().run('(module list G (defcap G () true)) list')).toBe('list');
});

it('is not a value: it cannot be used otherwise', () => {
  expect(replSession().run(`${contracts} [m.h]`)).toContain('fails: ');
});

it('evaluates names of constants and tables for programs', () => {
  const { run } = session();
  expect(run(`${contracts} m.X`)).toBe('5');
  expect(run('m.rows')).toBe('m_rows');
  expect(run('m.h')).toContain('(defun h:integer');
});
