// Transactions made and signed on the command line: request files, keys, signature files, pipes, and everything that can be
// wrong with them.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anyMeta,
  readCommandJson,
  verifyCommand,
  type Command,
} from '../../src/chain/command/index.ts';
import { readJson } from '../../src/base/json-reader.ts';
import { isJsonArray, isJsonObject } from '../../src/base/json.ts';
import { folderWith, runCommand } from '../support/command.ts';

const alice = {
  publicKey: '248acbdbaf9e050196de704bea2d68770e519150d103b587dae2d9cad53dd930',
  secretKey: 'ab'.repeat(32),
};
const keyFile = ({ publicKey, secretKey }: typeof alice): string =>
  `public: ${publicKey}\nsecret: ${secretKey}\n`;

let folder = { path: '', remove: (): void => undefined };
let bobKey = '';

beforeAll(() => {
  folder = folderWith({
    'alice.yaml': keyFile(alice),
    'requests/code.pact': '(transfer "alice" "bob" 1.5)\n',
    'requests/data.json': '{"amount": 1.5}',
    'requests/signed.yaml': `codeFile: code.pact
dataFile: data.json
keyPairs:
- secret: ${alice.secretKey}
  caps: [{name: coin.TRANSFER, args: [alice, bob, 1.5]}]
publicMeta: {chainId: "0", sender: alice, gasLimit: 1000, gasPrice: 1.0e-8}
networkId: development
`,
    'bad.yaml': 'code: (f)\nkeyPairs: [{secret: abc}]\n',
    'unread.yaml': 'code: (f\nnonce: one\n',
    'no.yaml': 'a: b: c\n',
    'binary.yaml': new Uint8Array([0xff, 0xfe, 0]),
    'empty.yaml': '',
  });
  run(['key', 'generate', '--out', 'bob.yaml']);
  bobKey = run(['key', 'show', 'bob.yaml']).stdout.trim();
  writeFileSync(
    join(folder.path, 'unsigned.yaml'),
    `code: (f "x")\nsigners: [{public: ${alice.publicKey}}, {public: ${bobKey}}]\nnonce: one\n`,
  );
});
afterAll(() => folder.remove());

const run = (args: readonly string[], input: string | Uint8Array = '') =>
  runCommand(args, { cwd: folder.path, input });
const keep = (name: string, text: string): void => writeFileSync(join(folder.path, name), text);

/** Returns the only command of a batch, or a command without a batch. */
function commandIn(text: string): Command {
  const reading = readJson(text);
  const json = reading.kind === 'value' ? reading.value : '';
  const cmds = isJsonObject(json) ? json.get('cmds') : undefined;
  const command = readCommandJson(
    cmds !== undefined && isJsonArray(cmds) ? (cmds[0] ?? json) : json,
  );
  if (!command.ok) throw new Error(`${command.fault.sentence}: ${text}`);
  return command.value;
}

const isWellSigned = (text: string): boolean =>
  verifyCommand(commandIn(text), { meta: anyMeta }).ok;

describe('pact -a', () => {
  test('writes a batch that nodes accept', () => {
    const { status, stdout, stderr } = run(['-a', 'requests/signed.yaml']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\{"cmds":\[\{"hash":.*\}\]\}\n$/);
    expect(isWellSigned(stdout)).toBe(true);
    expect(commandIn(stdout).cmd).toContain('"code":"(transfer \\"alice\\" \\"bob\\" 1.5)\\n"');
    expect(commandIn(stdout).cmd).toMatch(/"ttl":1800,.*"gasPrice":1\.0e-8,/);
  });

  test('writes a bare command for /local', () => {
    const { status, stdout } = run(['--apireq', 'requests/signed.yaml', '--local']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\{"hash":.*\}\n$/);
    expect(isWellSigned(stdout)).toBe(true);
  });

  test('reads standard input', () => {
    expect(isWellSigned(run(['-a', '-', '-l'], 'code: (f)\n').stdout)).toBe(true);
  });

  test('warns of code that no node would accept, and of unused keys', () => {
    const { status, stderr } = run(['-a', 'unread.yaml']);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^unread.yaml: warning: the code cannot be read: .*line 1.*\n$/);
    expect(run(['-a', '-'], 'code: (f)\nkeypairs: []\n').stderr).toBe(
      '(stdin):2:1: warning: keypairs is not a known key and is ignored (did you mean keyPairs?)\n',
    );
  });
});

describe('from signer to signer', () => {
  test('one after the other, in a pipe', () => {
    const unsigned = run(['-u', 'unsigned.yaml']);
    expect(unsigned).toMatchObject({ status: 0, stderr: '' });
    expect(unsigned.stdout).toMatch(
      /^hash: [\w-]{43}\nsigs:\n( {2}\w{64}: null\n){2}cmd: '\{.*\}'\n$/,
    );
    const first = run(['add-sig', 'alice.yaml'], unsigned.stdout);
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toContain(`  ${bobKey}: null\n`);
    const both = run(['add-sig', 'bob.yaml'], first.stdout);
    expect(both).toMatchObject({ status: 0, stderr: '' });
    expect(both.stdout).toMatch(/^\{"cmds":\[/);
    expect(isWellSigned(both.stdout)).toBe(true);
    expect(run(['add-sig', 'alice.yaml', 'bob.yaml', '-l'], unsigned.stdout).stdout).toBe(
      both.stdout.replace('{"cmds":[', '').replace(']}\n', '\n'),
    );
  });

  test('separately, without the command', () => {
    const unsigned = run(['--unsigned', 'unsigned.yaml']).stdout;
    keep('whole.yaml', unsigned);
    const condensed = unsigned.slice(0, unsigned.indexOf('cmd:'));
    keep('alice.sigs', run(['add-sig', 'alice.yaml'], condensed).stdout);
    keep('bob.sigs', run(['add-sig', 'bob.yaml'], condensed).stdout);
    expect(readFileSync(join(folder.path, 'bob.sigs'), 'utf8')).not.toContain('cmd');
    const some = run(['combine-sigs', 'whole.yaml', 'alice.sigs']);
    expect(some).toMatchObject({ status: 0, stderr: '' });
    expect(some.stdout).toContain(`  ${bobKey}: null\n`);
    expect(some.stdout).toContain("\ncmd: '{");
    const all = run(['combine-sigs', 'whole.yaml', 'alice.sigs', 'bob.sigs', '--local']);
    expect(all).toMatchObject({ status: 0, stderr: '' });
    expect(isWellSigned(all.stdout)).toBe(true);
    expect(run(['combine-sigs', 'alice.sigs', 'bob.sigs'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'pact: none of the files has the command: add the file that pact -u wrote\n',
    });
  });

  test('only a hash', () => {
    const [, hash = ''] = /^hash: (.*)\n/.exec(run(['-u', 'unsigned.yaml']).stdout) ?? [];
    const { status, stdout } = run(['sign', 'alice.yaml', 'bob.yaml'], `${hash}\n`);
    expect(status).toBe(0);
    keep('whole.yaml', run(['-u', 'unsigned.yaml']).stdout);
    keep('read-aloud', `hash: ${hash}\nsigs:\n${stdout.replace(/^/gm, '  ').trimEnd()}\n`);
    expect(isWellSigned(run(['combine-sigs', 'whole.yaml', 'read-aloud']).stdout)).toBe(true);
  });

  test('a key that is not requested is reported', () => {
    run(['key', 'generate', '--out', 'carol.yaml']);
    const carol = run(['key', 'show', 'carol.yaml']).stdout.trim();
    const unsigned = run(['-u', 'unsigned.yaml']).stdout;
    expect(run(['add-sig', 'carol.yaml'], unsigned)).toEqual({
      status: 0,
      stdout: unsigned,
      stderr: `pact: warning: ${carol} is not a signer of the transaction\n`,
    });
  });
});

describe('a mistake is reported in one sentence', () => {
  beforeAll(() => mkdirSync(join(folder.path, 'folder')));

  test.each([
    [['-a', 'none.yaml'], '', 'pact: cannot read none.yaml: there is no such file\n'],
    [['-a', 'folder'], '', 'pact: cannot read folder: it is a directory\n'],
    [['-a', 'binary.yaml'], '', 'pact: cannot read binary.yaml: it is not UTF-8 text\n'],
    [['-a', 'empty.yaml'], '', /^empty.yaml:1:1: the file must be a map/],
    [['-u', 'no.yaml'], '', /^no.yaml:1:4: a key and its map/],
    [
      ['-a', 'bad.yaml'],
      '',
      'bad.yaml:2:21: keyPairs[0].secret cannot sign: the secret key is not 64 hexadecimal digits\n',
    ],
    [['-u', 'requests/signed.yaml'], '', /^requests\/signed.yaml:4:1: keyPairs is for signed req/],
    [['-a', 'unsigned.yaml'], '', /^unsigned.yaml:2:10: signers is for unsigned requests/],
    [['add-sig', 'none.yaml'], '', 'pact: cannot read none.yaml: there is no such file\n'],
    [['add-sig', 'no.yaml'], '', /^no.yaml:1:4: /],
    [['add-sig', 'bad.yaml'], '', /^bad.yaml:1:1: public is missing/],
    [['add-sig', 'alice.yaml'], '', /^\(stdin\):1:1: the file must be a map/],
    [['add-sig', 'alice.yaml'], 'hash: x\nsigs: {}', /^\(stdin\):1:7: hash must be a hash/],
    [['combine-sigs', 'alice.yaml'], '', /^alice.yaml:1:1: hash is missing/],
    [['sign', 'alice.yaml'], 'abc', /^pact: the input must be the hash of a transaction: 43 char/],
    [['sign', 'alice.yaml'], new Uint8Array([0xff]), /^pact: cannot read \(stdin\): it is not UTF/],
    [['key', 'show', 'bad.yaml'], '', /^bad.yaml:1:1: public is missing/],
  ] as const)('%j', (args, input, expected) => {
    const { status, stdout, stderr } = run(args, input);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^.*\n$/);
    if (typeof expected === 'string') expect(stderr).toBe(expected);
    else expect(stderr).toMatch(expected);
    expect(stderr).not.toContain(alice.secretKey);
  });

  test.each([
    [['-a'], 'the option --apireq needs a file'],
    [['-a', ''], 'the option --apireq needs a file'],
    [['-a', 'a', '-u', 'b'], 'use --apireq or --unsigned, not both'],
    [['-a', 'a', 'b'], 'only one request can be built at a time: leave out b'],
    [['-l'], 'the option --local needs --apireq'],
    [['-u', 'a', '-l'], 'the option --local needs --apireq'],
    [['add-sig'], 'pact add-sig needs KEYFILE...'],
    [['combine-sigs'], 'pact combine-sigs needs FILE...'],
    [['sign', '-l', 'a'], 'unknown option -l'],
  ])('wrong usage: %j', (args, sentence) => {
    const { status, stderr } = run(args);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
