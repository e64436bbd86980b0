// Code that is sent to a devnet without any file of keys: the accounts of development networks sign, and nothing else.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';
import { startDevnet, sender00, type DevnetProcess } from '../support/devnet-process.ts';

const path = '/chainweb/0.0/{networkId}/chain/{chainId}/pact';
let net: DevnetProcess;
let folder: ReturnType<typeof folderWith>;
/** A folder without a project. */
let empty: ReturnType<typeof folderWith>;
/** Claims to be a node of a public network. A process of its own, since this one waits for each command. */
let other: ChildProcess;

const program = `
const server = require('node:http').createServer((_, response) =>
  response.end('{"nodeVersion":"mainnet01","nodeChains":["0"]}'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

beforeAll(async () => {
  net = await startDevnet('--chains', '2');
  other = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) => {
    other.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  empty = folderWith({});
  folder = folderWith({
    'pact.yaml': `networks:
  development: { host: "${net.address}${path}", networkId: development }
  far: { host: "http://127.0.0.1:${port}${path}", networkId: development }
  closed: { host: "http://127.0.0.1:20999${path}", networkId: development }
  mainnet: { host: "${net.address}${path}", networkId: mainnet01 }
`,
    'add.pact': '(coin.get-balance "sender00")\n(+ (read-integer "n") 2)\n',
    'data.json': '{ "n": 40 }',
  });
});
afterAll(async () => {
  folder.remove();
  empty.remove();
  other.kill();
  await net.end();
});

const run = (...args: readonly string[]) => runCommand(args, { cwd: folder.path });
const onDevnet = (...args: readonly string[]) => run('send', '-n', 'development', ...args);
const resultOf = (stdout: string): unknown =>
  (JSON.parse(stdout) as { readonly result: unknown }).result;

describe('one command', () => {
  test('a transfer signs for what the code transfers, and is waited for', () => {
    const code = '(coin.transfer "sender00" "sender01" 1.5)';
    const sent = onDevnet('--chain', '1', '--sign', 'sender00', code);
    expect(sent).toMatchObject({
      status: 0,
      stderr: 'pact: signs for (coin.TRANSFER "sender00" "sender01" 1.5) and the gas\n',
    });
    expect(resultOf(sent.stdout)).toEqual({ status: 'success', data: 'Write succeeded' });
  });

  test('reading needs no signature', () => {
    const read = onDevnet('--chain', '1', '--local', '(coin.get-balance "sender01")');
    expect(read).toMatchObject({ status: 0, stderr: '' });
    expect(resultOf(read.stdout)).toMatchObject({ status: 'success' });
  });

  test('a file of code with data, whose gas another account pays', () => {
    run('key', 'generate', '--out', 'me.yaml');
    const signing = ['--sign', 'me.yaml', '--sign', 'sender02', '--sender', 'sender02'];
    const made = onDevnet('--chain', '0', ...signing, '--data', 'data.json', 'add.pact');
    expect(made).toMatchObject({ status: 0, stderr: '' });
    expect(resultOf(made.stdout)).toEqual({ status: 'success', data: { int: 42 } });
    expect(made.stdout).toContain('"sender02","k:');
    const written = ['--data', '{ "n": 1 }', '--gas-limit', '900', 'add.pact'];
    expect(resultOf(onDevnet('--chain', '0', ...signing, ...written).stdout)).toEqual({
      status: 'success',
      data: { int: 3 },
    });
  });

  test('given capabilities limit what the signature is for', () => {
    const code = '(coin.transfer "sender00" "sender01" 5.0)';
    const cap = ['--cap', '(coin.TRANSFER "sender00" "sender01" 1.0)'];
    const { status, stdout } = onDevnet('--chain', '0', '--sign', 'sender00', ...cap, code);
    expect(status).toBe(1);
    expect(stdout).toContain('TRANSFER exceeded for balance 1.0');
  });

  test('a devnet whose time is ahead', () => {
    const control = new URL(net.control).port;
    run('devnet', 'travel', '864000', '--control-port', control);
    const sent = onDevnet('--chain', '0', '--sign', 'sender00', '(+ 1 2)');
    expect(sent).toMatchObject({ status: 0, stderr: '' });
  });
});

const chain = ['--chain', '0'];
const signed = [...chain, '--sign', 'sender00'];

describe('the likely mistakes', () => {
  test.each([
    [
      'no devnet runs',
      ['-n', 'closed', ...signed, '(+ 1 2)'],
      'Start it in another terminal: pact devnet',
    ],
    [
      'an unknown account',
      ['-n', 'development', ...chain, '--sign', 'sender10', '(+ 1 2)'],
      'on development networks sender00 to sender09',
    ],
    [
      'an unknown chain',
      ['-n', 'development', '--chain', '7', '--sign', 'sender00', '(+ 1 2)'],
      'development has no chain 7: the node at',
    ],
    [
      'no chain',
      ['-n', 'development', '--sign', 'sender00', '(+ 1 2)'],
      'development has several chains: choose one, such as --chain 0',
    ],
    ['no signature', ['-n', 'development', ...chain, '(+ 1 2)'], 'add --sign sender00'],
    [
      'a well-known key for a public network',
      ['-n', 'mainnet', ...signed, '(+ 1 2)'],
      'the secret key of sender00 is public knowledge, so it never signs for mainnet01',
    ],
    [
      'a node of another network',
      ['-n', 'far', ...signed, '(+ 1 2)'],
      'is a node of the network mainnet01, not of development: nothing was signed',
    ],
    [
      'an unknown network',
      ['-n', 'devlopment', ...signed, '(+ 1 2)'],
      'there is no network devlopment (did you mean development?)',
    ],
    [
      'quotes that the shell has removed',
      ['-n', 'development', ...signed, '(coin.transfer sender00 sender01 1.0)'],
      'Write the code in single quotes',
    ],
    [
      'code that is not complete',
      ['-n', 'development', ...signed, '(+ 1 2'],
      'the code cannot be read',
    ],
    [
      'a capability that is none',
      ['-n', 'development', ...signed, '--cap', 'GAS', '(+ 1 2)'],
      '--cap GAS must be',
    ],
    [
      'data that is not JSON',
      ['-n', 'development', ...signed, '--data', '{ n }', '(+ 1 2)'],
      '--data is not valid JSON',
    ],
    [
      'a file that is missing',
      ['-n', 'development', ...signed, 'sub.pact'],
      'cannot read sub.pact: there is no such file',
    ],
    [
      'one key twice',
      ['-n', 'development', ...signed, '--sign', 'sender00', '(+ 1 2)'],
      'leave out one of them',
    ],
  ])('%s', (_, args, sentence) => {
    const { status, stdout, stderr } = run('send', ...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^pact: .*\n$/);
    expect(stderr).toContain(sentence);
  });

  test.each([
    [['(+ 1 2)'], 'For a running pact devnet: --network development'],
    [['--host', 'http://127.0.0.1:1', '(+ 1 2)'], 'code needs --network instead of --host'],
    [['-n', 'development', '--sign', 'sender00', 'tx.json'], 'the option --sign needs code'],
  ])('wrong usage: %j', (args, sentence) => {
    const { status, stderr } = run('send', ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

test('a signed transaction goes to its own chain only', () => {
  writeFileSync(
    join(folder.path, 'request.yaml'),
    `code: (+ 1 2)
keyPairs: [{ secret: ${sender00.secretKey} }]
publicMeta: { chainId: "1", sender: sender00, gasLimit: 1000, gasPrice: 1.0e-8 }
`,
  );
  const input = run('-a', 'request.yaml', '--network', 'development').stdout;
  const send = (id: string) =>
    runCommand(['send', '-n', 'far', '--chain', id], { cwd: folder.path, input });
  expect(send('0').stderr).toContain('the transaction is for chain 1, but --chain is 0');
  expect(send('1').stderr).not.toContain('--chain is');
});

test('well-known keys sign files of development networks only', () => {
  const unsigned = (networkId: string) => run('-u', unsignedRequest(networkId)).stdout;
  const add = (input: string) => runCommand(['add-sig', 'sender00'], { cwd: folder.path, input });
  const complete = add(unsigned('development'));
  expect(complete).toMatchObject({ status: 0, stderr: '' });
  expect(complete.stdout).toMatch(/^\{"cmds":/);
  expect(add(unsigned('testnet04')).stderr).toContain('so it never signs for testnet04');
  const condensed = unsigned('development').replace(/^cmd: .*$/m, '');
  expect(add(condensed).stderr).toContain('so it never signs for an unknown network');
});

function unsignedRequest(networkId: string): string {
  const name = `unsigned-${networkId}.yaml`;
  writeFileSync(
    join(folder.path, name),
    `code: (+ 1 2)\nnetworkId: ${networkId}\nsigners: [{ public: ${sender00.publicKey} }]\n` +
      'publicMeta: { chainId: "0", sender: sender00, gasLimit: 1000, gasPrice: 1.0e-8 }\n',
  );
  return name;
}

describe('without a project', () => {
  test('the network development is known', () => {
    // A folder above may have a project, so the name is looked up where there is none.
    const said = runCommand(['send', '-n', 'development', ...chain, '(+ 1 2)'], {
      cwd: empty.path,
    });
    expect(said.stderr).toContain('add --sign sender00');
    const unknown = runCommand(['send', '-n', 'mainnet', ...chain, '(+ 1 2)'], { cwd: empty.path });
    expect(unknown.stderr).toBe(
      'pact: there is no network mainnet: there is no pact.yaml in this folder or above. ' +
        'development, the network of pact devnet, needs no definition\n',
    );
  });

  test('a secret key gives its public key', () => {
    const key = (args: readonly string[], input = '') =>
      runCommand(['key', 'public', ...args], { cwd: empty.path, input });
    const said = { status: 0, stdout: `${sender00.publicKey}\n`, stderr: '' };
    expect(key([sender00.secretKey])).toEqual(said);
    expect(key(['-'], `${sender00.secretKey}\n`)).toEqual(said);
    expect(key(['-', '--out', 'keys/me.yaml'], sender00.secretKey)).toEqual(said);
    expect(key(['keys/me.yaml'])).toEqual(said);
    expect(runCommand(['key', 'show', 'keys/me.yaml'], { cwd: empty.path })).toEqual(said);
    const secret = 'ab'.repeat(32);
    const refused = key([secret]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('stays in the history of the shell');
    expect(refused.stderr).not.toContain(secret);
    expect(key(['-'], 'abc').stderr).toBe(
      'pact: (stdin) has no secret key: 64 hexadecimal digits, or a key file\n',
    );
    expect(statSync(join(empty.path, 'keys/me.yaml')).mode & 0o777).toBe(0o600);
  });
});
