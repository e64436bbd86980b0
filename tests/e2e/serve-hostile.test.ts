// Hostile requests, sent as bytes: each is refused with a sentence, and the server goes on.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, folderWith } from '../support/command.ts';
import { post, startPactServer, type PactServer } from '../support/pact-server.ts';
import { codeCommand, submission, testKey } from '../support/signed-commands.ts';

const folder = folderWith({});
const state = join(folder.path, 'state');
const logs = join(folder.path, 'logs');
/** Files that others can read, as an older version or a copy leaves them. */
const openFiles = ['state/server.mdb', 'state/server.mdb-lock', 'logs/pact-server.log'];

let server: PactServer;
beforeAll(async () => {
  for (const each of [state, logs]) mkdirSync(each);
  for (const each of openFiles) writeFileSync(join(folder.path, each), '', { mode: 0o644 });
  server = await startPactServer(`persistDir: ${state}\nlogDir: ${logs}\n`);
});
afterAll(async () => {
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.output()).not.toContain('bug in pact');
  folder.remove();
});

const isAnswering = async (): Promise<boolean> =>
  (await post(server, 'local', codeCommand('(+ 1 2)').text)).text.includes('{"int":3}');

/** Returns the server's answer to these bytes, up to the end of the connection. */
function answerTo(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const { port } = new URL(server.address);
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

test.each([
  ['GET http:// HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400, 'the request has no path'],
  ['GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400, 'the request has no path'],
  [`GET http://b/version HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 200, 'pact version'],
  ['GET /a\u0001 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'the request is not valid HTTP'],
  [
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'the headers are too large',
  ],
  [
    'POST /api/v1/send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'the request is not valid HTTP',
  ],
])('%j', async (bytes, status, sentence) => {
  const text = await answerTo(bytes);
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(text).toContain(`\r\n\r\n${sentence}`);
  expect(await isAnswering()).toBe(true);
});

test('a body that arrives too slowly is cut off', async () => {
  const text = await answerTo(
    'POST /api/v1/send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
      'Content-Length: 1000\r\n\r\n{"cmds":',
  );
  expect(text).toMatch(/^HTTP\/1.1 408 /);
  expect(text).toContain(
    'the body arrived too slowly: the minimum is 16 KiB per second; send it again',
  );
});

test('a connection that requests much more than it reads is cut off', async () => {
  const text = await answerTo('GET /version HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5000));
  expect(text.split('pact version').length).toBeLessThan(100);
  expect(await isAnswering()).toBe(true);
});

test('a command may have as many signatures as nodes accept', async () => {
  const keyPairs = Array.from({ length: 101 }, () => testKey);
  const [max, more] = [keyPairs.slice(1), keyPairs].map((pairs) =>
    codeCommand('1', { keyPairs: pairs }),
  );
  expect((await post(server, 'local', max!.text)).status).toBe(200);
  for (const route of ['local', 'local?signatureVerification=false']) {
    expect(await post(server, route, more!.text)).toEqual({
      status: 400,
      text: 'Invalid command: Signature list size too big: 101 signatures, 100 are the most',
    });
  }
  expect((await post(server, 'send', submission([max!, more!]))).text).toMatch(
    /^cmds\[1\]: Invalid/,
  );
});

test('a cmd has its own limit', async () => {
  const { text } = codeCommand(`"${'x'.repeat(330_000)}"`);
  expect(await post(server, 'local', text)).toEqual({
    status: 400,
    text: 'Invalid command: cmd has more than 327680 characters, more than a chain accepts',
  });
});

test('a short local request is answered while a long command runs', async () => {
  const endless = '(fold (lambda (a b) (fold (+) 0 (enumerate 0 100000))) 0 (enumerate 0 100000))';
  const long = codeCommand(endless);
  await post(server, 'send', submission([long]));
  expect(await isAnswering()).toBe(true);
  expect((await post(server, 'poll', { requestKeys: [long.requestKey] })).text).toBe('{}');
});

test('many large results are polled, each complete', async () => {
  const code = '(fold (+) "" (make-list 100 (fold (+) "" (make-list 100 "0123456789"))))';
  const sent = Array.from({ length: 20 }, () => codeCommand(code));
  const keys = sent.map(({ requestKey }) => requestKey);
  await post(server, 'send', submission(sent));
  for (const key of keys) await post(server, 'listen', { listen: key });
  const many = Array.from({ length: 300 }, (_, i) => codeCommand(`"${i}"`).requestKey);
  const { text } = await post(server, 'poll', { requestKeys: [...many, ...keys, ...keys] });
  const results = JSON.parse(text) as Record<
    string,
    { readonly result: { readonly data: string } }
  >;
  expect(Object.keys(results)).toEqual(keys);
  for (const key of keys) expect(results[key]?.result.data).toHaveLength(100_000);
});

test('only the owner can read its files', () => {
  const files = [
    ...readdirSync(state).map((name) => join(state, name)),
    join(logs, 'pact-server.log'),
  ];
  const kept = files.filter((path) => !path.includes('.lock'));
  expect(kept).toHaveLength(3);
  for (const path of kept) expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600]);
});

test('a reader of its output may close the pipe', async () => {
  const path = join(folder.path, 'shown.yaml');
  writeFileSync(path, 'port: 0\nverbose: true\n');
  const child = spawn(process.execPath, [command, 'serve', path], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  child.stdout.destroy();
  const address = /http:\S+(?=,)/.exec(line)?.[0] ?? '';
  for (let i = 0; i < 5; i++) expect((await fetch(`${address}/version`)).status).toBe(200);
  child.kill('SIGKILL');
});
