// Shortens paths, and leaves those that must stay as they are.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pathBelow, plainPath } from '../../../../src/apps/cli/paths.ts';
import { folderWith } from '../../../support/command.ts';
import { root } from '../../../support/project-files.ts';

const { path, remove } = folderWith({ 'a/b/c.pact': '1', 'c.pact': '2', 'a/c.pact': '3' });
mkdirSync(join(path, 'far/away'), { recursive: true });
if (process.platform !== 'win32') symlinkSync(join(path, 'a/b'), join(path, 'link'));
afterAll(remove);

test.each([
  ['src/../package.json', 'package.json'],
  ['./src//index.ts', 'src/index.ts'],
  ['src/./../src/missing.ts', 'src/missing.ts'],
  [join(root, 'src/index.ts'), 'src/index.ts'],
  ['src/index.ts', 'src/index.ts'],
  ['src/..', 'src/..'],
  ['src/index.ts/', 'src/index.ts/'],
  ['missing/../package.json', 'missing/../package.json'],
  ['', ''],
  ['zero\u0000/../package.json', 'zero\u0000/../package.json'],
  ['__proto__', '__proto__'],
  ['./...odd', '...odd'],
])('%j is %j', (written, plain) => {
  expect(plainPath(written)).toBe(plain);
});

test('paths outside the folder stay absolute or relative', () => {
  expect(plainPath(join(path, 'far/away/../../c.pact'))).toBe(join(path, 'c.pact'));
  const upwards = relative(root, path).replaceAll('\\', '/');
  expect(plainPath(`${upwards}/far/../c.pact`)).toBe(`${upwards}/c.pact`);
  expect(pathBelow(path)).toBeUndefined();
  expect(pathBelow(root)).toBeUndefined();
});

test.runIf(process.platform !== 'win32')('after a link, `..` is a different folder', () => {
  const written = `${path}/link/../c.pact`;
  expect(plainPath(written)).toBe(written);
  expect(plainPath(`${path}/link/./c.pact`)).toBe(`${path}/link/c.pact`);
});
