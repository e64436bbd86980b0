// Generated keys: `pact key` and `pact -g` write secrets only to files.

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { command, folderWith, runCommand } from '../support/command.ts';
import { endTerminals, hasTerminals, Terminal } from '../support/terminal.ts';

// The first two accounts that the wallet Enkrypt shows for this phrase.
const phrase = 'vault grant math damage slight live equip turtle taxi prize phrase notice';
const accounts = [
  '8910d3f54c8dff9fce85da39a4e2c194ffc73dd4182e47d0ddbf9883d6aaff06',
  '3beae80c42b00b2847e27f3c35da801c728d5f22fb31647c2271c50c80179077',
];

let folder = { path: '', remove: (): void => undefined };
beforeAll(() => {
  folder = folderWith({ 'phrase.txt': `${phrase}\n`, 'passphrase.txt': 'i am enkrypt\n' });
});
afterAll(() => folder.remove());

const run = (args: readonly string[], input = '') => runCommand(args, { cwd: folder.path, input });
const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
const modeOf = (name: string): number => statSync(join(folder.path, name)).mode & 0o777;

describe('pact key', () => {
  test('generate writes a key file that only its owner can read, and does not overwrite one', () => {
    const { status, stdout, stderr } = run(['key', 'generate', '--out', 'key.yaml']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [, publicKey, secretKey = ''] =
      /^public: ([0-9a-f]{64})\nsecret: ([0-9a-f]{64})\n$/.exec(read('key.yaml')) ?? [];
    expect(stdout).toBe(`public: ${publicKey ?? ''}\n`);
    expect(stdout).not.toContain(secretKey);
    expect(modeOf('key.yaml')).toBe(0o600);
    const before = read('key.yaml');
    expect(run(['key', 'generate', '--out', 'key.yaml'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'pact: cannot write key.yaml: a file with that name exists already\n',
    });
    expect(read('key.yaml')).toBe(before);
  });

  test('phrase writes words that derive accepts', () => {
    const made = run(['key', 'phrase', '--words', '12', '-o', 'new.txt']);
    expect(made).toEqual({ status: 0, stdout: 'Wrote 12 words to new.txt\n', stderr: '' });
    expect(modeOf('new.txt')).toBe(0o600);
    expect(read('new.txt')).toMatch(/^([a-z]+ ){11}[a-z]+\n$/);
    expect(run(['key', 'derive', 'new.txt'])).toMatchObject({ status: 0, stderr: '' });
  });

  test('derive shows the accounts of a wallet', () => {
    expect(run(['key', 'derive', 'phrase.txt', '--count', '2'])).toEqual({
      status: 0,
      stdout: accounts.map((each, i) => `m/44'/626'/${i}' ${each}\n`).join(''),
      stderr: '',
    });
    expect(run(['key', 'derive', '-', '--index', '1'], phrase).stdout).toBe(
      `m/44'/626'/1' ${accounts[1] ?? ''}\n`,
    );
    expect(run(['key', 'derive', '-', '--path', "m/44'/626'/1'"], phrase).stdout).toBe(
      `m/44'/626'/1' ${accounts[1] ?? ''}\n`,
    );
  });

  test('derive writes a key file', () => {
    const { status, stdout } = run(['key', 'derive', 'phrase.txt', '--out', 'first.yaml']);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `m/44'/626'/0' ${accounts[0] ?? ''}\n`,
    });
    expect(read('first.yaml')).toContain(`public: ${accounts[0] ?? ''}\n`);
    expect(modeOf('first.yaml')).toBe(0o600);
  });

  test('a passphrase gives different keys for the same words', () => {
    const words = 'maximum hurt want daring rail alley ripple attract winter stay math piano';
    const { stdout } = run(['key', 'derive', '-', '--passphrase', 'passphrase.txt'], words);
    expect(stdout).toBe(
      "m/44'/626'/0' fd9bf70924dac158dfe4d572544469232d32c2f54ed2f68f110fdabfc11d1d10\n",
    );
  });

  test.each([
    [['derive', '-'], 'legal winner', '12, 15, 18, 21 or 24 words, not 2'],
    [['derive', '-'], phrase.replace('equip', 'secretword'), 'word 7 is not in the English list'],
    [['derive', '-'], phrase.replace('equip', 'live'), 'the checksum of the words does not match'],
    [['derive', '-', '--path', "m/44'/626'/0'/0/0"], phrase, "the path must be written like m/44'"],
    [['derive', 'none.txt'], '', 'cannot read none.txt: there is no such file'],
    [['derive', 'phrase.txt', '--passphrase', 'none'], '', 'cannot read none: there is no such'],
    [
      ['generate', '--out', 'phrase.txt/key.yaml'],
      '',
      'cannot write phrase.txt/key.yaml: a file with that',
    ],
  ])('%j with %j fails in one sentence without the words', (args, input, sentence) => {
    const { status, stdout, stderr } = run(['key', ...args], input);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^pact: .*\n$/);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('secretword');
  });

  test.each([
    [[], 'pact key needs ACTION [FILE...]'],
    [['make'], 'there is no pact key make: use generate, phrase, derive'],
    [['generate'], 'pact key generate needs --out FILE'],
    [['generate', '--out', 'a', 'b'], 'pact key generate does not take b'],
    [['phrase', '--index', '1', '--out', 'a'], 'pact key phrase has no option --index'],
    [['phrase', '--words', '13', '--out', 'a'], 'the option --words takes'],
    [['derive'], 'pact key derive needs a file'],
    [['derive', 'phrase.txt', '--index', '-1'], 'the option --index takes a whole number'],
    [['derive', 'phrase.txt', '--index', '1', '--path', 'm'], '--path names one key'],
  ])('wrong usage: %j', (args, sentence) => {
    const { status, stderr } = run(['key', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

describe('pact -g', () => {
  test('shows a new key pair', () => {
    const [one, other] = [run(['-g']), run(['--genkey'])];
    expect(one).toMatchObject({ status: 0, stderr: '' });
    expect(one.stdout).toMatch(/^public: [0-9a-f]{64}\nsecret: [0-9a-f]{64}\n$/);
    expect(other.stdout).not.toBe(one.stdout);
  });

  test('restricts access to the file that it is redirected to', () => {
    writeFileSync(join(folder.path, 'sent.yaml'), '', { mode: 0o644 });
    const file = openSync(join(folder.path, 'sent.yaml'), 'w');
    const { status } = spawnSync(process.execPath, [command, '-g'], { stdio: ['ignore', file, 2] });
    closeSync(file);
    expect(status).toBe(0);
    expect(modeOf('sent.yaml')).toBe(0o600);
    expect(read('sent.yaml')).toContain('secret: ');
  });
});

describe.runIf(hasTerminals)('in a terminal', () => {
  afterEach(endTerminals);

  const typed = (): Terminal => new Terminal([command, 'key', 'derive', '-'], { cwd: folder.path });

  test('a phrase is typed without being shown', async () => {
    const terminal = typed();
    await terminal.until('Recovery phrase: ');
    terminal.type(`${phrase}x\u007f\r`);
    await terminal.until(accounts[0] ?? '');
    expect(terminal.text).not.toContain('vault');
    expect(await terminal.exitStatus()).toBe(0);
  });

  test('Ctrl-C abandons it', async () => {
    const terminal = typed();
    await terminal.until('Recovery phrase: ');
    terminal.type('vault\u0003');
    await terminal.until('it was interrupted');
    expect(terminal.text).not.toContain('vault');
    expect(await terminal.exitStatus()).toBe(1);
  });
});
