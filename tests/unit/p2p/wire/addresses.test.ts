// Which hosts a node connects to at all: neither reserved addresses nor names that lead to them.
import { once } from 'node:events';
import { createServer as createPlainServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { connectTo } from '../../../../src/p2p/wire/connect.ts';
import { wireLimits } from '../../../../src/p2p/wire/limits.ts';
import { certificate, clientWith, outcome, peerAt, serve } from '../../../support/peer-servers.ts';

test('a reserved address is refused before there is a socket', async () => {
  let connections = 0;
  const server = createPlainServer(() => connections++).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
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
  expect(await outcome(clientWith(), peerAt(port))).toBe('unreachable: there is no TLS connection');
  server.close();
  await once(server, 'close');
  expect(await outcome(clientWith(), peerAt(port))).toBe('unreachable: nothing listens there');
});

test('the address that is really connected to counts, before a byte is sent', async () => {
  let bytes = 0;
  const server = createPlainServer((socket) => {
    socket.on('error', () => undefined).on('data', (data) => (bytes += data.length));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const error = await new Promise<unknown>((resolve) =>
    connectTo(
      peerAt(port, certificate.id, 'node.test'),
      {
        timer: systemTimer,
        testRanges: [],
        checkCertificates: true,
        // Not that of the client: it answers whatever it is asked.
        lookup: (_name, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
      },
      (...[fault]) => resolve(fault),
    ),
  );
  expect(error).toMatchObject({
    fault: { kind: 'reserved-address', sentence: 'the host is a reserved address' },
  });
  expect(bytes).toBe(0);
});
