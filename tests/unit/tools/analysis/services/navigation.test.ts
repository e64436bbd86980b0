// Definition, type definition, implementation, references, highlights: `$0` is the cursor.

import { describe, expect, it } from 'vitest';
import {
  definitionAt,
  highlightsAt,
} from '../../../../../src/tools/analysis/services/references.ts';
import {
  implementationsAt,
  typeDefinitionsAt,
} from '../../../../../src/tools/analysis/services/implementations.ts';
import { atCursor, referencesAt } from '../../../../support/workspace.ts';

type Given = Parameters<typeof atCursor>[0];

const bank = `(interface payable (defun pay:string (who:string)))
(module bank G
  (implements payable)
  (defcap G () true)
  (defschema account balance:decimal)
  (deftable accounts:{account})
  (defun pay:string (who:string) (at 'balance (read accounts who)) who)
  (defun twice (who) (pay who) (pay who)))`;

/** `path:line text of the name` */
function definitions(given: Given): readonly string[] {
  const { snapshot, path, offset } = atCursor(given);
  return definitionAt(snapshot, path, offset).map((each) => where(snapshot, each));
}

function where(
  snapshot: ReturnType<typeof atCursor>['snapshot'],
  { path, nameSpan }: { path: string; nameSpan: { start: number; end: number } },
): string {
  const document = snapshot.document(path);
  const line = (document?.source.positionAt(nameSpan.start).line ?? -1) + 1;
  return `${path}:${line} ${document?.text.slice(nameSpan.start, nameSpan.end) ?? ''}`.trimEnd();
}

const put = (text: string, before: string, nth = 0): string => {
  let at = -1;
  for (let i = 0; i <= nth; i++) at = text.indexOf(before, at + 1);
  expect(at).not.toBe(-1);
  return `${text.slice(0, at)}$0${text.slice(at)}`;
};

describe('definition', () => {
  it.each([
    ['a function', put(bank, 'pay who'), 'a.pact:7 pay'],
    ['a parameter', put(bank, 'who) (pay'), 'a.pact:8 who'],
    ['a table', put(bank, 'accounts who'), 'a.pact:6 accounts'],
    ['a schema', put(bank, 'account}'), 'a.pact:5 account'],
    ['a field by its name', put(bank, "'balance"), 'a.pact:5 balance'],
    ['an interface', put(bank, 'payable)'), 'a.pact:1 payable'],
    ['governance', put(bank, 'G\n'), 'a.pact:4 G'],
    ['the definition itself', put(bank, 'twice'), 'a.pact:8 twice'],
  ])('finds %s', (_, text, expected) => {
    expect(definitions(text)).toEqual([expected]);
  });

  it('finds the end of a name as well as its beginning', () => {
    expect(definitions(bank.replace('(pay who) (', '(pay$0 who) ('))).toEqual(['a.pact:7 pay']);
  });

  it('finds names of other files in these', () => {
    const files = { 'lib/a.pact': bank, 'b.repl': '(load "lib/a.pact")\n(bank.pa$0y "x")' };
    expect(definitions(files)).toEqual(['lib/a.pact:7 pay']);
  });

  it('leads from a load to the file', () => {
    const files = { 'lib/a.pact': bank, 'b.repl': '(load "lib/$0a.pact")' };
    expect(definitions(files)).toEqual(['lib/a.pact:1']);
  });

  it('finds the version of a module that the script has loaded', () => {
    const files = {
      'v1.pact': '(module m G (defcap G () true) (defun f () 1))',
      'v2.pact': '(module m G (defcap G () true) (defun g () 1) (defun f () 2))',
      'a.repl': '(load "v1.pact")\n(m.f)\n(load "v2.pact")\n(m.f$0)',
    };
    expect(definitions(files)).toEqual(['v2.pact:1 f']);
    const first = { ...files, 'a.repl': '(load "v1.pact")\n(m.f$0)\n(load "v2.pact")\n(m.f)' };
    expect(definitions(first)).toEqual(['v1.pact:1 f']);
  });

  it.each([
    ['a builtin', '(module m G (defcap G () true) (defun f (x) (+$0 x 1)))'],
    ['a comment', '; $0comment\n(module m G (defcap G () true))'],
    ['an unknown name', '(module m G (defcap G () true) (defun f () (unkn$0own)))'],
  ])('finds no definition of %s', (_, text) => {
    expect(definitions(text)).toEqual([]);
  });
});

describe('type definition', () => {
  it.each([
    ['a table has its schema', put(bank, 'accounts who'), 'a.pact:5 account'],
    ['an interface', '(interface i (defun f ()))\n(defun g (x:module{i}) (x$0::f))', 'a.repl:1 i'],
  ])('%s', (_, text, expected) => {
    const path = expected.slice(0, expected.indexOf(':'));
    const { snapshot, offset } = atCursor({ [path]: text });
    const found = typeDefinitionsAt(snapshot, path, offset);
    expect(found.map(({ place }) => place && where(snapshot, place))).toEqual([expected]);
  });
});

describe('implementation', () => {
  it.each([
    ['modules of an interface', put(bank, 'payable (defun'), ['a.pact:2 bank']],
    ['the function of a module', put(bank, 'pay:string'), ['a.pact:7 pay']],
    ['a member of an interface', put(bank, 'pay:string', 1), ['a.pact:1 pay']],
    ['interfaces of a module', put(bank, 'bank G'), ['a.pact:1 payable']],
    ['nothing of others', put(bank, 'twice'), []],
  ])('finds %s', (_, text, expected) => {
    const { snapshot, path, offset } = atCursor(text);
    const found = implementationsAt(snapshot, path, offset);
    expect(found.map(({ place }) => place && where(snapshot, place))).toEqual(expected);
  });
});

describe('references', () => {
  it('finds every use in the project, with its kind', () => {
    const { snapshot, path, offset } = atCursor({
      'a.pact': put(bank, 'accounts:'),
      'b.repl': '(load "a.pact")\n(create-table bank.accounts)\n(let ((accounts 1)) accounts)',
    });
    const found = referencesAt(snapshot, path, offset);
    expect(found.map((each) => `${each.path} ${each.access}`)).toEqual([
      'a.pact definition',
      'a.pact read',
      'b.repl write',
    ]);
    expect(referencesAt(snapshot, path, offset, { withDefinition: false })).toHaveLength(2);
  });

  it('keeps apart variables of the same name', () => {
    const { snapshot, path, offset } = atCursor('(let ((x 1)) (let ((x (+ x$0 1))) (* x x)))');
    expect(referencesAt(snapshot, path, offset)).toHaveLength(2);
  });

  it('finds keysets by their names', () => {
    const { snapshot, path, offset } = atCursor({
      'a.repl': `(define-keyset "n.k$0" (read-keyset "k"))\n(enforce-keyset "n.k")\n(enforce-keyset 'other)`,
    });
    const found = referencesAt(snapshot, path, offset).map(({ access }) => access);
    expect(found).toEqual(['definition', 'read']);
  });
});

describe('highlights', () => {
  it('distinguishes reading from writing', () => {
    const text = `(module m G (defcap G () true) (defschema s a:integer) (deftable t:{s})
      (defun f () (read t "k") (write $0t "k" { "a": 1 })))`;
    const { snapshot, path, offset } = atCursor(text);
    expect(highlightsAt(snapshot, path, offset).map(({ kind }) => kind)).toEqual([
      'write',
      'read',
      'write',
    ]);
  });
});
