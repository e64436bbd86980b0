// The templates of `pact init`: all commands of their workflow succeed, they deploy, and their tests find mistakes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templateNames } from '../../src/apps/cli/commands/setup.ts';
import { folderWith, runCommand } from '../support/command.ts';
import { runCount } from '../support/run-count.ts';
import { startDevnet, type DevnetProcess } from '../support/devnet-process.ts';

const folder = folderWith({});
let net: DevnetProcess;
const written = templateNames.filter((name) => name !== 'counter');
beforeAll(async () => {
  for (const name of written) {
    const made = runCommand(['init', '--template', name, name], { cwd: folder.path });
    expect(made).toMatchObject({ status: 0, stderr: '' });
    expect(made.stdout).toContain('pact deploy --network development');
  }
  net = await startDevnet('--chains', '2');
});
afterAll(async () => {
  folder.remove();
  await net.end();
});

const run = (name: string, ...args: readonly string[]) =>
  runCommand(args, { cwd: join(folder.path, name) });

/** Replaces a text in a file of a project, runs a command, and puts the old text back. */
function changed(
  path: string,
  [before, after]: readonly [string, string],
  ...[name, ...args]: readonly [string, ...string[]]
) {
  const file = join(folder.path, name, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(before);
  writeFileSync(file, text.replace(before, after));
  const result = run(name, ...args);
  writeFileSync(file, text);
  return result;
}

describe.each(written)('%s', (name) => {
  test('the commands of its workflow succeed', () => {
    const workflow = readFileSync(join(folder.path, name, '.github/workflows/pact.yml'), 'utf8');
    const commands = [...workflow.matchAll(/^ +- run: npx --no pact (.*)$/gm)].map(
      ([, command = '']) => command,
    );
    expect(commands).toEqual([
      'fmt --check',
      'lint --format github',
      'check',
      'test',
      'test --fuzz --runs 20',
    ]);
    for (const command of commands) {
      // Fewer cases, so that the run takes seconds.
      const args = command.replace('--runs 20', `--runs ${runCount(3)}`).split(' ');
      expect(run(name, ...args), command).toMatchObject({ status: 0 });
    }
  });

  test('it deploys to a devnet, once', () => {
    const file = join(folder.path, name, 'pact.yaml');
    const text = readFileSync(file, 'utf8').replace('http://127.0.0.1:1848', net.address);
    writeFileSync(file, text);
    const deploy = (...options: readonly string[]) =>
      run(name, 'deploy', '-n', 'development', ...options);
    expect(deploy('--plan').stdout).toContain(`install module free.`);
    expect(deploy()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('verified') as string,
    });
    expect(deploy('--plan').stdout).toContain('nothing to do');
  });
});

test.each([
  [
    'token',
    'contracts/token.pact',
    ['(enforce-keyset "free.token-admin"))\n\n  (defcap DEBIT', 'true)\n\n  (defcap DEBIT'],
  ],
  ['token', 'contracts/token.pact', ['(<= amount balance)', 'true']],
  ['sale', 'contracts/sale.pact', ['(enforce-guard (owner-of ticket))', 'true']],
  ['sale', 'contracts/sale.pact', ['(- left 1)', 'left']],
  [
    'app',
    'contracts/guestbook.pact',
    ['(enforce-guard (at "guard" (read entries guest)))', 'true'],
  ],
] as const)('a mistake in %s is found by its tests', (name, path, change) => {
  expect(changed(path, change, name, 'test')).toMatchObject({ status: 1 });
});

test('properties find what the tests of the token do not try', () => {
  const change = ['(- balance amount)', '(- balance (floor amount 0))'] as const;
  const path = 'contracts/token.pact';
  expect(changed(path, change, 'token', 'test')).toMatchObject({ status: 0 });
  const fuzzed = [
    'test',
    '--fuzz',
    '--runs',
    '20',
    '--seed',
    '1',
    'tests/properties.repl',
  ] as const;
  const found = changed(path, change, 'token', ...fuzzed);
  expect(found.status).toBe(1);
  expect(found.stdout).toContain('fuzz properties.');
});

test('a name that is no template', () => {
  const { status, stderr } = runCommand(['init', '--template', 'tokn', 'x'], { cwd: folder.path });
  expect(status).toBe(2);
  expect(stderr).toContain('takes counter, token, sale or app, not tokn (did you mean token?)');
});
