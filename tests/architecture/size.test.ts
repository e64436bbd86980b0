// Limits the size of files, and forbids exceptions from the rules. The linter limits functions (.oxlintrc.json).
import { expect, test } from 'vitest';
import { filesUnder, read } from '../support/project-files.ts';

const maxLines = 400;
const files = filesUnder(['src', 'grammar', 'lsp', 'tests'], /\.(ts|mjs)$/);

test(`no file has more than ${maxLines} lines`, () => {
  expect(files.filter((path) => read(path).split('\n').length - 1 > maxLines)).toEqual([]);
});

test('no comment disables a rule', () => {
  const off = /(^|[^'"`])(\/\/|\/\*)\s*(es|ox)lint/m;
  expect(files.filter((path) => off.test(read(path)))).toEqual([]);
});
