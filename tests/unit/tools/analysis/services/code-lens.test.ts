// The lenses above forms.
import { expect, test } from 'vitest';
import { codeLensesIn, resolveLens } from '../../../../../src/tools/analysis/services/hints.ts';
import { workspaceOf } from '../../../../support/workspace.ts';

test('scripts are run, debugged and measured, whole or by transaction', () => {
  const text = `(load "m.pact")\n(begin-tx "one")\n(+ 1 2)\n(commit-tx)\n(begin-tx)\n(rollback-tx)`;
  const lenses = codeLensesIn(workspaceOf({ 'a.repl': text, 'm.pact': '' }).snapshot(), 'a.repl');
  const shown = lenses.map(({ title, command, range }) => {
    const given = 'arguments' in command ? command.arguments : {};
    const { range: all } = given as { range?: { start: number; end: number } };
    const form = text.slice(range.start, range.end);
    return [title, command.name, form, all === undefined ? '' : text.slice(all.start, all.end)];
  });
  expect(shown.slice(0, 4)).toEqual([
    ['Run file', 'pact.run', '', ''],
    ['Debug file', 'pact.debug', '', ''],
    ['Gas', 'pact.gas', '', ''],
    ['Run transaction', 'pact.run', '(begin-tx "one")', '(begin-tx "one")\n(+ 1 2)\n(commit-tx)'],
  ]);
  expect(shown).toHaveLength(9);
});

test('references and implementations are counted when a lens is shown', () => {
  const snapshot = workspaceOf({
    'i.pact': '(interface i (defun go:integer ()))',
    'm.pact': '(module m G (defcap G () true) (implements i) (defun go:integer () 1))',
    'a.repl': '(load "i.pact") (load "m.pact") (m.go) (+ (m.go) 1)',
  }).snapshot();
  const counts = (path: string) =>
    codeLensesIn(snapshot, path).map((lens) => {
      const { start, end } = lens.range;
      const name = snapshot.document(path)?.text.slice(start, end);
      return `${name}: ${resolveLens(snapshot, lens)}`;
    });
  expect(counts('m.pact')).toEqual(['m: 2 references', 'G: 1 reference', 'go: 2 references']);
  expect(counts('i.pact')).toEqual([
    'i: 1 reference',
    'i: 1 implementation',
    'go: 0 references',
    'go: 1 implementation',
  ]);
});

test('nothing for a file that does not exist', () => {
  expect(codeLensesIn(workspaceOf({}).snapshot(), 'gone.pact')).toEqual([]);
});

test('functions show the gas of a call in the last run', () => {
  const text = '(module m G (defcap G () true) (defun go () 1) (defun never () 1))';
  const snapshot = workspaceOf({ 'm.pact': text }).snapshot();
  const gas = {
    ofForm: () => undefined,
    ofFunction: (name: string) => (name === 'm.go' ? { calls: 3, gas: 1.5 } : undefined),
  };
  const shown = codeLensesIn(snapshot, 'm.pact', gas)
    .filter(({ command }) => command.name === 'none')
    .map(({ title, range }) => [title, text.slice(range.start, range.end)]);
  expect(shown).toEqual([['1.5 gas per call', 'go']]);
});
