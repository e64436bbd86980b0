// Servers for tests of a client that asks other nodes: they answer as they want, and count.

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { parseIpRange } from '../../src/base/ip-address.ts';
import { systemClock, systemTimer } from '../../src/base/platform/system.ts';
import type { PeerInfo } from '../../src/p2p/address/peer-info.ts';
import type { WireRequest } from '../../src/p2p/messages/wire.ts';
import { PeerClient, type PeerClientOptions } from '../../src/p2p/wire/peer-client.ts';
import { certificateOf, type TestCertificate } from './certificates.ts';

export const certificate = certificateOf({ host: 'node.test' });
const loopback = [parseIpRange('127.0.0.0/8')].flatMap((range) => range ?? []);

export function clientWith(options: Partial<PeerClientOptions> = {}): PeerClient {
  const client = new PeerClient({
    clock: systemClock,
    timer: systemTimer,
    testRanges: loopback,
    checkCertificates: true,
    ownNames: new Set(),
    find: (_name, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

type Server = { readonly port: number; readonly requests: string[]; connections: number };

/** A server of HTTP over TLS that counts. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.end('hello'),
  { own = certificate, ...options }: { own?: TestCertificate } & TlsOptions = {},
): Promise<Server> {
  const seen: Server = { port: 0, requests: [], connections: 0 };
  const server = createServer({
    cert: own.certificate,
    key: own.key,
    keepAliveTimeout: 60_000,
    ...options,
  });
  server.on('request', (request, response) => {
    seen.requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.on('secureConnection', () => seen.connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(seen, { port: (server.address() as AddressInfo).port });
}

/** A server that does what it wants after the handshake. */
export async function serveRaw(run: (socket: TLSSocket) => void): Promise<Server> {
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
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return Object.assign(seen, { port: (server.address() as AddressInfo).port });
}

export const peerAt = (
  port: number,
  id: string | undefined = certificate.id,
  host = '127.0.0.1',
): PeerInfo => ({
  address: { host, port },
  id,
});
export const anyId = (port: number, host = '127.0.0.1'): PeerInfo => ({
  address: { host, port },
  id: undefined,
});

export const get: WireRequest = {
  method: 'GET',
  path: '/cut',
  headers: new Map([['x-test', 'yes']]),
  maxBytes: 2 * 1024 * 1024,
  headMs: 3000,
  deadlineMs: 5000,
};

export async function outcome(
  client: PeerClient,
  peer: PeerInfo,
  request: Partial<WireRequest> = {},
): Promise<string> {
  const answered = await client.ask(peer, { ...get, ...request });
  return answered.ok
    ? `${answered.value.status} ${Buffer.from(answered.value.body).toString('latin1')}`
    : `${answered.fault.kind}: ${answered.fault.sentence}`;
}
