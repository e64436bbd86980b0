// Finds the tests of a file: those that import it, directly or indirectly, nearest first.
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** Broad tests: they find what the tests of one room miss. */
const broad = [
  'tests/conformance/scripts.test.ts',
  'tests/conformance/regressions.test.ts',
  'tests/unit/tools/repl/examples.test.ts',
  'tests/unit/lang/gas/checked-milligas.test.ts',
];

export function testsByNearness(root) {
  const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout.split('\n');
  const importers = new Map();
  for (const file of files.filter((each) => /^(src|lsp|grammar|tests)\//.test(each))) {
    for (const to of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      importers.set(to, [...(importers.get(to) ?? []), file]);
    }
  }
  const ends = files.filter((file) => /^tests\/e2e\/.*\.test\.ts$/.test(file));
  return {
    /** Tests that run in the Vitest process. */
    inProcess: (file) => {
      const reached = distances(importers, file);
      const tests = [...reached.keys()].filter((each) => isTest(each));
      const place = (test) => (reached.get(test) ?? 0) * 10 - likeness(test, file);
      tests.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
      const first = tests.slice(0, 12);
      const wide = broad.filter((test) => reached.has(test) && !first.includes(test));
      const rest = tests.filter((test) => !first.includes(test) && !wide.includes(test));
      return [...first, ...wide, ...rest];
    },
    /** End-to-end tests whose names resemble the path of a file most. */
    ofCommand: (file) =>
      ends
        .map((test) => ({ test, like: commonWords(test, file) }))
        .filter(({ like }) => like > 0)
        .sort((a, b) => b.like - a.like || (a.test < b.test ? -1 : 1))
        .map(({ test }) => test),
  };
}

const isTest = (file) =>
  file.endsWith('.test.ts') && !/^tests\/(architecture|e2e|perf)\//.test(file);

/** Files that import a file, with the number of imports on the shortest path. */
function distances(importers, start) {
  const found = new Map([[start, 0]]);
  for (const [file, distance] of found) {
    for (const importer of importers.get(file) ?? []) {
      if (!found.has(importer)) found.set(importer, distance + 1);
    }
  }
  return found;
}

function importsOf(file, text) {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const imported = importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(file), fileName));
  return [...imported, ...bundledBy(file, text)];
}

/** Sources that a test bundles, as paths from the root. */
function bundledBy(file, text) {
  if (!file.startsWith('tests/')) return [];
  const paths = text.matchAll(/['"`](?:\.\/)?((?:src|lsp|grammar)\/[\w./-]+\.ts)/g);
  return [...paths].map(([, path]) => path);
}

/** Scores how many folders a test's path shares with the file, and whether the names are alike. */
function likeness(test, file) {
  const folders = dirname(test)
    .replace(/^tests\/unit\//, 'src/')
    .replace(/^src\/lsp/, 'lsp')
    .split('/');
  const own = dirname(file).split('/');
  let same = 0;
  while (same < own.length && own[same] === folders[same]) same++;
  const isNamesake = basename(test, '.test.ts') === basename(file, '.ts');
  return same * 6 + (isNamesake ? 60 : 0);
}

function commonWords(test, file) {
  const words = new Set(file.replace(/\.ts$/, '').split(/[/-]/));
  return basename(test, '.test.ts')
    .split('-')
    .filter((word) => words.has(word)).length;
}
