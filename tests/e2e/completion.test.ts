// The completions of bash, fish and zsh with the script of `pact completion`. A shell that is not installed is skipped.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commands } from '../../src/apps/cli/commands/index.ts';
import { folderWith, runCommand } from '../support/command.ts';
import { hasShell, offersOf, type Shell } from '../support/shells.ts';

const folder = folderWith({
  'contracts/token.pact': '',
  'my files/a b.repl': '',
  'notes.txt': '',
  'request.yaml': '',
  'send.json': '',
  'token.pact': '',
  'token.repl': '',
});
afterAll(folder.remove);

const folders = ['contracts', 'my files'];
const sources = [...folders, 'token.pact', 'token.repl'];
const formats = ['github', 'json', 'pretty', 'sarif'];
const names = [...commands.map(({ name }) => name), 'help'];

const offered: readonly (readonly [string, readonly string[]])[] = [
  ['pact ', [...sources, ...names].sort()],
  ['pact comb', ['combine-sigs']],
  ['pact help k', ['key']],
  ['pact completion ', ['bash', 'fish', 'zsh']],
  ['pact check ', sources],
  ['pact check --', ['--format', '--help', '--pact4']],
  ['pact check --format ', formats],
  ['pact check --format=', formats],
  ['pact check --format json ', sources],
  ['pact check contracts/', ['contracts/token.pact']],
  ['pact check -- ', sources],
  ['pact test ', [...folders, 'token.repl']],
  ['pact test --reporter j', ['json', 'junit']],
  [
    'pact lint --rule unused-',
    ['unused-binding', 'unused-ignore', 'unused-import', 'unused-result'],
  ],
  ['pact init ', folders],
  ['pact send ', [...folders, 'send.json', 'token.pact']],
  ['pact poll ', []],
  ['pact key ', ['derive', 'generate', 'phrase', 'public', 'show']],
  ['pact key phrase --', ['--help', '--out', '--words']],
  ['pact key phrase --words ', ['12', '15', '18', '21', '24']],
  ['pact key generate ', []],
  ['pact chain network ', ['development', 'mainnet01', 'test-singleton', 'testnet04', 'testnet06']],
  ['pact -a ', [...folders, 'request.yaml', 'send.json']],
  ['pact --apireq ', [...folders, 'request.yaml', 'send.json']],
  ['pact --coverage-dir ', folders],
  ['pact --gas-r', ['--gas-report']],
];

/** zsh completes the name of a file within its folder, without the folder. */
const inFolder = (shell: Shell, words: readonly string[]): readonly string[] =>
  shell === 'zsh' ? words.map((word) => word.replace('contracts/', '')) : words;

describe.each(['bash', 'fish', 'zsh'] as const)('%s', (shell) => {
  test.skipIf(!hasShell(shell))('offers what the definitions declare', () => {
    const { status, stdout, stderr } = runCommand(['completion', shell]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const script = join(folder.path, `.completion-${shell}`);
    writeFileSync(script, stdout);
    const lines = offered.map(([line]) => line);
    const offers = offersOf(shell, script, { cwd: folder.path, lines });
    const expected = offered.map(([line, words]) => [line, inFolder(shell, words)]);
    expect([...offers]).toEqual(expected);
  });

  test.skipIf(!hasShell(shell))('offers table and json after --gas-report, and files', () => {
    const script = join(folder.path, `.completion-${shell}`);
    writeFileSync(script, runCommand(['completion', shell]).stdout);
    const line = 'pact test --gas-report ';
    const offers = offersOf(shell, script, { cwd: folder.path, lines: [line] });
    expect(offers.get(line)).toEqual(expect.arrayContaining(['json', 'table', 'token.repl']));
  });
});

test('an unknown shell is refused', () => {
  const { status, stderr } = runCommand(['completion', 'tcsh']);
  expect(status).toBe(2);
  expect(stderr).toContain('pact: tcsh is not a supported shell: use bash, fish, zsh');
});
