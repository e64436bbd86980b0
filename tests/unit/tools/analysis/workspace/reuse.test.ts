// Counts what the workspace analyses again after an edit, and checks that reused results are never out of date.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkProject } from '../../../../../src/tools/analysis/check/check-project.ts';
import type { Diagnostic } from '../../../../../src/tools/analysis/check/diagnostics.ts';
import type { Workspace } from '../../../../../src/tools/analysis/workspace/workspace.ts';
import { projectOf } from '../../../../support/check-files.ts';
import { workspaceOf } from '../../../../support/workspace.ts';

const bank = `(module bank G
  (defcap G () true)
  (defun low (x:integer) (+ x 1))
  (defun middle (x) (low x))
  (defun high (x) (middle x))
  (defun other (x:integer) (* x 2))
  (defun apart (y:integer) (other y)))`;

const files = {
  'bank.pact': bank,
  'shop.pact': '(module shop G (defcap G () true) (defun buy () (bank.high 1)))',
  'mall.pact': '(module mall G (defcap G () true) (defun open () (shop.buy)))',
  'all.repl': '(load "bank.pact")\n(load "shop.pact")\n(load "mall.pact")\n(mall.open)',
};

/** Returns what an edit made the workspace analyse, after everything was analysed once. */
function workOf(change: (text: string) => string): { modules: number; definitions: number } {
  const workspace = workspaceOf(files);
  analyseAll(workspace);
  const before = workspace.work;
  workspace.put('bank.pact', 1, change(bank));
  analyseAll(workspace);
  const { modules, definitions } = workspace.work;
  return { modules: modules - before.modules, definitions: definitions - before.definitions };
}

function analyseAll(workspace: Workspace): void {
  const snapshot = workspace.snapshot();
  for (const path of snapshot.files()) snapshot.analysis(path);
}

describe('after an edit', () => {
  it('infers the changed function, but not those that use it', () => {
    expect(workOf((text) => text.replace('(+ x 1)', '(+ x 2)'))).toEqual({
      modules: 1,
      definitions: 1,
    });
  });

  it('infers what depends on a type that changed, as far as types change', () => {
    expect(workOf((text) => text.replace('(+ x 1)', '(format "{}" [x])'))).toEqual({
      // bank, shop, mall: the interface of each changes.
      modules: 3,
      // low, middle, high; buy; open.
      definitions: 5,
    });
  });

  it('stops at a module whose interface did not change', () => {
    const hidden = (text: string): string =>
      text
        .replace('(x:integer) (* x 2)', '(x:integer z:integer) (* x z)')
        .replace('(other y)', '(other y y)');
    // Parameters are visible: shop is resolved and checked again, mall is not. In bank only two functions are.
    expect(workOf(hidden)).toEqual({ modules: 2, definitions: 3 });
  });

  it.each([
    ['a comment', (text: string) => `; comment\n${text}`],
    ['blanks', (text: string) => text.replace('(defun middle', '\n\n\n(defun middle')],
  ])('infers nothing for %s', (_, change) => {
    expect(workOf(change)).toEqual({ modules: 1, definitions: 0 });
  });

  it('does nothing for a file that is not loaded', () => {
    const workspace = workspaceOf({ ...files, 'alone.repl': '(+ 1 2)' });
    analyseAll(workspace);
    const before = workspace.work;
    workspace.put('alone.repl', 1, '(+ 1 3)');
    analyseAll(workspace);
    expect(workspace.work).toEqual(before);
  });
});

describe('what is kept', () => {
  const snippets = [
    '(defun low (x:integer) (+ x 1))',
    '(defun low (x:string) (+ x "1"))',
    '(defun high (x) (unknown x))',
    '(defun high (x) (middle x x))',
    '(defun extra () (low 1))',
    '(defschema row a:integer)',
    '(deftable rows:{row})',
    '(defun read-row (k) (at "a" (read rows k)))',
    '(defun list-of (xs:list) (map (low) xs))',
    '(defconst LIMIT 10)',
    '(implements counted)',
    '(defun (',
    ')',
  ];
  const module = fc
    .tuple(fc.constantFrom('bank', 'shop', 'other'), fc.shuffledSubarray(snippets))
    .map(([name, parts]) => `(module ${name} G (defcap G () true) ${parts.join('\n  ')})`);
  const script = fc
    .shuffledSubarray([
      '(load "bank.pact")',
      '(load "shop.pact")',
      '(begin-tx)',
      '(rollback-tx)',
      '(bank.low 1)',
      '(defun f () (bank.low 1))',
      '(interface counted (defun low (x:integer)))',
      '(f)',
    ])
    .map((parts) => parts.join('\n'));
  const edit = fc.oneof(
    fc.record({ path: fc.constantFrom('bank.pact', 'shop.pact'), text: module }),
    fc.record({ path: fc.constantFrom('all.repl', 'b.repl'), text: script }),
  );

  /** The error of a missing member shows the place in the interface, which is that of the file loaded now. */
  const counted = '(interface counted (defun low (x:integer)))';
  const sameInterfaceTwice = [
    { path: 'b.repl', text: counted },
    { path: 'all.repl', text: `(load "shop.pact")\n${counted}` },
    { path: 'bank.pact', text: '(module bank G (defcap G () true) (implements counted))' },
    { path: 'bank.pact', text: '(module bank G (defcap G () true) )' },
  ];

  it('equals a check of the same files', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
        const texts: Record<string, string> = { ...files, 'b.repl': '' };
        const workspace = workspaceOf(texts);
        edits.forEach(({ path, text }, version) => {
          texts[path] = text;
          workspace.put(path, version, text);
          const snapshot = workspace.snapshot();
          const kept = Object.keys(texts).flatMap((each) =>
            linesOf(snapshot.analysis(each).diagnostics),
          );
          const project = checkProject(Object.keys(texts), projectOf(texts));
          expect(kept.sort()).toEqual([...linesOf(project.diagnostics)].sort());
        });
      }),
      { numRuns: 15, examples: [[sameInterfaceTwice]] },
    );
  });
});

const linesOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ severity, error }) => {
    const { source, start, end } = error.span;
    const related = error.related.map(({ label, span }) => `${label} ${span.start}`).join(', ');
    return `${source.name}:${start}-${end} ${severity} ${error.code} ${error.message} ${related}`;
  });
