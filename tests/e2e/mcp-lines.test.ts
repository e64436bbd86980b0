// The lines that `pact mcp` reads and writes: bad ones, long ones, many at once, and the end of the input.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { command, folderWith } from '../support/command.ts';

const { path, remove } = folderWith({ 'a.repl': '(expect "one" 1 1)' });
afterAll(remove);

type Answer = {
  readonly id?: number | string;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: unknown;
};

class Server {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private output = '';

  constructor() {
    this.child = spawn(process.execPath, [command, 'mcp', path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.send({
      jsonrpc: '2.0',
      id: 'first',
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '0' },
      },
    });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  send(message: object | string | Uint8Array): void {
    const isRaw = typeof message === 'string' || message instanceof Uint8Array;
    this.child.stdin.write(isRaw ? message : JSON.stringify(message));
    this.child.stdin.write('\n');
  }

  run(id: number | string, code: string): void {
    const params = { name: 'run', arguments: { code } };
    this.send({ method: 'tools/call', params, jsonrpc: '2.0', id });
  }

  get answers(): readonly Answer[] {
    return this.output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Answer)
      .filter(({ id }) => id !== 'first');
  }

  async answerTo(id: number | string): Promise<Answer> {
    for (;;) {
      const found = this.answers.find((each) => each.id === id);
      if (found !== undefined) return found;
      await once(this.child.stdout, 'data');
    }
  }

  /** Returns the exit status. */
  async end(): Promise<number | null> {
    this.child.stdin.end();
    if (this.child.exitCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }
}

test('standard output has messages only, bad lines are answered, and the end of input ends the server', async () => {
  const server = new Server();
  server.send('this is not JSON');
  server.send('{"jsonrpc":"2.0"');
  server.send('');
  server.send('  ');
  server.send('[1, 2]');
  server.send({ jsonrpc: '1.0', id: 4, method: 'tools/list' });
  server.send(Buffer.from('{"jsonrpc":"2.0","id":5,"method":"\xff"}', 'latin1'));
  server.send({ jsonrpc: '2.0', id: 2, method: 'no/such/method' });
  server.run(3, '(print "to the client")');
  expect(await server.answerTo(3)).toMatchObject({ result: { isError: false } });
  const reported = server.answers.map(({ id, error }) => [id, error?.code, error?.message]);
  expect(reported).toEqual([
    [undefined, -32700, 'the line is not JSON: send one message a line'],
    [undefined, -32700, 'the line is not JSON: send one message a line'],
    [undefined, -32600, 'the line is not a message of JSON-RPC 2.0'],
    [4, -32600, 'the line is not a message of JSON-RPC 2.0'],
    [5, -32700, 'the line is not UTF-8 text'],
    [2, -32601, 'Method not found'],
    [3, undefined, undefined],
  ]);
  expect(await server.end()).toBe(0);
});

describe('a line of 50 MB', () => {
  const code = 'x'.repeat(50_000_000);
  const limit = /^a message has at most 16 MB in one line, so this one was not read/;

  test('is answered with the limit, the next line is read, and memory stays bounded', async () => {
    const server = new Server();
    server.run(1, '(+ 1 1)');
    await server.answerTo(1);
    const before = peakOf(server.child.pid);
    for (const id of [2, 'three', 4, 5]) server.run(id, code);
    server.send({ jsonrpc: '2.0', id: 6, method: 'tools/call', params: { name: code } });
    server.send(code);
    server.run(7, '(+ 3 4)');
    expect(await server.answerTo(7)).toMatchObject({ result: { isError: false } });
    const refused = server.answers.filter(({ error }) => error !== undefined);
    expect(refused.map(({ id }) => id)).toEqual([2, 'three', 4, 5, 6, undefined]);
    for (const { error } of refused) expect(error?.message).toMatch(limit);
    // Linux only.
    if (before !== undefined) expect(peakOf(server.child.pid)).toBeLessThan(before + 150_000);
    expect(await server.end()).toBe(0);
  });

  test('without an end is answered at the end of the input', async () => {
    const server = new Server();
    server.child.stdin.write(`{"jsonrpc":"2.0","id":8,"method":"${code}`);
    expect(await server.end()).toBe(0);
    expect(server.answers).toMatchObject([{ id: 8, error: { code: -32600 } }]);
  });
});

test('many lines at once are all answered before the server ends, the last one without an end', async () => {
  const server = new Server();
  for (let id = 1; id <= 20; id++) server.run(id, `(+ ${id} 100)`);
  const last = { jsonrpc: '2.0', id: 21, method: 'tools/list' };
  server.child.stdin.write(JSON.stringify(last));
  expect(await server.end()).toBe(0);
  const ids = server.answers.map(({ id }) => Number(id));
  expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
  expect(JSON.stringify(server.answers.find(({ id }) => id === 20))).toContain(': 120');
});

test('a call that was cancelled does not keep the server at the end of the input', async () => {
  const server = new Server();
  server.run(1, '(length (map (lambda (n) (enumerate 1 10000)) (enumerate 1 1000000)))');
  server.run(2, '(+ 1 1)');
  const params = { requestId: 1 };
  server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  expect(await server.end()).toBe(0);
  expect(server.answers.map(({ id }) => id)).toEqual([2]);
});

/** The most memory that a process has used, in kilobytes; `undefined` if the system does not tell. */
function peakOf(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, peak] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(peak);
}
