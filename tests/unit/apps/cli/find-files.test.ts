import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFiles } from '../../../../src/apps/cli/files.ts';
import { folderWith } from '../../../support/command.ts';

const folder = folderWith({
  'b.pact': '',
  'a.repl': '',
  'notes.txt': '',
  'lib/c.pact': '',
  'lib/B.pact': '',
  '.hidden/d.pact': '',
  'node_modules/x/e.pact': '',
  'empty/.keep': '',
});
afterAll(folder.remove);
symlinkSync('..', join(folder.path, 'lib/up'));

const found = (...paths: readonly string[]) => {
  const { files, faults } = findFiles(paths.map((path) => join(folder.path, path)));
  return {
    files: files.map((file) => relative(folder.path, file)),
    faults: faults.map((fault) => fault.replaceAll(folder.path, '.')),
  };
};

test('a folder is searched in code-point order, without hidden folders, packages and links', () => {
  expect(found('')).toEqual({
    files: ['a.repl', 'b.pact', 'lib/B.pact', 'lib/c.pact'],
    faults: [],
  });
});

test('a named file counts whatever its name, and once', () => {
  expect(found('notes.txt', 'b.pact', '')).toEqual({
    files: ['notes.txt', 'b.pact', 'a.repl', 'lib/B.pact', 'lib/c.pact'],
    faults: [],
  });
});

test('missing files are reported, empty folders are not', () => {
  expect(found('none', 'empty')).toEqual({
    files: [],
    faults: ['cannot read ./none: there is no such file'],
  });
});
