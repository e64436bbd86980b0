// Standard modules from the command: `pact FILE`, `pact test` with and without kept states, and as files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const script = `(load "pact:devnet")
(begin-tx "accounts")
(expect "sender00 has coins" 100000000.0 (coin.get-balance "sender00"))
(commit-tx)
`;
const folder = folderWith({ 'a.repl': script });
afterAll(() => folder.remove());
const run = (...args: readonly string[]) => runCommand(args, { cwd: folder.path });

test('a script, its tests and its check know them without files', () => {
  expect(run('a.repl')).toMatchObject({ status: 0, stderr: '' });
  for (const args of [['test'], ['test', '-k'], ['test', '-k'], ['check']]) {
    expect(run(...args), args.join(' ')).toMatchObject({ status: 0, stderr: '' });
  }
  expect(run('test', '--coverage').stdout).not.toContain('coin.pact');
  expect(run('index').stdout).toBe('There are no modules.\n');
});

test('pact require --stdlib writes them as files, which mean the same', () => {
  expect(run('require', '--stdlib', 'coin')).toMatchObject({ status: 0, stderr: '' });
  const written = run('require', '--stdlib', 'devnet');
  expect(written.stdout).toMatch(/Load it: \(load "stdlib\/devnet\/load\.repl"\)\n$/);
  const path = join(folder.path, 'b.repl');
  writeFileSync(path, script.replace('pact:devnet', 'stdlib/devnet/load.repl'));
  expect(run('b.repl')).toMatchObject({ status: 0, stderr: '' });
  expect(run('require', '--stdlib', 'devnet').stdout).toMatch(/^Nothing to write/);
});

test('changed files are not written over, and unknown names are told', () => {
  const path = join(folder.path, 'stdlib/guards/guards.pact');
  mkdirSync(join(folder.path, 'stdlib/guards'), { recursive: true });
  writeFileSync(path, '; mine\n');
  expect(run('require', '--stdlib', 'guards')).toMatchObject({
    status: 1,
    stderr:
      'pact: stdlib/guards/guards.pact exists with other contents: move it away first; ' +
      'nothing was written\n',
  });
  expect(readFileSync(path, 'utf8')).toBe('; mine\n');
  expect(run('require', '--stdlib', 'coyn').stderr).toContain('Did you mean "pact:coin"?');
  expect(run('require', '--stdlib').stderr).toContain('--stdlib needs names');
});
