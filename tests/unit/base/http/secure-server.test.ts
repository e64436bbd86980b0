// A server with TLS: which handshakes begin at all, how long they may take, and that limits count real connections.
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import {
  type HttpLimits,
  httpLimits,
  routesOf,
  startHttp,
} from '../../../../src/base/http/index.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import { loggerOf } from '../../../../src/base/ports/logger.ts';
import { certificateOf } from '../../../support/certificates.ts';

const own = certificateOf({ host: 'node.test' });
const route = routesOf<{ readonly count: { requests: number } }>();

async function serve(limits: Partial<HttpLimits> = {}, isTrusted?: (address: string) => boolean) {
  const count = { requests: 0 };
  const server = await startHttp({
    host: '0.0.0.0',
    port: 0,
    clock: systemClock,
    timer: systemTimer,
    parts: { count },
    limits: { ...httpLimits, ...limits },
    tls: { certificates: own.certificate, key: own.key },
    isTrusted,
    routes: [
      route({
        method: 'GET',
        path: '/from',
        summary: '',
        answers: '',
        needs: ['count'],
        run: (parts, { sender }) => {
          parts.count.requests++;
          return { kind: 'text', text: `from ${sender.address}` };
        },
      }),
      route({
        method: 'GET',
        path: '/wait',
        summary: '',
        answers: '',
        needs: [],
        run: (_, { left }) =>
          new Promise((resolve) =>
            left.addEventListener('abort', () => resolve({ kind: 'nothing' })),
          ),
      }),
    ],
    logger: loggerOf({ area: 'http', clock: systemClock, level: 'error', sinks: [] }),
    onFault: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.address).port);
  return { server, port, count };
}

function opened(port: number, localAddress: string, options: ConnectionOptions = {}): TLSSocket {
  const socket = connectTls({
    socket: connect({ port, host: '127.0.0.1', localAddress }),
    rejectUnauthorized: false,
    ...options,
  });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Returns the first line and the body of an answer, or `closed`. */
function asked(socket: TLSSocket, path = '/from'): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (data: Uint8Array) => {
      text += String(data);
      const [head, body] = text.split('\r\n\r\n');
      if (body) resolve(`${head?.split('\r\n', 1)[0] ?? ''} ${body}`);
    });
    socket.on('close', () => resolve('closed'));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  });
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 100));

test('requests are answered, with the address as it is', async () => {
  const { server, port } = await serve();
  expect(server.address).toMatch(/^https:/);
  const socket = opened(port, '127.0.0.3');
  expect(await asked(socket)).toBe('HTTP/1.1 200 OK from 127.0.0.3');
  expect(socket.getPeerX509Certificate()?.toString()).toBe(own.certificate);
  expect(socket.getProtocol()).toBe('TLSv1.3');
});

test('old versions, resumed sessions, and plain requests', async () => {
  const { port, count } = await serve();
  expect(
    await asked(opened(port, '127.0.0.3', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })),
  ).toBe('closed');
  const first = opened(port, '127.0.0.3', { maxVersion: 'TLSv1.2' });
  await asked(first);
  const again = opened(port, '127.0.0.3', { maxVersion: 'TLSv1.2', session: first.getSession() });
  await asked(again);
  expect(again.isSessionReused()).toBe(false);
  expect(count.requests).toBe(2);
  const plain = connect(port, '127.0.0.1');
  plain.write('GET / HTTP/1.1\r\n\r\n');
  await closedOf(plain);
});

function closedOf(socket: Socket): Promise<void> {
  socket.on('error', () => undefined).resume();
  onTestFinished(() => void socket.destroy());
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

test('a handshake that does not go on is ended', async () => {
  const { port } = await serve({ handshakeMs: 100 });
  await closedOf(connect(port, '127.0.0.1'));
});

test('connections beyond the rate are closed before their handshake', async () => {
  const { port, count } = await serve({ handshakesPerSecondOfGroup: 1 });
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) => asked(opened(port, `127.0.0.${i + 2}`))),
  );
  expect(answers.filter((answer) => answer === 'closed')).toHaveLength(3);
  expect(count.requests).toBe(2);
  // Another group has its own rate.
  expect(await asked(opened(port, '127.0.1.2'))).toContain('127.0.1.2');
});

test('an address has a few connections, and idle ones make room for new ones', async () => {
  const { port } = await serve({ connectionsPerAddress: 2 });
  const idle = opened(port, '127.0.0.3');
  await asked(idle);
  const busy = opened(port, '127.0.0.3');
  void asked(busy, '/wait');
  await soon();
  expect(await asked(opened(port, '127.0.0.3'))).toContain('from');
  expect([idle.destroyed, busy.destroyed]).toEqual([true, false]);
});

test('neighbours have a few connections together', async () => {
  const { port } = await serve({ connectionsPerGroup: 2 });
  const busy = [opened(port, '127.0.0.3'), opened(port, '127.0.0.4')];
  for (const socket of busy) void asked(socket, '/wait');
  await soon();
  expect(await asked(opened(port, '127.0.0.5'))).toBe('closed');
  expect(await asked(opened(port, '127.0.1.5'))).toContain('127.0.1.5');
  busy[0]?.destroy();
  await soon();
  expect(await asked(opened(port, '127.0.0.5'))).toContain('127.0.0.5');
});

test('trusted addresses are limited only together', async () => {
  const limits = {
    connectionsPerAddress: 1,
    connectionsPerGroup: 1,
    handshakesPerSecondOfGroup: 1,
  };
  const { port } = await serve({ ...limits, connections: 4 }, (address) => address === '127.0.0.3');
  const trusted = Array.from({ length: 4 }, () => opened(port, '127.0.0.3'));
  for (const socket of trusted) void asked(socket, '/wait');
  await soon();
  expect(trusted.map((socket) => socket.destroyed)).toEqual([false, false, false, false]);
  // A newcomer takes the place of the newest of the address with the most.
  expect(await asked(opened(port, '127.0.0.9'))).toContain('127.0.0.9');
  expect(trusted.map((socket) => socket.destroyed)).toEqual([false, false, false, true]);
});
