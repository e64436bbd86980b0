// The arguments of `load` after files are renamed.
import { expect, test } from 'vitest';
import { renameFiles } from '../../../../../src/tools/analysis/services/loads.ts';
import { applied } from '../../../../support/marked.ts';
import { workspaceOf } from '../../../../support/workspace.ts';

const files = {
  'a.repl':
    '(load "src/m.pact") (load "src/n.pact" true) ; (load "src/m.pact")\n(load "gone.pact")',
  'tests/b.repl': '(begin-tx) (load "../src/m.pact")',
  'src/m.pact': '',
  'src/n.pact': '',
};

function after(renames: readonly { readonly from: string; readonly to: string }[]) {
  const edits = renameFiles(workspaceOf(files).snapshot(), renames);
  return edits.map(({ path, edits: each }) => [
    path,
    applied(files[path as keyof typeof files], each),
  ]);
}

test('a file that is loaded', () => {
  expect(after([{ from: 'src/m.pact', to: 'src/deep/new.pact' }])).toEqual([
    ['a.repl', files['a.repl'].replace('src/m.pact', 'src/deep/new.pact')],
    ['tests/b.repl', '(begin-tx) (load "../src/deep/new.pact")'],
  ]);
});

test('a folder', () => {
  expect(after([{ from: 'src', to: 'contracts' }])).toEqual([
    ['a.repl', files['a.repl'].replace('src/m', 'contracts/m').replace('src/n', 'contracts/n')],
    ['tests/b.repl', '(begin-tx) (load "../contracts/m.pact")'],
  ]);
});

test('a file that loads others', () => {
  expect(after([{ from: 'tests/b.repl', to: 'b.repl' }])).toEqual([
    ['tests/b.repl', '(begin-tx) (load "src/m.pact")'],
  ]);
});

test('nothing if both move together', () => {
  const together = [
    { from: 'tests', to: 'all/tests' },
    { from: 'src', to: 'all/src' },
    { from: 'a.repl', to: 'all/a.repl' },
  ];
  expect(after(together)).toEqual([]);
});
