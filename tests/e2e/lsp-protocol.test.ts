// The protocol of `pact lsp`, checked on the bytes of the real process.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import {
  createProtocolConnection,
  IPCMessageReader,
  IPCMessageWriter,
  SocketMessageReader,
  SocketMessageWriter,
} from 'vscode-languageserver/node';
import { command } from '../support/command.ts';
import { LanguageClient } from '../support/language-client.ts';

const running: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const each of running.splice(0)) each.kill();
});

type Message = {
  readonly id?: number | null;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
};

/** Sends bytes, and reads all output as frames. */
class RawServer {
  readonly process: ChildProcessWithoutNullStreams;
  private output = Buffer.alloc(0);
  readonly messages: Message[] = [];
  /** Output that is not a frame. */
  stray = '';
  private wake: () => void = () => undefined;

  constructor(
    args: readonly string[] = ['lsp', '--stdio'],
    program: readonly string[] = [command],
  ) {
    this.process = spawn(process.execPath, [...program, ...args]);
    running.push(this.process);
    this.process.stdout.on('data', (chunk: Buffer) => {
      this.output = Buffer.concat([this.output, chunk]);
      this.read();
      this.wake();
    });
  }

  write(...messages: readonly object[]): void {
    this.process.stdin.write(Buffer.concat(messages.map(frame)));
  }

  answerTo(id: number | null): Promise<Message> {
    return this.message((each) => each.id === id && each.method === undefined);
  }

  async message(isWanted: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.messages.find(isWanted);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  exited(): Promise<number | null> {
    return new Promise((resolve) => {
      if (this.process.exitCode !== null) resolve(this.process.exitCode);
      else this.process.once('close', resolve);
    });
  }

  private read(): void {
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n\r\n/.exec(this.output.toString('latin1'));
      if (head === null) {
        if (!'Content-Length: '.startsWith(this.output.toString('latin1', 0, 16))) {
          if (!this.output.toString('latin1').startsWith('Content-Length: ')) {
            this.stray += this.output.toString();
          }
        }
        return;
      }
      const end = head[0].length + Number(head[1]);
      if (this.output.length < end) return;
      this.messages.push(JSON.parse(this.output.toString('utf8', head[0].length, end)) as Message);
      this.output = this.output.subarray(end);
    }
  }
}

function frame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

const request = (id: number, method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const note = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', method, params });
const initialize = request(0, 'initialize', { processId: null, rootUri: null, capabilities: {} });
const open = (uri: string, text: string): object =>
  note('textDocument/didOpen', { textDocument: { uri, languageId: 'pact', version: 1, text } });

test('a session ends with status 0 after shutdown, and writes nothing but frames', async () => {
  const server = new RawServer();
  server.write(initialize, note('initialized'));
  expect(await server.answerTo(0)).toMatchObject({ result: { serverInfo: { name: 'pact' } } });
  server.write(
    open('untitled:a', '(print "printed by nobody")\n(+ 1 true'),
    request(1, 'shutdown'),
  );
  expect(await server.answerTo(1)).toMatchObject({ result: null });
  server.write(note('exit'));
  expect(await server.exited()).toBe(0);
  expect(server.stray).toBe('');
});

test('exit without shutdown is status 1', async () => {
  const server = new RawServer();
  server.write(initialize, note('exit'));
  expect(await server.exited()).toBe(1);
});

test('before initialize every request is refused, and notifications are dropped', async () => {
  const server = new RawServer();
  server.write(open('untitled:a', 'x'), request(1, 'textDocument/hover'), request(2, 'shutdown'));
  expect(await server.answerTo(1)).toMatchObject({ error: { code: -32002 } });
  expect(await server.answerTo(2)).toMatchObject({ error: { code: -32002 } });
  server.write(initialize);
  expect(await server.answerTo(0)).toHaveProperty('result');
});

test('a second initialize, and requests after shutdown, are invalid', async () => {
  const server = new RawServer();
  server.write(initialize, request(1, 'initialize', { capabilities: {} }));
  expect(await server.answerTo(1)).toMatchObject({ error: { code: -32600 } });
  server.write(request(2, 'shutdown'), request(3, 'textDocument/hover'));
  expect(await server.answerTo(3)).toMatchObject({ error: { code: -32600 } });
  server.write(note('exit'));
  expect(await server.exited()).toBe(0);
});

test("a client that refuses the server's requests keeps its server", async () => {
  const server = new RawServer();
  const watched = { dynamicRegistration: true };
  const workspace = { didChangeWatchedFiles: watched, didChangeConfiguration: watched };
  const capabilities = { workspace: { ...workspace, configuration: true } };
  server.write(
    request(0, 'initialize', { processId: null, rootUri: null, capabilities }),
    note('initialized'),
  );
  const isRegistration = ({ method }: Message) => method === 'client/registerCapability';
  const { id } = await server.message(isRegistration);
  server.write({ jsonrpc: '2.0', id, error: { code: -32601, message: 'not offered' } });
  for (const each of [1, 2]) {
    server.write(request(each, 'workspace/symbol', { query: '' }));
    expect(await server.answerTo(each)).toHaveProperty('result');
  }
  server.write(request(3, 'shutdown'), note('exit'));
  expect(await server.exited()).toBe(0);
});

test('unknown requests are answered, unknown notifications are not, and invalid messages are refused', async () => {
  const server = new RawServer();
  server.write(initialize, note('$/unknown'), note('pact/unknown'), request(1, 'pact/unknown'));
  expect(await server.answerTo(1)).toMatchObject({ error: { code: -32601 } });
  server.write([initialize]);
  expect(await server.answerTo(null)).toMatchObject({ error: { code: -32600 } });
});

test('a body that is not JSON and a header without a length are refused, and the server stays alive', async () => {
  const server = new RawServer();
  server.write(initialize);
  await server.answerTo(0);
  server.process.stdin.write('Content-Length: 5\r\n\r\n{oops');
  expect(await server.answerTo(null)).toMatchObject({ error: { code: -32700 } });
  server.process.stdin.write('Content-Type: nothing\r\n\r\n{}');
  server.write(request(2, 'shutdown'));
  expect(await server.answerTo(2)).toHaveProperty('result');
  expect(server.messages.filter(({ error }) => error?.code === -32700)).not.toHaveLength(0);
});

test('frames may be split at every byte, arrive together, and have other headers', async () => {
  const server = new RawServer();
  const bytes = Buffer.concat([frame(initialize), frame(open('untitled:a', '(+ 1 "🙂é")'))]);
  for (const byte of bytes) {
    server.process.stdin.write(Buffer.of(byte));
    // Each of them in its own chunk.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await server.answerTo(0);
  const body = JSON.stringify(
    request(1, 'textDocument/documentSymbol', { textDocument: { uri: 'untitled:a' } }),
  );
  const type = 'Content-Type: application/vscode-jsonrpc; charset=utf-8';
  server.process.stdin.write(`${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  expect(await server.answerTo(1)).toMatchObject({ result: [] });
  const many = Array.from({ length: 300 }, (_, i) => request(i + 10, 'pact/unknown'));
  server.write(...many);
  expect(await server.answerTo(309)).toMatchObject({ error: { code: -32601 } });
  expect(server.messages).toHaveLength(
    302 + server.messages.filter((m) => m.method !== undefined).length,
  );
});

test('a body of 20 MB is read', async () => {
  const server = new RawServer();
  server.write(initialize, open('untitled:big', `; ${'x'.repeat(20 << 20)}\n(defun f () 1)`));
  server.write(
    request(1, 'textDocument/documentSymbol', { textDocument: { uri: 'untitled:big' } }),
  );
  expect(await server.answerTo(1)).toMatchObject({ result: [{ name: 'f' }] });
});

test('a queued request that is cancelled is answered with -32800', async () => {
  const server = new RawServer();
  server.write(initialize);
  await server.answerTo(0);
  const text = '(defun f () (+ 1 2))\n'.repeat(20_000);
  const textDocument = { uri: 'untitled:a' };
  server.write(
    open('untitled:a', text),
    request(1, 'textDocument/semanticTokens/full', { textDocument }),
    request(2, 'textDocument/semanticTokens/full', { textDocument }),
    request(3, 'textDocument/semanticTokens/full', { textDocument }),
    note('$/cancelRequest', { id: 3 }),
    note('$/cancelRequest', { id: 99 }),
  );
  expect(await server.answerTo(3)).toMatchObject({ error: { code: -32800 } });
  expect(await server.answerTo(1)).toHaveProperty('result');
});

test('while a long request runs others are answered, and it can be cancelled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pact-lsp-'));
  try {
    const body = '(defun f:integer (a:integer) (+ a (* a (- a 1))))\n'.repeat(100);
    for (let i = 0; i < 150; i++) {
      const named = body.replaceAll(/defun f/g, (_found, at: number) => `defun f${at}`);
      writeFileSync(join(folder, `m${i}.pact`), `(module m${i} G (defcap G () true)\n${named})`);
    }
    const server = new RawServer();
    const uri = pathToFileURL(folder).href;
    server.write(
      request(0, 'initialize', { processId: null, rootUri: uri, capabilities: {} }),
      request(1, 'workspace/diagnostic', { previousResultIds: [] }),
      request(2, 'textDocument/documentSymbol', { textDocument: { uri: `${uri}/m0.pact` } }),
    );
    expect(await server.answerTo(2)).toHaveProperty('result');
    expect(server.messages.some(({ id }) => id === 1)).toBe(false);
    server.write(note('$/cancelRequest', { id: 1 }));
    expect(await server.answerTo(1)).toMatchObject({ error: { code: -32800 } });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a server that needs too much memory reports it, answers open requests, and ends', async () => {
  const lsp = join(dirname(command), 'lsp.js');
  const options = "{ transport: { kind: 'stdio' }, memoryMegabytes: 64 }";
  const program = `require(${JSON.stringify(lsp)}).runLanguageServer(${options}).then(process.exit)`;
  const server = new RawServer(['-e', program], []);
  server.write(
    initialize,
    open('untitled:big', '(defun f (a b) (+ a (* b 1)))\n'.repeat(200_000)),
    request(1, 'textDocument/documentSymbol', { textDocument: { uri: 'untitled:big' } }),
  );
  expect(await server.answerTo(1)).toMatchObject({ error: { code: -32603 } });
  expect(await server.exited()).toBe(1);
  const shown = server.messages.find(({ method }) => method === 'window/showMessage');
  expect(JSON.stringify(shown)).toContain('needed more than 64 MB of memory');
});

test('the end of its input ends the server', async () => {
  const server = new RawServer();
  server.write(initialize);
  await server.answerTo(0);
  server.process.stdin.end();
  expect(await server.exited()).toBe(1);
});

test('the end of the process of the client ends the server', async () => {
  const client = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
  const server = new RawServer();
  server.write(
    request(0, 'initialize', { processId: client.pid, rootUri: null, capabilities: {} }),
  );
  await server.answerTo(0);
  client.kill();
  expect(await server.exited()).toBe(1);
});

test('--clientProcessId does the same', async () => {
  const client = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
  const server = new RawServer(['lsp', '--stdio', `--clientProcessId=${client.pid}`]);
  server.write(initialize);
  await server.answerTo(0);
  client.kill();
  expect(await server.exited()).toBe(1);
});

test('an editor that listens on a port is served', async () => {
  const listening = createServer();
  const connected = new Promise<Socket>((resolve) => listening.once('connection', resolve));
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  const server = new RawServer(['lsp', `--socket=${port}`]);
  const socket = await connected;
  const connection = createProtocolConnection(
    new SocketMessageReader(socket),
    new SocketMessageWriter(socket),
  );
  connection.listen();
  const answer = await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    capabilities: {},
  });
  expect(answer).toHaveProperty('capabilities');
  socket.destroy();
  listening.close();
  expect(await server.exited()).toBe(1);
});

test('a Node process is served over its IPC channel', async () => {
  const server = spawn(process.execPath, [command, 'lsp', '--node-ipc'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const connection = createProtocolConnection(
    new IPCMessageReader(server),
    new IPCMessageWriter(server),
  );
  connection.listen();
  const params = { processId: null, rootUri: null, capabilities: {} };
  expect(await connection.sendRequest('initialize', params)).toHaveProperty('capabilities');
  server.disconnect();
  expect(await new Promise((resolve) => server.once('exit', resolve))).toBe(1);
});

test('a missing editor at the port, and a missing channel, are reported on standard error', async () => {
  for (const [option, sentence] of [
    ['--socket=1', /pact: cannot reach the editor: .*ECONNREFUSED/],
    ['--node-ipc', /pact: cannot reach the editor: --node-ipc needs/],
  ] as const) {
    const client = new LanguageClient(['lsp', option]);
    expect(await client.exited()).toBe(1);
    expect(client.stderr).toMatch(sentence);
  }
});
