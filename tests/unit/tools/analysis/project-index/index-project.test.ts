// The contents of a project's index.
import { describe, expect, test } from 'vitest';
import { loadOrder } from '../../../../../src/tools/analysis/project-index/index-project.ts';
import { indexFiles } from '../../../../support/check-files.ts';
import { read } from '../../../../support/project-files.ts';

test('the example of the documentation', () => {
  const text = read('docs/index-format.md');
  const [contract = '', script = ''] = [...text.matchAll(/```pact\n([^]*?)```/g)].map(
    ([, code]) => code,
  );
  const [, json = ''] = /```json\n([^]*?)```/.exec(text) ?? [];
  const files = { 'a.pact': contract, 'a.repl': script };
  expect(indexFiles(files, ['a.repl'])).toEqual(JSON.parse(json));
});

const moduleOf = (code: string, name = 'm') =>
  indexFiles({ 'm.pact': code }).modules.find((each) => each.name === name);
const definitionOf = (code: string) =>
  moduleOf(`(module m G (defcap G () true)\n${code})`)?.definitions[1];

describe('definitions', () => {
  test.each([
    ['(defconst A 1)', { kind: 'defconst', type: { type: 'integer', inferred: true }, value: '1' }],
    [
      '(defun f (x y:[string]) (+ x 1))',
      {
        parameters: [
          { name: 'x', type: 'integer', inferred: true },
          { name: 'y', type: '[string]' },
        ],
        result: { type: 'integer', inferred: true },
      },
    ],
    [
      '(defun same (x) (= x x))',
      {
        parameters: [{ name: 'x', type: "'a", inferred: true }],
        result: { type: 'bool', inferred: true },
        constraints: ["Eq{'a}"],
      },
    ],
    [
      '(defcap C:bool (a:integer b:string) @doc "d" @managed a take true)\n(defun take:integer (x:integer y:integer) x)',
      {
        doc: 'd',
        capability: { kind: 'managed', parameter: 'a', manager: 'take' },
        references: ['m.take'],
      },
    ],
    ['(defcap C () @managed true)', { capability: { kind: 'auto-managed' } }],
    [
      '(defschema s a:integer b:object{t} c)\n(defschema t d:[integer])',
      {
        fields: [{ name: 'a', type: 'integer' }, { name: 'b', type: 'object{m.t}' }, { name: 'c' }],
        references: ['m.t'],
      },
    ],
    ['(deftable rows:{s})\n(defschema s a:integer)', { kind: 'deftable', schema: 'm.s' }],
    [
      '(defpact p (x:integer)\n(step-with-rollback 1 2)\n(step x))',
      { kind: 'defpact', steps: [{ rollback: true }, { rollback: false }] },
    ],
    ['(defun f () @model [(property true) (p)] 1)', { model: ['(property true)', '(p)'] }],
  ])('%s', (code, expected) => {
    expect(definitionOf(code)).toMatchObject(expected);
  });

  test('invalid code, as written', () => {
    expect(
      definitionOf('(defun f:object{missing} (x:object{other.s}) (other.g x) (unknown))'),
    ).toMatchObject({
      parameters: [{ name: 'x', type: 'object{other.s}' }],
      references: ['other.g'],
    });
  });
});

test('modules: governance, imports, namespaces', () => {
  const files = {
    'a.repl': `(namespace "ns")
(interface i (defconst C 1))
(module b "keys" (defun g () 1))
(module m G @doc "text" (defcap G () true) (bless "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")
  (implements i) (use b [g]) (use coin) (defun f (x:module{i}) (g)))`,
  };
  expect(indexFiles(files).modules.find(({ name }) => name === 'ns.m')).toMatchObject({
    doc: 'text',
    governance: { kind: 'capability', name: 'G' },
    implements: ['ns.i'],
    imports: [{ module: 'ns.b', names: ['g'] }, { module: 'coin' }],
    blessed: ['DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g'],
    dependencies: ['coin', 'ns.b', 'ns.i'],
  });
  expect(indexFiles(files).modules[0]).toMatchObject({
    name: 'ns.b',
    governance: { kind: 'keyset', name: 'keys' },
  });
});

const naming = (name: string, other: string) =>
  `(module ${name} G (defcap G () true) (defun f () (${other}.f)))`;

test.each([
  ['sound', ''],
  ['wrong', '(unknown)'],
])('a module of a namespace as a value is not a member of the namespace, in %s code', (_, more) => {
  const files = {
    'a.pact': '(namespace "ns") (interface i (defun f ()))',
    'b.pact': '(namespace "ns") (module a G (defcap G () true) (implements i) (defun f () 1))',
    'c.pact': `(namespace "ns") (module b G (defcap G () true)
      (defun g (x:module{i}) (x::f)) (defun h () (g ns.a) ${more}))`,
    'all.repl': '(load "a.pact") (load "b.pact") (load "c.pact")',
  };
  const { modules, external } = indexFiles(files, ['all.repl']);
  const module = modules.find(({ name }) => name === 'ns.b');
  expect(module?.dependencies).toEqual(['ns.a', 'ns.i']);
  expect(external).toEqual([]);
});

test('the load order puts dependencies first, and reports cycles', () => {
  const { loadOrder, cycles, external } = indexFiles({
    '1.pact': naming('a', 'b'),
    '2.pact': naming('b', 'c'),
    '3.pact': naming('c', 'far'),
    '4.pact': naming('x', 'y'),
    '5.pact': naming('y', 'x'),
  });
  expect(loadOrder.map(({ module, file }) => `${module} ${file}`)).toEqual([
    'c 3.pact',
    'b 2.pact',
    'a 1.pact',
    'y 5.pact',
    'x 4.pact',
  ]);
  expect(cycles).toEqual([['x', 'y', 'x']]);
  expect(external).toEqual(['far']);
});

test('a module of a contract takes precedence over one of a script', () => {
  const { modules, loadOrder } = indexFiles({
    'a.repl': '(module m G (defcap G () true))',
    'b.pact': '(module m G (defcap G () true))',
  });
  expect(modules.map(({ place }) => place.file)).toEqual(['a.repl', 'b.pact']);
  expect(loadOrder).toEqual([{ module: 'm', file: 'b.pact' }]);
});

test('transactions list what they use, also through functions of the script', () => {
  const { tests, files } = indexFiles({
    'm.pact': '(module m G (defcap G () true) (defun f () 1) (defun g () 2))',
    'set-up.repl': '(load "m.pact")',
    'test.repl': `(load "set-up.repl")
(defun twice () (* 2 (m.f)))
(defun four-times () (* 2 (twice)))
(begin-tx)
(let ((x (m.g))) (expect-that "inside" (= x) 2))
(rollback-tx)
(begin-tx "again")
(expect "four" 4 (four-times))
(commit-tx)
(expect-failure "outside" (m.nothing))`,
  });
  const texts = tests.map(({ name, uses, expectations, place }) => [
    name,
    place.line,
    uses,
    expectations.map((each) => `${each.kind} ${each.name}`),
  ]);
  expect(texts).toEqual([
    [undefined, 4, ['m.g'], ['expect-that inside']],
    ['again', 7, ['m.f'], ['expect four']],
    [undefined, 10, [], ['expect-failure outside']],
  ]);
  expect(files.map(({ path, loads }) => [path, loads])).toEqual([
    ['m.pact', []],
    ['set-up.repl', ['m.pact']],
    ['test.repl', ['set-up.repl']],
  ]);
});

test('a file that is loaded from several scripts is listed once, under one path', () => {
  const { modules, files } = indexFiles({
    'm.pact': '(module m G (defcap G () true))',
    'a/a.repl': '(load "../m.pact")',
    'a/b.repl': '(load "../m.pact")',
  });
  expect(modules).toHaveLength(1);
  expect(files.map(({ path }) => path)).toEqual(['a/a.repl', 'a/b.repl', 'm.pact']);
});

test('nothing', () => {
  expect(indexFiles({ 'a.pact': '' })).toMatchObject({ modules: [], loadOrder: [], tests: [] });
  expect(indexFiles({}).files).toEqual([]);
});

test('a chain of modules that is longer than a stack', () => {
  const count = 12_000;
  const nodes = Array.from({ length: count }, (_, i) => ({
    name: `m${i}`,
    dependencies: i + 1 < count ? [`m${i + 1}`] : [],
  }));
  expect(loadOrder(nodes).order.at(-1)).toBe('m0');
});
