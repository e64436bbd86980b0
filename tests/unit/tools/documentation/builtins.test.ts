// The reference of builtins lists each builtin once.
import { expect, test } from 'vitest';
import { filesUnder, read } from '../../../support/project-files.ts';
import { builtinSets } from '../../../../src/tools/repl/builtins/index.ts';

test('every builtin is documented once', () => {
  const { core, repl, legacy } = builtinSets;
  const names = [...core.all, ...repl.all, ...legacy.all].map(({ name }) => name);
  const pages = filesUnder(['docs/builtins'], /\.md$/).filter(
    (path) => !path.endsWith('README.md'),
  );
  const headings = pages.flatMap((path) =>
    [...read(path).matchAll(/^## `+ ?(.+?) ?`+$/gm)].map(([, name]) => name),
  );
  expect(headings.sort()).toEqual(names.sort());
});
