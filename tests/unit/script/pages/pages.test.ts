// The page of text about a name.
import { expect, test } from 'vitest';
import { pageOf, pageOfName } from '../../../../src/script/pages/pages.ts';
import { replSession } from '../../../support/repl-session.ts';

const program = `
(interface payer "Pays." (defun pay:string (to:string)) (defcap PAID (to:string) @event))
(begin-tx)
(module m G
  @doc "Pays people."
  (implements payer)
  (defcap G () true)
  (defun pay:string (to:string) "Pays TO. At once." to)
  (defcap PAID (to:string) @event true)
  (defcap SPEND (sum:decimal) @managed sum spend true)
  (defun spend:decimal (left:decimal asked:decimal) (- left asked))
  (defconst LIMIT:integer (+ 2 3) "The most.")
  (defschema row n:integer)
  (deftable rows:{row})
  (defpact twice (n) (step n) (step n)))
(commit-tx)
(defun local (x) "Mine." x)`;

function session() {
  const { engine, run } = replSession();
  run(program);
  return engine;
}

test('a module shows its members in the order in which they are written', () => {
  expect(pageOf(session(), 'm')).toBe(`## m

Pays people.

A module governed by the capability G, which implements payer.

- \`defcap G ()\`
- \`defun pay:string (to:string)\`: Pays TO.
- \`defcap PAID (to:string) @event\`
- \`defcap SPEND (sum:decimal) @managed sum spend\`
- \`defun spend:decimal (left:decimal asked:decimal)\`
- \`defconst LIMIT:integer\`: The most.
- \`defschema row n:integer\`
- \`deftable rows:{m.row}\`
- \`defpact twice (n)\``);
});

test('an interface does, too', () => {
  expect(pageOf(session(), 'payer')).toBe(`## payer

Pays.

An interface.

- \`defun pay:string (to:string)\`
- \`defcap PAID (to:string) @event\``);
});

test.each([
  ['m.pay', '## m.pay\n\nPays TO. At once.\n\n    (defun m.pay:string (to:string))'],
  ['m.LIMIT', '## m.LIMIT\n\nThe most.\n\n    (defconst m.LIMIT:integer)\n\nIts value: 5'],
  ['local', '## local\n\nMine.\n\n    (defun local (x))'],
  ['m.absent', undefined],
  ['absent', undefined],
  ['a b', undefined],
])('%s', (name, page) => expect(pageOf(session(), name)).toBe(page));

test('a constant that is typed alone shows its definition instead', () => {
  expect(pageOfName(session(), 'm.LIMIT')).toBe(undefined);
  expect(pageOfName(session(), 'm.pay')).toBe(pageOf(session(), 'm.pay'));
});

test('a special form shows how it is written', () => {
  expect(pageOf(session(), 'if')).toContain('    (if condition:bool then else)');
  expect(pageOf(session(), 'deftable')).toContain('    (deftable name:{schema})');
});
