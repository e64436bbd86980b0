// Nothing outside the folder is read, by any path.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { confinedFiles } from '../../../../../src/apps/cli/project/folder-bounds.ts';
import { folderWith } from '../../../../support/command.ts';

const place = folderWith({
  'project/a.pact': 'a',
  'project/sub/b.pact': 'b',
  'project-2/secret': 'secret',
  secret: 'secret',
});
afterAll(place.remove);
const project = join(place.path, 'project');
symlinkSync(join(place.path, 'secret'), join(project, 'link'));
symlinkSync(place.path, join(project, 'up'));
symlinkSync(join(project, 'sub'), join(project, 'inner'));
symlinkSync(join(place.path, 'gone'), join(project, 'dangling'));
mkdirSync(join(place.path, 'linked'));
symlinkSync(project, join(place.path, 'linked/project'));
writeFileSync(join(project, 'late.pact'), 'late');

const { readFile } = confinedFiles(project);
const outside = { kind: 'failure', reason: 'it is outside of the project folder' };
const text = (content: string) => ({ kind: 'text', text: content });

test.each([
  ['a.pact', 'a'],
  ['sub/../a.pact', 'a'],
  ['inner/b.pact', 'b'],
  ['inner/../a.pact', 'a'],
  [join(project, 'sub/b.pact'), 'b'],
  ['late.pact', 'late'],
])('%s is read', (path, content) => {
  expect(readFile(path)).toEqual(text(content));
});

test.each([
  '../secret',
  'sub/../../secret',
  '../project-2/secret',
  'link',
  'up/secret',
  'up/project-2/secret',
  'up/no-such-file',
  '../no-such-file',
  '..',
  '/etc/passwd',
  join(place.path, 'secret'),
  'sub/b.pact/../../../secret',
])('%s is refused, whether it exists or not', (path) => {
  expect(readFile(path)).toEqual(outside);
});

test('a missing file is reported as missing', () => {
  expect(readFile('none.pact')).toEqual({ kind: 'failure', reason: 'there is no such file' });
  expect(readFile('no/folder/none.pact')).toEqual({
    kind: 'failure',
    reason: 'there is no such file',
  });
});

test('a dangling link is not followed', () => {
  expect(readFile('dangling').kind).toBe('failure');
});

test('a zero byte is refused', () => {
  expect(readFile('a.pact\0')).toEqual({ kind: 'failure', reason: 'its name has a zero byte' });
});

test('the folder itself may be reached through a link', () => {
  const linked = confinedFiles(join(place.path, 'linked/project'));
  expect(linked.readFile('a.pact')).toEqual(text('a'));
  expect(linked.readFile('../secret')).toEqual(outside);
  expect(linked.readFile(join(place.path, 'linked/project/a.pact'))).toEqual(text('a'));
});
