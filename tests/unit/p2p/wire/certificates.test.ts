// Which certificates of peers are accepted, and that no byte of a request is sent before.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { certificateOf } from '../../../support/certificates.ts';
import {
  anyId,
  certificate,
  clientWith,
  outcome,
  peerAt,
  serve,
} from '../../../support/peer-servers.ts';

test('the certificate of the id: connections are kept and used again', async () => {
  const server = await serve();
  const client = clientWith();
  for (let i = 0; i < 20; i++) expect(await outcome(client, peerAt(server.port))).toBe('200 hello');
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
  for (let i = 0; i < 4; i++) expect(await outcome(client, peerAt(server.port))).toBe('200 hello');
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
  onTestFinished(() => void server.close());
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
