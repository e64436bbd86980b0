// Connections to other nodes are bounded: requests wait for their turn, and can be given up.
import type { ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import type { PeerInfo } from '../../../../src/p2p/address/peer-info.ts';
import { wireLimits } from '../../../../src/p2p/wire/limits.ts';
import { clientWith, outcome, peerAt, serve, serveRaw } from '../../../support/peer-servers.ts';

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
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['aborted: the request was given up']));
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
  expect(await outcome(client, peer(999))).toBe('unreachable: this node has too many connections');
  for (const response of waiting) response.end('done');
  expect(new Set(await Promise.all(busy))).toEqual(new Set(['200 done']));
  expect(await outcome(client, peer(999))).toBe('200 hello');
});
