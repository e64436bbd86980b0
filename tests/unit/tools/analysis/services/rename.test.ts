// Renaming: `$0` is the cursor.

import { describe, expect, it } from 'vitest';
import { applyEdits, prepareRename } from '../../../../../src/tools/analysis/services/rename.ts';
import { atCursor, renameAt } from '../../../../support/workspace.ts';

type Given = Parameters<typeof atCursor>[0];

/** Returns the files after the rename, or the reason for refusing it. */
function rename(given: Given, newName: string): Readonly<Record<string, string>> | string {
  const { snapshot, path, offset } = atCursor(given);
  const answer = renameAt(snapshot, path, offset, newName);
  if (answer.kind === 'refused') return answer.reason;
  return Object.fromEntries(
    [...answer.files].map(([file, edits]) => [
      file,
      applyEdits(snapshot.document(file)?.text ?? '', edits),
    ]),
  );
}

const renamed = (text: string, newName: string): string => {
  const answer = rename(text, newName);
  return typeof answer === 'string' ? answer : (answer['a.pact'] ?? '');
};

describe('rename', () => {
  it('renames a function from its definition and from its uses', () => {
    const text = `(module rename-test G
  (defcap G () true)
  (defun first (a:integer b:integer) a)
  (defun second (a:integer) (first a a))
  (defun third (a:integer) (second a) (second a)))`;
    const expected = text.replaceAll('second', 'new-def');
    expect(renamed(text.replace('second', 's$0econd'), 'new-def')).toBe(expected);
    expect(renamed(text.replace('(second a)', '(second$0 a)'), 'new-def')).toBe(expected);
  });

  it('leaves other names with the same spelling unchanged', () => {
    const text = `(module m G (defcap G () true)
  (defun $0f (x) x)
  (defun g (f) (+ f 1))
  (defun h () (f (let ((f 2)) f))))`;
    expect(renamed(text, 'k')).toBe(`(module m G (defcap G () true)
  (defun k (x) x)
  (defun g (f) (+ f 1))
  (defun h () (k (let ((f 2)) f))))`);
  });

  it('renames in all files, after a module and in an import', () => {
    const files = {
      'a.pact': '(module m G (defcap G () true) (defun f (x) x))',
      'b.pact': '(module n G (use m [f]) (defcap G () true) (defun g () (f (m.f 1))))',
      'c.repl': '(load "a.pact")\n(load "b.pact")\n(m.f$0 1)',
    };
    expect(rename(files, 'same')).toEqual({
      'a.pact': '(module m G (defcap G () true) (defun same (x) x))',
      'b.pact': '(module n G (use m [same]) (defcap G () true) (defun g () (same (m.same 1))))',
      'c.repl': '(load "a.pact")\n(load "b.pact")\n(m.same 1)',
    });
  });

  it('renames a module with every qualified name', () => {
    const files = {
      'a.repl': `(namespace 'n)
(module $0m G (defcap G () true) (defun f (x) x))
(module o G (use n.m) (defcap G () true) (defun g () (n.m.f 1)))
(m.f 1)`,
    };
    expect(rename(files, 'p')).toEqual({
      'a.repl': `(namespace 'n)
(module p G (defcap G () true) (defun f (x) x))
(module o G (use n.p) (defcap G () true) (defun g () (n.p.f 1)))
(p.f 1)`,
    });
  });

  it('renames a field in strings and symbols', () => {
    const text = `(module m G (defcap G () true) (defschema s $0a:integer) (deftable t:{s})
  (defun f (k) (with-read t k { "a" := a } (update t k { 'a: (+ a 1) }))))`;
    expect(renamed(text, 'total')).toBe(
      `(module m G (defcap G () true) (defschema s total:integer) (deftable t:{s})
  (defun f (k) (with-read t k { "total" := a } (update t k { 'total: (+ a 1) }))))`,
    );
  });

  it('renames a field in the arguments and results of a select', () => {
    const text = (note: string) => `(module m G (defcap G () true)
  (defschema s ${note}:string) (deftable t:{s})
  (defun a () (select t ['${note}] (and? (where '${note} (= "x")) (where "${note}" (!= "y")))))
  (defun b () (select t (lambda (row) (= "x" (at '${note} row))))))`;
    expect(renamed(text('no$0te').replaceAll(/(?<!schema s )no\$0te/g, 'note'), 'memo')).toBe(
      text('memo'),
    );
  });

  it('renames a field of an object within an object', () => {
    const text = (note: string) => `(module m G (defcap G () true)
  (defschema in ${note}:string) (defschema out inner:object{in}) (deftable t:{out})
  (defun a (o:object{out}) (at '${note} (at 'inner o)))
  (defun b () (with-read t "k" { "inner" := i } (at '${note} i))))`;
    expect(renamed(text('no$0te').replaceAll(/(?<!schema in )no\$0te/g, 'note'), 'memo')).toBe(
      text('memo'),
    );
  });

  it('renames parameters, fields and constants in models, but not what these bind', () => {
    const plain = `(module m G
  @model [(defproperty small (id:integer) (< id MOST))]
  (defcap G () true) (defconst MOST 5)
  (defschema s @model [(invariant (>= sum 0))] sum:integer)
  (defun f (id:integer) @model [(property (forall (sum:integer) (> sum id)))] id))`;
    expect(renamed(plain.replace('f (id', 'f (i$0d'), 'key')).toBe(
      plain.replace('f (id', 'f (key').replace('> sum id', '> sum key').replace('] id)', '] key)'),
    );
    expect(renamed(plain.replace('] sum', '] s$0um'), 'total')).toBe(
      plain.replace('>= sum', '>= total').replace('] sum', '] total'),
    );
    expect(renamed(plain.replace('defconst MOST', 'defconst M$0OST'), 'TOP')).toBe(
      plain.replaceAll('MOST', 'TOP'),
    );
  });

  it('renames after a module that a variable or a field holds', () => {
    const given = {
      'a.pact':
        '(interface i (defun f$0:bool ()))\n(module n G (defcap G () true) (implements i) (defun f:bool () true))',
      'b.pact': `(module m G (defcap G () true) (defschema s ref:module{i}) (deftable t:{s})
  (defun g () (let ((x n)) (x::f)))
  (defun h () (with-read t "k" { "ref" := y } (let ((z y)) (z::f)))))`,
      'c.repl': '(load "a.pact")\n(load "b.pact")\n(let ((w n)) (w::f))',
    };
    expect(rename(given, 'same')).toEqual({
      'a.pact': given['a.pact'].replace('f$0', 'same').replace('defun f', 'defun same'),
      'b.pact': given['b.pact'].replaceAll('::f', '::same'),
      'c.repl': given['c.repl'].replace('::f', '::same'),
    });
  });

  it('renames a member of an interface together with its implementations', () => {
    const text = `(interface i (defun f:string (who:string)))
(module a G (implements i) (defcap G () true) (defun $0f:string (who:string) who))
(module b G (implements i) (defcap G () true) (defun f:string (who:string) who)
  (defun g (r:module{i}) (r::f "x")))`;
    expect(renamed(text, 'name')).toBe(
      text
        .replace('$0', '')
        .replaceAll(/\bf:string/g, 'name:string')
        .replace('::f', '::name'),
    );
    const parameter = text.replace('$0', '').replace('(who:', '($0who:');
    expect(renamed(parameter, 'person')).toBe(text.replace('$0', '').replaceAll('who', 'person'));
  });

  it.each([
    [
      'a builtin',
      '(module m G (defcap G () true) (defun f (x) (+$0 x 1)))',
      'part of the language',
    ],
    [
      'a special form',
      '(module m G (defcap G () true) (defun f (x) (i$0f x 1 2)))',
      'part of the language',
    ],
    ['nothing', '(module m G (defcap G () true)) $0', 'no name here'],
    ['a keyset', `(module m 'k$0 (defun f () 1))`, 'stored on the chain'],
  ])('refuses %s', (_, text, reason) => {
    expect(rename(text, 'new')).toContain(reason);
  });

  it.each([
    ['no name', '1x', 'not a valid Pact name'],
    ['two words', 'a b', 'not a valid Pact name'],
    ['a word of the language', 'let', 'not a valid Pact name'],
    ['a builtin', 'length', 'part of the language'],
    ['a special form', 'with-capability', 'part of the language'],
    ['a definition of the module', 'g', 'would cause an error in a.pact: Duplicate'],
    ['a variable that would hide it', 'x', 'already in use'],
  ])('refuses a new name that is %s', (_, name, reason) => {
    const text = '(module m G (defcap G () true) (defun $0f (y) y) (defun g (x) (f x)))';
    expect(rename(text, name)).toContain(reason);
  });

  it('gives the old text when it is renamed back', () => {
    const text = `(module m G (defcap G () true) (defconst LIMIT 10)
  (defun f (x) (enforce (< x LIMIT) "too much"))
  (defun g () (map (f) [LIMIT 2])))`;
    for (const name of ['LIMIT', 'f', 'g', 'm', 'x']) {
      const there = renamed(text.replace(new RegExp(`\\b${name}\\b`), `$0${name}`), 'other');
      const back = renamed(there.replace(/\bother\b/, '$0other'), name);
      expect(back).toBe(text);
    }
  });

  it('returns what is going to be renamed', () => {
    const { snapshot, path, offset } = atCursor({
      'a.repl': "(namespace 'n)\n(module m G (defcap G () true))\n(describe-module 'x)\nn.$0m",
    });
    expect(prepareRename(snapshot, path, offset)).toMatchObject({ kind: 'prepared', name: 'm' });
  });
});
