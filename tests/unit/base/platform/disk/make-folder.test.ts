import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../../../../src/base/platform/disk/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-make-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('creates a folder and its parents, and leaves an existing one', () => {
  const path = join(folder, 'one', 'two', 'three');
  makeFolder(path, 0o700);
  makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o700);
});

test('names the file that is in the way', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(join(file, 'below'))).toThrow(/ENOTDIR/);
});

test.runIf(existsSync('/proc/self'))('ends where a folder cannot contain others', () => {
  expect(() => makeFolder('/proc/nowhere/below')).toThrow(/ENOENT/);
});
