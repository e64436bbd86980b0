// `pact devnet` from the user's side: it starts, prints its addresses, is controlled from another terminal, ends cleanly,
// and continues.
import { request } from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { commandHash } from '../../src/chain/command/index.ts';
import { runCommand } from '../support/command.ts';
import { startDevnet, type DevnetProcess } from '../support/devnet-process.ts';
import { transferOf } from '../support/devnets.ts';
import { root } from '../support/project-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-devnet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const portOf = (address: string): string => new URL(address).port;

function controlled(net: DevnetProcess, ...words: readonly string[]) {
  const { status, stdout, stderr } = runCommand(
    ['devnet', ...words, '--control-port', portOf(net.control), '--json'],
    { cwd: folder },
  );
  return status === 0 ? (JSON.parse(stdout) as Record<string, unknown>) : { status, stderr };
}

describe('a network in memory', () => {
  let net: DevnetProcess;
  beforeAll(async () => {
    net = await startDevnet('--chains', '2', '--accounts', '1');
  });
  afterAll(async () => {
    expect(await net.end()).toBe(0);
  });

  test('who asks it as a stand-alone server is told the address of a chain', () => {
    const { origin } = new URL(net.address);
    const asked = runCommand(['poll', '--host', origin, 'A'.repeat(43)], { cwd: folder });
    expect(asked.status).toBe(1);
    expect(asked.stderr).toContain(`${origin}/chainweb/0.0/{networkId}/chain/{chainId}/pact`);
  });

  test('prints its address and its accounts', () => {
    const ready = JSON.parse(net.output().split('\n')[0]!) as Record<string, unknown>;
    expect(ready).toMatchObject({ kind: 'ready', network: 'development', chains: 2 });
    const accounts = ready['accounts'] as readonly { readonly account?: string }[];
    expect(accounts.map(({ account = '' }) => account.slice(0, 6))).toEqual([
      ...Array.from({ length: 10 }, () => 'sender'),
      expect.stringMatching(/^k:[0-9a-f]{4}$/),
    ]);
  });

  test('makes blocks, changes the time, saves and restores', () => {
    expect(controlled(net, 'mine', '2')).toEqual({ heights: { 0: 2, 1: 2 } });
    expect(controlled(net, 'mine', '--chain', '1')).toEqual({ heights: { 0: 2, 1: 3 } });
    expect(controlled(net, 'snapshot')).toEqual({ snapshot: '1' });
    expect(controlled(net, 'travel', '60')).toMatchObject({ heights: { 0: 3, 1: 4 } });
    expect(controlled(net, 'revert')).toEqual({ heights: { 0: 2, 1: 3 } });
    expect(controlled(net, 'balance', 'sender01', '5.5', '--chain', '1')).toMatchObject({
      requestKey: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(controlled(net, 'status')).toMatchObject({ network: 'development', snapshots: ['1'] });
    expect(controlled(net, 'reset')).toEqual({ heights: { 0: 0, 1: 0 } });
  });

  test('sends an unsigned transaction from a file in the name of its signers', () => {
    const { cmd } = transferOf(1, { creationTime: Math.floor(Date.now() / 1000) - 5 });
    writeFileSync(join(folder, 'unsigned.json'), JSON.stringify({ cmd, hash: '', sigs: [null] }));
    expect(controlled(net, 'impersonate', 'unsigned.json')).toMatchObject({
      requestKey: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    writeFileSync(join(folder, 'empty.json'), '{}');
    expect(controlled(net, 'impersonate', 'empty.json')).toEqual({
      status: 2,
      stderr: 'pact: empty.json has no transaction: the member cmd is missing\n',
    });
  });

  test.each([
    [['mine', 'many'], 2, 'pact: many is not a number of blocks'],
    [['mine', '1', '--chain', '7'], 1, 'pact: the network has no chain 7'],
    [['revert', '9'], 1, 'pact: there is no snapshot 9'],
    [['travel', '0'], 1, 'pact: seconds must be from 1 to 3155760000'],
    [['dance'], 2, 'pact: there is no pact devnet dance: use balance, impersonate, invalidate'],
  ])('refuses %j with a sentence', (words, status, text) => {
    const { status: found, stderr } = controlled(net, ...words) as ReturnType<typeof runCommand>;
    expect([found, stderr.startsWith(text)], stderr).toEqual([status, true]);
  });

  test.each([
    ['a page of another site', { origin: 'http://example.com' }],
    ['a name that leads here', { host: 'example.com' }],
  ])('refuses to be controlled by %s', async (_, headers) => {
    const { status, text } = await new Promise<{ status?: number; text: string }>((resolve) => {
      const asked = request(
        `${net.control}/devnet/mine`,
        { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
        (answer) => {
          let all = '';
          answer.on('data', (chunk: Buffer) => (all += chunk.toString()));
          answer.on('end', () => resolve({ status: answer.statusCode!, text: all }));
        },
      );
      asked.end('{}');
    });
    expect([status, text.trim()]).toEqual([
      403,
      'web pages of other sites may not control this network: use the command line',
    ]);
  });

  test('a port in use is named', () => {
    const { status, stderr } = runCommand(['devnet', '--port', portOf(net.address)]);
    expect(status).toBe(1);
    expect(stderr).toContain(`pact: port ${portOf(net.address)} of 127.0.0.1`);
    expect(stderr).toContain('choose another port with --port\n');
    const control = portOf(net.control);
    const other = runCommand(['devnet', '--port', '0', '--control-port', control]);
    expect(other.stderr).toContain(`port ${control} of 127.0.0.1 is in use`);
    expect(other.stderr).toContain('choose another port with --control-port\n');
  });
});

test('a network in a folder continues, even after a kill', async () => {
  const options = ['--chains', '1', '--state', join(folder, 'state')];
  const first = await startDevnet(...options);
  controlled(first, 'mine', '3');
  expect(runCommand(['devnet', '--port', '0', '--control-port', '0', ...options])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/in use|uses/) as string,
  });
  await first.kill();
  const second = await startDevnet(...options);
  expect(JSON.parse(second.output().split('\n')[0]!)).toMatchObject({ continuedAt: 3 });
  controlled(second, 'mine', '1');
  expect(await second.end()).toBe(0);
  const third = await startDevnet(...options);
  expect(controlled(third, 'status')).toMatchObject({ heights: { 0: 4 } });
  expect(await third.end()).toBe(0);
});

test('there is no devnet to control', () => {
  const { status, stderr } = runCommand(['devnet', 'mine', '--control-port', '1']);
  expect([status, stderr]).toEqual([
    1,
    "pact: no devnet answers on port 1: start one with 'pact devnet', or set --control-port\n",
  ]);
});

test('a network is saved to a file, and another one starts from it', async () => {
  const file = join(folder, 'network.snapshot');
  const first = await startDevnet('--chains', '2', '--accounts', '1');
  controlled(first, 'mine', '3');
  const options = ['--control-port', portOf(first.control), '--out', file];
  expect(runCommand(['devnet', 'snapshot', ...options])).toMatchObject({ status: 0, stderr: '' });
  await first.end();
  const second = await startDevnet('--chains', '2', '--snapshot', file);
  // More blocks come while clients look.
  const { heights } = controlled(second, 'status') as { heights: Record<string, number> };
  for (const chain of ['0', '1']) expect(heights[chain]).toBeGreaterThanOrEqual(3);
  await second.end();
  const refused = ['devnet', '--port', '0', '--control-port', '0', '--chains', '3'];
  expect(runCommand([...refused, '--snapshot', file])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/start it with the same --chains/) as string,
  });
  const large = join(folder, 'large');
  writeFileSync(large, '');
  truncateSync(large, 2 ** 28 + 1);
  expect(runCommand([...refused, '--snapshot', large])).toMatchObject({
    status: 1,
    stderr: `pact: ${large} is not a snapshot of a devnet: it has more than ${2 ** 28} bytes\n`,
  });
  expect(runCommand([...refused, '--snapshot', join(folder, 'none')])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^pact: cannot read the snapshot /) as string,
  });
});

describe('first blocks from a folder', () => {
  const genesis = join(folder, 'genesis');
  const listed = (name: string): unknown[] =>
    JSON.parse(readFileSync(join(root, 'stdlib/genesis', name), 'utf8')) as unknown[];
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(genesis, name), JSON.stringify(value));
  const unsigned = (code: string): object => {
    const meta = { chainId: '', sender: '', gasLimit: 0, gasPrice: 0, ttl: 172_800 };
    const payload = { exec: { code, data: {} } };
    const content = { networkId: null, payload, signers: [], nonce: code };
    const cmd = JSON.stringify({ ...content, meta: { ...meta, creationTime: 0 } });
    return { cmd, hash: commandHash(cmd), sigs: [] };
  };
  beforeAll(() => {
    mkdirSync(genesis);
    const own = unsigned('(module made-at-the-start G (defcap G () true) (defun one () 1))');
    write('chain-0.json', [...listed('chain-0.json'), own]);
    // In the format of a node's payload: pairs of transaction and output, of which only the first is used.
    const others = listed('other-chains.json').map((transaction) => [
      Buffer.from(JSON.stringify(transaction)).toString('base64url'),
      'AA',
    ]);
    write('other-chains.json', { transactions: others, minerData: 'AA' });
  });

  test('are executed again: lists of transactions, and payloads of other networks', async () => {
    const net = await startDevnet('--chains', '2', '--genesis', genesis);
    const asked = async (chain: number) => {
      const cmd = JSON.stringify({
        networkId: 'development',
        payload: { exec: { code: '(made-at-the-start.one)', data: {} } },
        signers: [],
        nonce: '',
        meta: {
          chainId: String(chain),
          sender: '',
          gasLimit: 1000,
          gasPrice: 1e-8,
          ttl: 600,
          creationTime: Math.floor(Date.now() / 1000) - 10,
        },
      });
      const path = `/chainweb/0.0/development/chain/${chain}/pact/api/v1/local?preflight=false`;
      const reply = await fetch(net.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ cmd, hash: commandHash(cmd), sigs: [] }),
      });
      return (await reply.json()) as { result: { status: string; data?: unknown } };
    };
    expect((await asked(0)).result).toEqual({ status: 'success', data: { int: 1 } });
    expect((await asked(1)).result.status).toBe('failure');
    expect(await net.end()).toBe(0);
  });

  test.each([
    ['other-chains.json', '{"transactions":[7]}', /transaction 0 of .* is neither an object nor/],
    ['other-chains.json', '[', /other-chains\.json is not valid JSON/],
    ['chain-0.json', '[{"cmd":"{}"}]', /first block|transaction/],
  ])('with mistakes are named: %s %s', (name, text, message) => {
    const before = readFileSync(join(genesis, name), 'utf8');
    writeFileSync(join(genesis, name), text);
    const options = ['--chains', '2', '--port', '0', '--control-port', '0'];
    const { status, stderr } = runCommand(['devnet', ...options, '--genesis', genesis]);
    writeFileSync(join(genesis, name), before);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  test('that do not exist are named with the option', () => {
    const { stderr } = runCommand(['devnet', '--port', '0', '--genesis', join(folder, 'nowhere')]);
    expect(stderr).toMatch(/chain-0\.json: .*: --genesis needs a folder with chain-0\.json and/);
  });
});

test('requests and blocks are logged as lines of JSON, to a file or the terminal', async () => {
  const logs = join(folder, 'logs');
  const json = ['--chains', '1', '--log-format', 'json'];
  const kept = await startDevnet(...json, '--log-folder', logs);
  controlled(kept, 'mine', '1');
  const log = (): string => readFileSync(join(logs, 'devnet.log'), 'utf8');
  // A request is logged when its answer has been sent, which its client may know sooner.
  await vi.waitFor(() => expect(log()).toContain('"area":"http"'));
  await kept.end();
  const lines = log().trim().split('\n');
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(read).toContainEqual(
    expect.objectContaining({ level: 'debug', area: 'devnet', message: 'block', height: 1 }),
  );
  const shown = await startDevnet(...json);
  controlled(shown, 'mine', '1');
  await shown.end();
  expect(shown.output()).toMatch(
    /^\{"time":"[^"]+","level":"debug","area":"devnet","message":"block"/m,
  );
});
