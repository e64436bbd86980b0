// Words that no file may contain: unfinished work without an issue, and paths of one machine.
import { expect, test } from 'vitest';
import { projectFiles, read } from '../support/project-files.ts';

const text = projectFiles.filter((path) =>
  /\.(ts|mjs|js|json|md|pact|repl|yaml|yml|sh)$|^\.ci\//.test(path),
);

// Written so that this file does not contain what it looks for.
const forbidden: readonly (readonly [string, RegExp])[] = [
  ['work left open without the number of its issue, as in TO' + 'DO(#12)', /\bTODO\b(?!\(#\d+\))/],
  ['a note that something must be mended first', new RegExp(`\\bFIXME\\b`)],
  ['a path of one machine', /(^|[\s"'`(=])\/(work|root|home)\//m],
];

test.each(forbidden)('no file contains %s', (_, pattern) => {
  const self = 'tests/architecture/words.test.ts';
  expect(text.filter((path) => path !== self && pattern.test(read(path)))).toEqual([]);
});
