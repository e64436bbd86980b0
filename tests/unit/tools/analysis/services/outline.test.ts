// The outline of a file: modules with their members, schemas with their fields, defpacts with their steps, and the
// transactions and expectations of scripts. It is read from brackets, so unfinished code has one, too.
import { expect, test } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import { type OutlineItem, outlineOf } from '../../../../../src/tools/analysis/services/outline.ts';

/** `kind name detail`, with the children indented. */
function outline(text: string): readonly string[] {
  const lines = ({ kind, name, detail, children }: OutlineItem): readonly string[] => [
    `${kind} ${name}${detail === '' ? '' : ` ${detail}`}`,
    ...children.flatMap(lines).map((line) => `  ${line}`),
  ];
  return outlineOf(new Source('a.pact', text)).flatMap(lines);
}

test('members of a module, fields of schemas, and steps', () => {
  const text = `(interface i (defun f:integer (x:integer)))
(module m G
  (defcap G () true)
  (defschema row n:integer items:[string] other owner:object{row})
  (deftable rows:{row})
  (defconst C:integer 1)
  (defpact p () (step 1) (step-with-rollback 2 3)))`;
  expect(outline(text)).toEqual([
    'interface i',
    '  function f :integer (x:integer)',
    'module m',
    '  capability G ()',
    '  schema row',
    '    field n integer',
    '    field items',
    '    field owner object',
    '  table rows',
    '  constant C :integer',
    '  defpact p ()',
    '    step step 0',
    '    step step 1',
  ]);
});

test('spans are of the whole item, and of its name', () => {
  const text = '(module m G (defschema row n:integer s:string))';
  const [module] = outlineOf(new Source('a.pact', text));
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }): string =>
    text.slice(start, end);
  const [schema] = module!.children;
  expect(schema!.children.map(({ span, nameSpan }) => [textOf(span), textOf(nameSpan)])).toEqual([
    ['n:integer', 'n'],
    ['s:string', 's'],
  ]);
  expect([textOf(schema!.span), textOf(schema!.nameSpan)]).toEqual([
    '(defschema row n:integer s:string)',
    'row',
  ]);
});

test('transactions of a script, with what they expect', () => {
  const text = `(begin-tx "set up")
(module m G (defcap G () true))
(expect "one" 1 1)
(commit-tx)
(begin-tx)
(expect-failure "fails" (m.f))
(rollback-tx)
(expect-that "outside" (= 1) 1)`;
  expect(outline(text)).toEqual([
    'transaction set up',
    '  module m',
    '    capability G ()',
    '  expectation one expect',
    'transaction transaction',
    '  expectation fails expect-failure',
    'expectation outside expect-that',
  ]);
});
