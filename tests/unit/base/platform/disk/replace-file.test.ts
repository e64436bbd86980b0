// A file that is replaced as a whole: private, and as it was before where writing fails.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { replaceFile } from '../../../../../src/base/platform/disk/files.ts';

const above = mkdtempSync(join(tmpdir(), 'pact-replace-file-'));
afterAll(() => rmSync(above, { recursive: true }));

const bytes = (text: string): Uint8Array => Buffer.from(text);

test('creates the file and its folder for their owner only, and replaces what was there', () => {
  const folder = join(above, 'one', 'two');
  const path = join(folder, 'file');
  for (const text of ['first', 'second']) {
    replaceFile(path, join(folder, 'part'), bytes(text));
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['file']);
  }
  if (process.platform === 'win32') return;
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('leaves nothing behind where the file cannot be replaced', () => {
  const folder = mkdtempSync(join(above, 'taken-'));
  mkdirSync(join(folder, 'file', 'within'), { recursive: true });
  replaceFile(join(folder, 'file'), join(folder, 'part'), bytes('new'));
  expect(readdirSync(folder)).toEqual(['file']);
  expect(readdirSync(join(folder, 'file'))).toEqual(['within']);
});
