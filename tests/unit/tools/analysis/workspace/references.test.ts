// The meaning of every name in a file.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CodeSymbol } from '../../../../../src/tools/analysis/workspace/symbols.ts';
import { workspaceOf } from '../../../../support/workspace.ts';

/** `name: kind access -> line of its definition`, without keywords and builtins. */
function referencesIn(files: Readonly<Record<string, string>>, path = 'a.pact'): readonly string[] {
  const snapshot = workspaceOf(files).snapshot();
  const text = files[path] ?? '';
  return snapshot
    .analysis(path)
    .references.filter(({ symbol }) => symbol.kind !== 'special-form')
    .map(({ span, symbol, access }) => {
      const { place } = symbol;
      const file = place === undefined ? undefined : (files[place.path] ?? '');
      const line = file?.slice(0, place?.nameSpan.start).split('\n').length;
      const where = place === undefined ? '' : ` -> ${place.path}:${line}`;
      return `${text.slice(span.start, span.end)}: ${symbol.kind} ${access}${where}`;
    });
}

describe('references', () => {
  it('finds the words of special forms', () => {
    const text = `(module m G (defcap G () true)
  (defun f () (let ((x 1)) (map (lambda (y) (if (= x y) x y)) [1])))
  (defun g () (let* ((x 1)) (cond ((= x 1) 2) 3))))`;
    const { references } = workspaceOf({ 'a.pact': text }).snapshot().analysis('a.pact');
    const words = references
      .filter(({ symbol }) => symbol.kind === 'special-form')
      .map(({ span }) => text.slice(span.start, span.end));
    expect(words).toEqual(expect.arrayContaining(['let', 'lambda', 'if', 'let*', 'cond']));
  });

  it('finds the fields of what a function or a constant holds', () => {
    const text = `(module m G (defcap G () true)
  (defschema account balance:decimal)
  (defun get:object{account} () { "balance": 1.0 })
  (defconst FIRST:object{account} { "balance": 1.0 })
  (defun f () (+ (at "balance" (get)) (at "balance" FIRST))))`;
    const fields = referencesIn({ 'a.pact': text }).filter((each) => each.endsWith('a.pact:2'));
    expect(fields.filter((each) => each.includes(' read '))).toEqual([
      '"balance": field read -> a.pact:2',
      '"balance": field read -> a.pact:2',
    ]);
  });

  it('finds the meaning of every name in a module', () => {
    const text = `(module m G
  (defcap G () true)
  (defschema account balance:decimal)
  (deftable accounts:{account})
  (defconst MINIMUM 1.0)
  (defun pay:string (who:string amount:decimal)
    (with-capability (G)
      (with-read accounts who { "balance" := had }
        (let ((now (+ had amount)))
          (enforce (> now MINIMUM) "poor")
          (update accounts who { "balance": now }))))))`;
    expect(referencesIn({ 'a.pact': text })).toEqual([
      'm: module definition -> a.pact:1',
      'G: capability read -> a.pact:2',
      'G: capability definition -> a.pact:2',
      'account: schema definition -> a.pact:3',
      'balance: field definition -> a.pact:3',
      'accounts: table definition -> a.pact:4',
      'account: schema type -> a.pact:3',
      'MINIMUM: constant definition -> a.pact:5',
      'pay: function definition -> a.pact:6',
      'who: parameter definition -> a.pact:6',
      'amount: parameter definition -> a.pact:6',
      'G: capability call -> a.pact:2',
      'with-read: builtin call',
      'accounts: table read -> a.pact:4',
      'who: parameter read -> a.pact:6',
      '"balance": field read -> a.pact:3',
      'had: local definition -> a.pact:8',
      'now: local definition -> a.pact:9',
      '+: builtin call',
      'had: local read -> a.pact:8',
      'amount: parameter read -> a.pact:6',
      '>: builtin call',
      'now: local read -> a.pact:9',
      'MINIMUM: constant read -> a.pact:5',
      'update: builtin call',
      'accounts: table write -> a.pact:4',
      'who: parameter read -> a.pact:6',
      '"balance": field write -> a.pact:3',
      'now: local read -> a.pact:9',
    ]);
  });

  it('follows names into other files', () => {
    const files = {
      'a.pact': '(module m G (defcap G () true) (defun f (x) x))',
      'b.pact': `(interface i (defun g (x:integer)))
(module n G (use m [f]) (implements i)
  (defcap G () true)
  (defun g (x:integer) (m.f (f x)))
  (defun h (r:module{i}) (r::g 1)))`,
      'c.repl': '(load "a.pact")\n(load "./b.pact")\n(n.h n)',
    };
    expect(referencesIn(files, 'b.pact').slice(3)).toEqual([
      'n: module definition -> b.pact:2',
      'G: capability read -> b.pact:3',
      'm: module import -> a.pact:1',
      'f: function import -> a.pact:1',
      'i: interface implement -> b.pact:1',
      'G: capability definition -> b.pact:3',
      'g: function definition -> b.pact:4',
      'x: parameter definition -> b.pact:4',
      'm: module qualifier -> a.pact:1',
      'f: function call -> a.pact:1',
      'f: function call -> a.pact:1',
      'x: parameter read -> b.pact:4',
      'h: function definition -> b.pact:5',
      'r: parameter definition -> b.pact:5',
      'i: interface type -> b.pact:1',
      'r: parameter read -> b.pact:5',
      'g: function call -> b.pact:1',
    ]);
    expect(referencesIn(files, 'c.repl')).toEqual([
      'load: builtin call',
      'load: builtin call',
      'n: module qualifier -> b.pact:2',
      'h: function call -> b.pact:5',
      'n: module read -> b.pact:2',
    ]);
  });

  it('still knows names if a definition is faulty', () => {
    const text = `(module m G
  (defcap G () true)
  (defun f (x y) (g x (unknown y) (enforce)))
  (defun g (z) z`;
    expect(referencesIn({ 'a.pact': text })).toEqual(
      expect.arrayContaining([
        'x: parameter read -> a.pact:3',
        'y: parameter read -> a.pact:3',
        'f: function definition -> a.pact:3',
      ]),
    );
  });

  it('keeps old snapshots unchanged', () => {
    const workspace = workspaceOf({ 'a.pact': '(module m G (defcap G () true))' });
    const before = workspace.snapshot();
    workspace.put('a.pact', 1, '(module other G (defcap G () true) (defun f () (g)))');
    const after = workspace.snapshot();
    const modules = (snapshot: typeof before) =>
      snapshot.analysis('a.pact').definitions.filter(({ kind }) => kind === 'module');
    expect(modules(before).map(symbolKey)).toEqual(['a.pact:8']);
    expect(modules(before).map(({ name }) => name)).toEqual(['m']);
    expect(modules(after).map(({ name }) => name)).toEqual(['other']);
    expect(after.analysis('a.pact').diagnostics.map(({ error }) => error.code)).toHaveLength(1);
    expect(before.analysis('a.pact').diagnostics).toEqual([]);
  });
});

describe('a part of the references', () => {
  const contracts = readdirSync('stdlib', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.pact'))
    .map((path) => [path, readFileSync(`stdlib/${path}`, 'utf8')] as const);

  it.each(contracts)('of %s equals the result of a full search', (path, text) => {
    const all = workspaceOf({ [path]: text })
      .snapshot()
      .analysis(path).references;
    const analysis = workspaceOf({ [path]: text })
      .snapshot()
      .analysis(path);
    for (const { span, symbol, access } of all) {
      expect(analysis.referenceAt(span.end)).toMatchObject({ span, access });
      const same = all.filter((each) => symbolKey(each.symbol) === symbolKey(symbol));
      expect(analysis.referencesTo(symbol).length).toBe(same.length);
    }
  });
});

/** Returns a string that is equal for references to the same thing. */
function symbolKey({ kind, name, module, place }: CodeSymbol): string {
  if (place !== undefined) return `${place.path}:${place.nameSpan.start}`;
  return `${kind} ${module === undefined ? name : `${module}.${name}`}`;
}
