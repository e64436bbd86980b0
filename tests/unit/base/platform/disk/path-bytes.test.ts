import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { entriesOf, onDisk, pathOf } from '../../../../../src/base/platform/disk/path-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytesOf = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'number' ? [part] : part)));

test.each([
  bytesOf('plain'),
  bytesOf('é\u{1F600}\ufffd'),
  bytesOf('a', 0xff, 'b'),
  bytesOf(0x80, 0xbf, 0xc0, 0xfe, 0xff),
  // Half a surrogate pair, as bytes: not UTF-8, although it looks like it.
  bytesOf(0xed, 0xb2, 0x80, 'é', 0xf0, 0x9f, 0x98),
])('bytes to a path and back: %j', (bytes) => {
  expect(Buffer.from(onDisk(pathOf(bytes)))).toEqual(bytes);
});

test('a UTF-8 path is left unchanged', () => {
  expect(onDisk('é/\u{1F600}')).toBe('é/\u{1F600}');
  expect(pathOf(bytesOf('é/\u{1F600}'))).toBe('é/\u{1F600}');
});

test.runIf(process.platform === 'linux')('a folder lists names that can be opened', () => {
  mkdirSync(join(folder, 'sub'));
  const name = bytesOf('x', 0xff, '.repl');
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/sub/`), name]), 'text');
  const [entry] = entriesOf(join(folder, 'sub'));
  expect(entry).toEqual({ name: 'x\udcff.repl', isFolder: false });
  expect(readFileSync(onDisk(join(folder, 'sub', entry!.name)), 'utf8')).toBe('text');
});
