import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { identifyFile, readSourceFile } from '../../../../src/apps/cli/files.ts';
import { folderWith } from '../../../support/command.ts';

const { path, remove } = folderWith({
  'a.repl': '1',
  'empty.repl': '',
  'binary.repl': Uint8Array.of(0xff, 0xfe, 0x00),
  'latin.repl': Uint8Array.of(0xe9),
  'folder/x': '',
});
symlinkSync('loop', join(path, 'loop'));
symlinkSync('a.repl', join(path, 'link.repl'));
afterAll(remove);

test.each([
  ['a.repl', '1'],
  ['empty.repl', ''],
  ['link.repl', '1'],
])('%s is read', (name, text) => {
  expect(readSourceFile(join(path, name))).toEqual({ kind: 'text', text });
});

test.each([
  ['none.repl', 'there is no such file'],
  ['folder', 'it is a directory'],
  ['a.repl/x', 'a part of the path is not a directory'],
  ['binary.repl', 'it is not UTF-8 text'],
  ['latin.repl', 'it is not UTF-8 text'],
  ['loop', 'its links form a loop'],
  ['x'.repeat(300), 'its name is too long'],
  ['a\0b', 'its name has a zero byte'],
  ['../../../../../../dev/null', 'it is not a regular file'],
])('%s is refused', (name, reason) => {
  const file = name.startsWith('../../') ? '/dev/null' : `${path}/${name}`;
  expect(readSourceFile(file)).toEqual({ kind: 'failure', reason });
});

test('a link has the identity of its file', () => {
  expect(identifyFile(join(path, 'link.repl'))).toBe(identifyFile(join(path, 'a.repl')));
  expect(identifyFile('none')).toBe('none');
});
