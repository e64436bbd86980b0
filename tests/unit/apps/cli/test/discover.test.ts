// Which scripts of a folder are run.
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { discoverTests } from '../../../../../src/apps/cli/test/discover.ts';
import { folderWith } from '../../../../support/command.ts';

const { path, remove } = folderWith({
  'a.repl': '(load "setup/init.repl") (load "b[1].repl") (expect "x" 1 1)',
  'b[1].repl': '(expect "y" 1 1)',
  'setup/init.repl': '(env-keys [])',
  'setup/unused.repl': '1',
  'c.pact': '1',
  'node_modules/d.repl': '1',
  '.hidden/e.repl': '1',
});
afterAll(remove);

const found = (paths: readonly string[], all = false): ReturnType<typeof discoverTests> =>
  discoverTests(
    paths.map((each) => join(path, each)),
    { all },
  );
const here = (...names: readonly string[]): string[] => names.map((name) => join(path, name));

test('all except those that only prepare others', () => {
  expect(found(['.'])).toEqual({
    files: here('a.repl', 'b[1].repl', 'setup/unused.repl'),
    parts: here('setup/init.repl'),
    faults: [],
  });
});

test('files that only load one another are run, to report that', () => {
  const circle = folderWith({ 'a.repl': '(load "b.repl")', 'b.repl': '(load "a.repl")' });
  expect(discoverTests([circle.path], { all: false })).toEqual({
    files: [join(circle.path, 'a.repl'), join(circle.path, 'b.repl')],
    parts: [],
    faults: [],
  });
  circle.remove();
});

test('all of them if requested', () => {
  expect(found(['.'], true).files).toEqual(
    here('a.repl', 'b[1].repl', 'setup/init.repl', 'setup/unused.repl'),
  );
});

test('named files are run in any case, and once', () => {
  expect(found(['setup/init.repl', 'c.pact', '.', 'a.repl']).files).toEqual(
    here('setup/init.repl', 'c.pact', 'a.repl', 'b[1].repl', 'setup/unused.repl'),
  );
});

test('missing files are reported', () => {
  expect(found(['missing', 'a.repl']).faults).toEqual([
    `cannot read ${join(path, 'missing')}: there is no such file`,
  ]);
});

test('patterns that no shell has expanded', () => {
  expect(found(['*.repl'])).toEqual({
    files: here('a.repl', 'b[1].repl'),
    parts: [],
    faults: [],
  });
  expect(found(['**/*.repl', 'a.repl']).files).toEqual(
    here('a.repl', 'b[1].repl', 'setup/unused.repl'),
  );
  expect(found(['b[?].repl', 'set*/un*.repl']).files).toEqual(
    here('b[1].repl', 'setup/unused.repl'),
  );
  expect(found(['x*.repl']).faults).toEqual([`no .repl file matches ${join(path, 'x*.repl')}`]);
  expect(discoverTests(['./layers.?epl'], { all: false }).faults).toEqual([
    'no .repl file matches ./layers.?epl',
  ]);
});
