import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFiles } from '../../../../src/apps/cli/files.ts';
import { filesOfModule } from '../../../../src/apps/cli/project/find-module.ts';
import { folderWith } from '../../../support/command.ts';

const folder = folderWith({
  'a.repl': '(module token G (defcap G () true))',
  'b.pact': '; (modules token)\n(namespace "free")\n(interface token (defun f ()))\n',
  'c.pact': '(module token2 G (defcap G () true))\n(token.f)',
  'd.pact': '(module t$ G (defcap G () true))',
});
afterAll(folder.remove);
const near = join(folder.path, 'start.repl');
const found = (name: string) =>
  filesOfModule(name, near).map(
    ({ path, line }) => `${path.slice(folder.path.length + 1)}:${line}`,
  );

test('contracts come first, and namespaces are not compared', () => {
  expect(found('token')).toEqual(['b.pact:3', 'a.repl:1']);
  expect(found('free.token')).toEqual(['b.pact:3', 'a.repl:1']);
});

test('names are compared whole, and letter by letter', () => {
  expect(found('toke')).toEqual([]);
  expect(found('t$')).toEqual(['d.pact:1']);
  expect(found('t.')).toEqual([]);
});

test('a search ends after this many files', () => {
  expect(findFiles([folder.path], ['.pact', '.repl'], 2).files).toHaveLength(2);
});
