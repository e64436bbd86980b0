// Asking other nodes over real connections: certificates, addresses, and every way in which an answer can be too much.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createPlainServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { parseIpRange } from '../../../../src/base/ip-address.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import type { PeerInfo } from '../../../../src/p2p/address/peer-info.ts';
import type { WireRequest } from '../../../../src/p2p/messages/wire.ts';
import { wireLimits } from '../../../../src/p2p/wire/limits.ts';
import { PeerClient, type PeerClientOptions } from '../../../../src/p2p/wire/peer-client.ts';
import { certificateOf, type TestCertificate } from '../../../support/certificates.ts';

const certificate = certificateOf({ host: 'node.test' });
const loopback = [parseIpRange('127.0.0.0/8')].flatMap((range) => range ?? []);

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function clientWith(options: Partial<PeerClientOptions> = {}): PeerClient {
  const client = new PeerClient({
    clock: systemClock,
    timer: systemTimer,
    testRanges: loopback,
    checkCertificates: true,
    ownNames: new Set(),
    find: (_name, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
    ...options,
  });
  closing.push(() => client.close());
  return client;
}

type Server = { readonly port: number; readonly requests: string[]; connections: number };

/** A server of HTTP over TLS that counts. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.end('hello'),
  { own = certificate, ...options }: { own?: TestCertificate } & TlsOptions = {},
): Promise<Server> {
  const seen: Server = { port: 0, requests: [], connections: 0 };
  const server = createServer({ cert: own.certificate, key: own.key, ...options });
  server.on('request', (request, response) => {
    seen.requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.on('secureConnection', () => seen.connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(seen, { port: (server.address() as AddressInfo).port });
}

/** A server that does what it wants after the handshake. */
async function serveRaw(run: (socket: TLSSocket) => void): Promise<Server> {
  const seen: Server = { port: 0, requests: [], connections: 0 };
  const sockets = new Set<TLSSocket>();
  const server = createTlsServer({ cert: certificate.certificate, key: certificate.key });
  server.on('secureConnection', (socket) => {
    seen.connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (data: Uint8Array) => {
      seen.requests.push(String(data).split(' HTTP')[0] ?? '');
      run(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return Object.assign(seen, { port: (server.address() as AddressInfo).port });
}

const peerAt = (
  port: number,
  id: string | undefined = certificate.id,
  host = '127.0.0.1',
): PeerInfo => ({
  address: { host, port },
  id,
});
const anyId = (port: number, host = '127.0.0.1'): PeerInfo => ({
  address: { host, port },
  id: undefined,
});

const get: WireRequest = {
  method: 'GET',
  path: '/cut',
  headers: new Map([['x-test', 'yes']]),
  maxBytes: 2 * 1024 * 1024,
  headMs: 3000,
  deadlineMs: 5000,
};

async function outcome(
  client: PeerClient,
  peer: PeerInfo,
  request: Partial<WireRequest> = {},
): Promise<string> {
  const answered = await client.ask(peer, { ...get, ...request });
  return answered.ok
    ? `${answered.value.status} ${Buffer.from(answered.value.body).toString('latin1')}`
    : `${answered.fault.kind}: ${answered.fault.sentence}`;
}

describe('certificates', () => {
  test('the certificate of the id: connections are kept and used again', async () => {
    const server = await serve();
    const client = clientWith();
    for (let i = 0; i < 20; i++)
      expect(await outcome(client, peerAt(server.port))).toBe('200 hello');
    expect(server.requests).toHaveLength(20);
    // A connection is free again only after a turn of the event loop.
    expect(server.connections).toBeLessThanOrEqual(2);
    expect(client.connections).toBe(server.connections);
  });

  test('another certificate: no byte of a request is sent', async () => {
    const server = await serve();
    const other = 'A'.repeat(43);
    expect(await outcome(clientWith(), peerAt(server.port, other))).toBe(
      `wrong-certificate: its id is ${certificate.id}, not ${other}`,
    );
    expect(server.requests).toEqual([]);
  });

  test.each([
    ['expired', certificateOf({ host: 'a', fromMs: 0, untilMs: 1000 })],
    [
      'of the future',
      certificateOf({ host: 'a', fromMs: Date.now() + 1e9, untilMs: Date.now() + 2e9 }),
    ],
    [
      'of RSA',
      certificateOf({ host: 'a', keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) }),
    ],
    [
      'of P-384',
      certificateOf({ host: 'a', keys: generateKeyPairSync('ec', { namedCurve: 'P-384' }) }),
    ],
  ])('a certificate %s counts by its hash alone', async (_, own) => {
    const server = await serve(undefined, { own });
    expect(await outcome(clientWith(), peerAt(server.port, own.id))).toBe('200 hello');
  });

  test('a short RSA key is refused even with the right id', async () => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const own = certificateOf({ host: 'a', keys });
    const server = await serve(undefined, { own, ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await outcome(clientWith(), peerAt(server.port, own.id))).toMatch(
      /^(wrong-certificate: its key has 1024 bits, fewer than 2048|unreachable: there is no TLS connection)$/,
    );
    expect(server.requests).toEqual([]);
  });

  test('a peer without an id must be vouched for by an authority, for its host', async () => {
    const authority = certificateOf({ host: 'authority' });
    const own = certificateOf({ host: 'node.test', authority });
    const { port } = await serve(undefined, { own });
    const client = clientWith({ authorities: [authority.certificate] });
    expect(await outcome(client, anyId(port, 'node.test'))).toBe('200 hello');
    const refused = 'wrong-certificate: no authority vouches for its certificate and host';
    expect(await outcome(client, anyId(port, 'other.test'))).toBe(refused);
    expect(await outcome(client, anyId(port))).toBe(refused);
    expect(await outcome(clientWith(), anyId(port, 'node.test'))).toBe(refused);
  });

  test.each([
    ['self-signed', certificate],
    ['expired', certificateOf({ host: 'node.test', fromMs: 0, untilMs: 1000 })],
  ])('a peer without an id and with a %s certificate is refused', async (_, own) => {
    const server = await serve(undefined, { own });
    expect(await outcome(clientWith(), anyId(server.port, 'node.test'))).toContain(
      'wrong-certificate',
    );
    expect(server.requests).toEqual([]);
  });

  test('without checks any certificate will do', async () => {
    const { port } = await serve();
    const client = clientWith({ checkCertificates: false });
    expect(await outcome(client, anyId(port))).toBe('200 hello');
    expect(await outcome(client, peerAt(port, 'A'.repeat(43)))).toBe('200 hello');
  });

  test('a session is never resumed, so each connection shows its certificate', async () => {
    let resumed = 0;
    const server = await serve((request, response) => {
      if ((request.socket as TLSSocket).isSessionReused()) resumed++;
      response.setHeader('connection', 'close');
      response.end('hello');
    });
    const client = clientWith();
    for (let i = 0; i < 4; i++)
      expect(await outcome(client, peerAt(server.port))).toBe('200 hello');
    expect([server.connections, resumed]).toEqual([4, 0]);
  });

  test('old versions of TLS are refused', async () => {
    const server = await serve(undefined, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
    expect(await outcome(clientWith(), peerAt(server.port))).toBe(
      'unreachable: there is no TLS connection',
    );
  });

  test('a peer that shows another certificate later is found out by its next connection', async () => {
    const server = createServer({ cert: certificate.certificate, key: certificate.key });
    const requests: string[] = [];
    server.on('request', (request, response) => {
      requests.push(request.url ?? '');
      response.setHeader('connection', 'close');
      response.end('hello');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const client = clientWith();
    expect(await outcome(client, peerAt(port))).toBe('200 hello');
    const other = certificateOf({ host: 'node.test' });
    server.setSecureContext({ cert: other.certificate, key: other.key });
    expect(await outcome(client, peerAt(port))).toContain('wrong-certificate');
    // The same address with the new id is another peer.
    expect(await outcome(client, peerAt(port, other.id))).toBe('200 hello');
    expect(requests).toHaveLength(2);
  });
});

describe('addresses', () => {
  test('a reserved address is refused before there is a socket', async () => {
    let connections = 0;
    const server = createPlainServer(() => connections++).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const client = clientWith({ testRanges: [] });
    for (const host of ['127.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'localhost']) {
      expect(await outcome(client, peerAt(port, undefined, host))).toBe(
        'reserved-address: the host is a reserved address',
      );
    }
    expect([connections, client.connections]).toEqual([0, 0]);
  });

  test('a name with one reserved address among others is refused', async () => {
    const server = await serve();
    const client = clientWith({
      testRanges: [],
      find: (_, answer) =>
        answer(null, [
          { address: '1.1.1.1', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    });
    expect(await outcome(client, peerAt(server.port, certificate.id, 'node.test'))).toBe(
      'reserved-address: the name belongs to a reserved address',
    );
    expect(server.connections).toBe(0);
  });

  test.each([
    ['no address', [], 'unreachable: the name has no address'],
    [
      'too many addresses',
      Array.from({ length: wireLimits.addressesPerName + 1 }, () => ({
        address: '127.0.0.1',
        family: 4,
      })),
      'unreachable: the name has too many addresses',
    ],
  ])('a name with %s', async (_, addresses, expected) => {
    const client = clientWith({ find: (_name, answer) => answer(null, addresses) });
    expect(await outcome(client, peerAt(1, certificate.id, 'node.test'))).toBe(expected);
  });

  test('a name that cannot be found', async () => {
    const error = Object.assign(new Error('?'), { code: 'ENOTFOUND' });
    const client = clientWith({ find: (_, answer) => answer(error, []) });
    expect(await outcome(client, peerAt(1, certificate.id, 'node.test'))).toBe(
      'unreachable: the name has no address',
    );
  });

  test('nothing listens, or something that does not speak TLS', async () => {
    const server = createPlainServer((socket: Socket) => {
      socket.on('error', () => undefined).resume();
      socket.end('SSH-2.0-OpenSSH_9.2\r\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await outcome(clientWith(), peerAt(port))).toBe(
      'unreachable: there is no TLS connection',
    );
    server.close();
    await once(server, 'close');
    expect(await outcome(clientWith(), peerAt(port))).toBe('unreachable: nothing listens there');
  });
});

describe('requests', () => {
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
});

describe('turns', () => {
  test('a given-up request ends at once, and before it is sent nothing is', async () => {
    const server = await serve(() => undefined);
    const client = clientWith();
    const controller = new AbortController();
    const asked = outcome(client, peerAt(server.port), { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    expect(await asked).toBe('aborted: the request was given up');
    expect(await outcome(client, peerAt(server.port), { signal: controller.signal })).toContain(
      'aborted',
    );
  });

  test('a peer has a few connections, and other requests wait for their turn', async () => {
    const open: ServerResponse[] = [];
    const server = await serve((_, response) => open.push(response));
    const client = clientWith();
    const count = wireLimits.connectionsPerPeer + 2;
    const asked = Array.from({ length: count }, () => outcome(client, peerAt(server.port)));
    while (open.length < wireLimits.connectionsPerPeer)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([open.length, server.connections]).toEqual([
      wireLimits.connectionsPerPeer,
      wireLimits.connectionsPerPeer,
    ]);
    const answering = setInterval(() => open.shift()?.end('late'), 5);
    expect(await Promise.all(asked)).toEqual(asked.map(() => '200 late'));
    clearInterval(answering);
    expect(server.connections).toBe(wireLimits.connectionsPerPeer);
  });

  test('a waiting request keeps its deadline, and can be given up', async () => {
    const { port } = await serve(() => undefined);
    const client = clientWith();
    const first = Array.from({ length: wireLimits.connectionsPerPeer }, () =>
      outcome(client, peerAt(port)),
    );
    const controller = new AbortController();
    const given = outcome(client, peerAt(port), { signal: controller.signal });
    expect(await outcome(client, peerAt(port), { deadlineMs: 100 })).toBe(
      'too-slow: other requests to this peer took too long',
    );
    controller.abort();
    expect(await given).toBe('aborted: the request was given up');
    await client.close();
    expect(await Promise.all(first)).toEqual(first.map(() => 'aborted: the request was given up'));
  });

  test('too many waiting requests to one peer are refused', async () => {
    const { port } = await serve(() => undefined);
    const client = clientWith();
    const count = wireLimits.connectionsPerPeer + wireLimits.waitingPerPeer;
    const asked = Array.from({ length: count }, () => outcome(client, peerAt(port)));
    expect(await outcome(client, peerAt(port))).toBe(
      'unreachable: too many requests wait for this peer',
    );
    await client.close();
    expect(new Set(await Promise.all(asked))).toEqual(
      new Set(['aborted: the request was given up']),
    );
    expect(await outcome(client, peerAt(port))).toContain('aborted');
  });

  test('a connection that the peer has closed in the meantime is replaced', async () => {
    const sockets: TLSSocket[] = [];
    const server = await serveRaw((socket) => {
      sockets.push(socket);
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      // The next request on this connection gets no answer.
      socket.once('data', () => socket.destroy());
    });
    const client = clientWith();
    expect(await outcome(client, peerAt(server.port))).toBe('200 ok');
    expect(await outcome(client, peerAt(server.port))).toBe('200 ok');
    expect(server.connections).toBe(2);
  });

  test('all connections together are bounded: idle ones make room, and beyond them requests are refused', async () => {
    const waiting: ServerResponse[] = [];
    const { port } = await serve((request, response) => {
      if (request.url === '/wait') waiting.push(response);
      else response.end('hello');
    });
    const client = clientWith({ checkCertificates: false });
    // Each id is a peer of its own.
    const peer = (i: number): PeerInfo => peerAt(port, String(i).padStart(42, 'A').concat('A'));
    for (let i = 0; i < wireLimits.connections; i++) await outcome(client, peer(i));
    expect(client.connections).toBe(wireLimits.connections);
    const busy = Array.from({ length: wireLimits.connections }, (_, i) =>
      outcome(client, peer(i + 100), { path: '/wait' }),
    );
    while (waiting.length < busy.length) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(client.connections).toBe(wireLimits.connections);
    expect(await outcome(client, peer(999))).toBe(
      'unreachable: this node has too many connections',
    );
    for (const response of waiting) response.end('done');
    expect(new Set(await Promise.all(busy))).toEqual(new Set(['200 done']));
    expect(await outcome(client, peer(999))).toBe('200 hello');
  });
});
