// Requests to other nodes, and every way in which an answer can be too much.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { wireLimits } from '../../../../src/p2p/wire/limits.ts';
import {
  clientWith,
  get,
  outcome,
  peerAt,
  serve,
  serveRaw,
} from '../../../support/peer-servers.ts';

test('method, path, headers and body arrive, and the answer as it is', async () => {
  let seen = '';
  const { port } = await serve((request, response) => {
    request.setEncoding('utf8');
    request.on('data', (text: string) => (seen += text));
    request.on('end', () => {
      const { 'x-test': own, 'accept-encoding': encoding, host } = request.headers;
      seen += ` ${String(own)} ${String(encoding)} ${String(host)}`;
      response.writeHead(204, { 'X-Own': ['a', 'b'] }).end();
    });
  });
  const answered = await clientWith().ask(peerAt(port), {
    ...get,
    method: 'PUT',
    path: '/a?b=c',
    body: Buffer.from('{}'),
  });
  expect(answered.ok && answered.value.status).toBe(204);
  expect(answered.ok && answered.value.headers.get('x-own')).toBe('a, b');
  expect(seen).toBe(`{} yes identity 127.0.0.1:${port}`);
});

test('HEAD has no body', async () => {
  const { port } = await serve((_, response) =>
    response.writeHead(200, { 'content-length': '99999999' }).end(),
  );
  expect(await outcome(clientWith(), peerAt(port), { method: 'HEAD' })).toBe('200 ');
});

test('a redirect is an answer like others', async () => {
  const target = await serve();
  const { port, requests } = await serve((_, response) =>
    response.writeHead(302, { location: `https://127.0.0.1:${target.port}/` }).end(),
  );
  expect(await outcome(clientWith(), peerAt(port))).toBe('302 ');
  expect([requests.length, target.requests.length]).toEqual([1, 0]);
});

test('the most bytes, and one more', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/known') response.setHeader('content-length', '11');
    response.write('0123456789');
    if (request.url !== '/ten') response.write('x');
    response.end();
  });
  const client = clientWith();
  expect(await outcome(client, peerAt(port), { path: '/ten', maxBytes: 10 })).toBe(
    '200 0123456789',
  );
  for (const path of ['/known', '/chunks']) {
    expect(await outcome(client, peerAt(port), { path, maxBytes: 10 })).toBe(
      'too-large: the answer has more than 10 bytes',
    );
  }
});

test('an endless body is stopped near the limit', async () => {
  let written = 0;
  const { port } = await serve((_, response) => {
    const piece = Buffer.alloc(64 * 1024);
    const send = (): void => {
      while (!response.destroyed && response.write(piece)) written += piece.length;
    };
    response.on('drain', send);
    send();
  });
  expect(await outcome(clientWith(), peerAt(port))).toContain('too-large');
  expect(written).toBeLessThan(2 * get.maxBytes + 4 * 1024 * 1024);
});

test.each(['gzip', 'br', 'deflate', 'x'])('nothing is inflated: %s', async (encoding) => {
  const { port } = await serve((_, response) =>
    response
      .writeHead(200, { 'content-encoding': encoding })
      .end(gzipSync(Buffer.alloc(1024 * 1024))),
  );
  expect(await outcome(clientWith(), peerAt(port))).toBe(
    'malformed: the answer is compressed, which was not asked for',
  );
});

test('a slow body ends at the deadline', async () => {
  const { port } = await serve((_, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  });
  expect(await outcome(clientWith(), peerAt(port), { deadlineMs: 300 })).toBe(
    'too-slow: the answer did not end in time',
  );
});

test('an answer that does not begin', async () => {
  const { port } = await serve(() => undefined);
  expect(await outcome(clientWith(), peerAt(port), { headMs: 200 })).toBe(
    'too-slow: the answer did not begin in time',
  );
});

test('header lines for ever', async () => {
  const { port } = await serveRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(
      () => socket.write(`x-${'y'.repeat(500)}: ${'z'.repeat(500)}\r\n`),
      1,
    );
    socket.on('close', () => clearInterval(timer));
  });
  expect(await outcome(clientWith(), peerAt(port))).toBe(
    'too-large: the answer has too many header lines',
  );
});

test('a slow drip of header lines', async () => {
  const { port } = await serveRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x: y\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  expect(await outcome(clientWith(), peerAt(port), { headMs: 200 })).toContain('too-slow');
});

test('a few interim answers are skipped, and no more', async () => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
  const interim = 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n';
  let count: number = wireLimits.interimAnswers;
  const { port } = await serveRaw((socket) => socket.end(interim.repeat(count) + answer));
  expect(await outcome(clientWith(), peerAt(port))).toBe('200 ok');
  count++;
  expect(await outcome(clientWith(), peerAt(port))).toBe(
    'malformed: too many interim answers come before the answer',
  );
});

test.each([
  ['what is not HTTP', 'SSH-2.0-x\r\n\r\n', 'malformed'],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc',
    'malformed',
  ],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'malformed',
  ],
  ['a short body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc', ''],
  ['an upgrade', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', ''],
  ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n', ''],
  ['nothing', '', 'unreachable: the peer closed the connection'],
  ['a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'malformed'],
])('%s is a fault', async (_, text, kind) => {
  const { port } = await serveRaw((socket) => socket.end(text));
  const said = await outcome(clientWith(), peerAt(port));
  expect(said).toMatch(/^(malformed|unreachable): /);
  expect(said).toContain(kind);
});

test('random bytes are faults or answers', async () => {
  const pieces = [
    'HTTP/1.1 ',
    '200',
    ' OK',
    '\r\n',
    '\r\n\r\n',
    'content-length: ',
    '5',
    'transfer-encoding: chunked',
    ': ',
    '__proto__: x',
    'constructor: y',
    '\0',
    '5\r\nhello\r\n',
    '0\r\n\r\n',
    '103 x',
    'connection: keep-alive',
  ];
  let seed = 7;
  const draw = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  const { port } = await serveRaw((socket) => {
    const text = Array.from({ length: draw(14) }, () => pieces[draw(pieces.length)]).join('');
    socket.end((draw(2) === 0 ? 'HTTP/1.1 200 OK\r\n' : '') + text);
  });
  const client = clientWith();
  for (let i = 0; i < 60; i++) {
    expect(await outcome(client, peerAt(port), { deadlineMs: 500 })).toMatch(
      /^([a-z-]+: |[0-9]{3} )/,
    );
  }
});
