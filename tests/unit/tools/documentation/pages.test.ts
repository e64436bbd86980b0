// Documentation pages of a project, as Markdown.
import { expect, test } from 'vitest';
import { markdownOf } from '../../../../src/tools/documentation/markdown.ts';
import { ProjectTests } from '../../../../src/tools/documentation/member-section.ts';
import { projectPages } from '../../../../src/tools/documentation/project-pages.ts';
import { indexFiles } from '../../../support/check-files.ts';

function pagesOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const pages = projectPages(indexFiles(files), 'Project');
  return new Map(pages.map((page) => [page.name, markdownOf(page)]));
}

const shop = {
  'payable.pact': `(interface payable
  @doc "What can be paid. Of all sorts."
  (defcap PAID:bool (amount:decimal) @doc "Money came." @event)
  (defun pay:string (amount:decimal) @doc "Pays \`amount\`."))`,
  'shop.pact': `(module shop GOVERNANCE
  (implements payable)
  (defcap GOVERNANCE () (enforce-keyset "admin"))
  (defcap PAID:bool (amount:decimal) @event true)
  (defschema row amount:decimal note)
  (deftable rows:{row})
  (defconst RATE:decimal 2.0 "How much dearer.")
  (defun twice (amount) (* amount RATE))
  (defun pay:string (amount:decimal)
    (emit-event (PAID (twice amount)))
    (write rows "last" { "amount": amount, "note": 1 })))`,
  'shop.repl': `(load "payable.pact")
(load "shop.pact")
(begin-tx "a sale")
(expect "it is paid" "Write succeeded" (shop.pay 1.0))
(commit-tx)`,
};

test('a schema says the type of each field', () => {
  const page = pagesOf(shop).get('shop');
  expect(page).toContain('| `amount` | `decimal` |');
  expect(page).toContain('| `note` | any |');
});

test('tests may use members of modules that the project does not have', () => {
  const uses = ['coin.transfer', 'shop.pay'];
  const project = indexFiles({
    'shop.pact': shop['shop.pact'],
    'payable.pact': shop['payable.pact'],
  });
  const sale = { uses, expectations: [{ name: 'paid', uses: ['shop.pay'] }] } as never;
  const tests = new ProjectTests(project.modules, [sale]);
  expect(tests.of('coin.transfer')).toEqual({
    naming: [{ test: sale, expectations: [] }],
    reaching: 0,
  });
  expect(tests.of('shop.twice')).toEqual({ naming: [], reaching: 1 });
});

test('the first page lists modules, interfaces, their order and tests', () => {
  expect(pagesOf(shop).get('index')).toBe(`# Project

<a id="modules"></a>

## Modules

| Name | Description | File |
| --- | --- | --- |
| [\`shop\`](shop.md) |  | \`shop.pact\` |

<a id="interfaces"></a>

## Interfaces

| Name | Description | File |
| --- | --- | --- |
| [\`payable\`](payable.md) | What can be paid. | \`payable.pact\` |

<a id="load-order"></a>

## Load order

Each module comes after its dependencies:

- [\`payable\`](payable.md) from \`payable.pact\`
- [\`shop\`](shop.md) from \`shop.pact\`

<a id="tests"></a>

## Tests

| Transaction | Expectations | Place |
| --- | --- | --- |
| a sale | 1 | \`shop.repl:3\` |
`);
});

test('a member: signature, documentation of the interface, uses, tests', () => {
  expect(pagesOf(shop).get('shop')).toContain(`### \`pay\`

\`\`\`pact
(defun pay:string (amount:decimal))
\`\`\`

Pays \`amount\`.

From [\`payable.pay\`](payable.md#member-pay).

- **Uses**: [\`PAID\`](shop.md#member-PAID), [\`rows\`](shop.md#member-rows), [\`twice\`](shop.md#member-twice)

**Tested by**:

- a sale \`shop.repl:3\`: it is paid
`);
});

test.each([
  ['| [`PAID`](shop.md#member-PAID) | `amount:decimal` | Money came. |'],
  ['- **Implements**: [`payable`](payable.md)\n'],
  ['- **Governance**: [`GOVERNANCE`](shop.md#member-GOVERNANCE)\n'],
  ['(defconst RATE:decimal 2.0)\n```\n\nHow much dearer.\n'],
  ['Inferred types: `amount:decimal`, result `decimal`.\n'],
  ['**Tested by**:\n\n- 1 transaction through code that uses it\n'],
  ['| `note` | any |'],
  ['(deftable rows:{shop.row})'],
])('the page of a module contains %j', (text) => {
  expect(pagesOf(shop).get('shop')).toContain(text);
});

test('the page of an interface lists its implementations', () => {
  expect(pagesOf(shop).get('payable')).toContain('- **Implemented by**: [`shop`](shop.md)\n');
});

test('defpacts and managed capabilities', () => {
  const text = pagesOf({
    'm.pact': `(module m G (defcap G () true)
  (defcap A (x:integer y:string) @managed x left true)
  (defcap B () @managed true)
  (defun left:integer (x:integer y:integer) (- x y))
  (defpact p () (step-with-rollback 1 2) (step 3)))`,
  }).get('m');
  expect(text).toContain('Managed: `left` computes the remaining `x`. An event.');
  expect(text).toContain('Managed: each signed capability can be used once. An event.');
  expect(text).toContain('2 steps, counted from 0; can be rolled back: 0.');
});

test('modules of scripts are left out, unless there are no others', () => {
  const script = '(module s G (defcap G () true))';
  expect([...pagesOf({ 'a.repl': script, ...shop }).keys()]).toEqual([
    'index',
    'all-members',
    'payable',
    'shop',
  ]);
  expect([...pagesOf({ 'a.repl': script }).keys()]).toEqual(['index', 's']);
  expect(pagesOf({}).get('index')).toBe('# Project\n\nThere are no modules.\n');
});

test('cycles and modules from elsewhere', () => {
  const text = pagesOf({
    'a.pact': '(module a G (defcap G () true) (defun f () (b.f) (coin.f)))',
    'b.pact': '(module b G (defcap G () true) (defun f () (a.f)))',
  }).get('index');
  expect(text).toContain('\n## Circles\n\n- `a` needs `b` needs `a`\n');
  expect(text).toContain('used but not defined in the project:\n\n- `coin`\n');
});

test('all members, by name', () => {
  expect(pagesOf(shop).get('all-members')).toBe(`# All members

| Name | Kind | Module |
| --- | --- | --- |
| [\`GOVERNANCE\`](shop.md#member-GOVERNANCE) | \`defcap\` | [\`shop\`](shop.md) |
| [\`PAID\`](payable.md#member-PAID) | \`defcap\` | [\`payable\`](payable.md) |
| [\`PAID\`](shop.md#member-PAID) | \`defcap\` | [\`shop\`](shop.md) |
| [\`RATE\`](shop.md#member-RATE) | \`defconst\` | [\`shop\`](shop.md) |
| [\`pay\`](payable.md#member-pay) | \`defun\` | [\`payable\`](payable.md) |
| [\`pay\`](shop.md#member-pay) | \`defun\` | [\`shop\`](shop.md) |
| [\`row\`](shop.md#member-row) | \`defschema\` | [\`shop\`](shop.md) |
| [\`rows\`](shop.md#member-rows) | \`deftable\` | [\`shop\`](shop.md) |
| [\`twice\`](shop.md#member-twice) | \`defun\` | [\`shop\`](shop.md) |
`);
});

test('imports: each module once, with the imported names', () => {
  const m = `(module m G (use a [x]) (use a [y]) (use b [z]) (use b)
    (defcap G () (enforce-keyset "k")))`;
  expect(pagesOf({ 'm.pact': m }).get('m')).toContain('- **Imports**: `a` (`x`, `y`), `b`\n');
});

test('a module that a keyset governs names the keyset', () => {
  const files = {
    'a.pact': `(module a 'boss (defun f () 1))`,
    'b.repl': '(load "a.pact")',
  };
  expect(pagesOf(files).get('a')).toContain('the keyset `boss`');
});
