// Requests with too many header lines, or too long ones, are refused; nothing is dropped without a word.
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loggerOf } from '../../../../src/base/ports/logger.ts';
import { httpLimits, routesOf, startHttp } from '../../../../src/base/http/index.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';

const route = routesOf<object>();

async function serverOf(limits: Partial<Record<keyof typeof httpLimits, number>> = {}) {
  const server = await startHttp({
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    timer: systemTimer,
    parts: {},
    limits: { ...httpLimits, ...limits },
    routes: [
      route({
        method: 'GET',
        path: '/last',
        summary: '',
        answers: '',
        needs: [],
        run: (_, { header }) => ({ kind: 'text', text: header('x-last') ?? 'none' }),
      }),
      route({
        method: 'POST',
        path: '/body',
        summary: '',
        answers: '',
        needs: [],
        body: { as: 'text', types: ['text/plain'], maxBytes: 1_000_000 },
        run: (_, { body }) => ({ kind: 'text', text: String(body.length) }),
      }),
    ],
    logger: loggerOf({ area: 'http', clock: systemClock, level: 'error', sinks: [] }),
    onFault: (error) => expect.fail(String(error)),
  });
  onTestFinished(server.stop);
  const port = Number(new URL(server.address).port);
  /** Sends bytes as they are, and returns status and body of the answer. */
  const send = (text: string): Promise<string> =>
    new Promise((resolve) => {
      let answer = '';
      const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(text));
      socket.on('data', (bytes) => {
        answer += bytes.toString();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        resolve(`${head.split(' ')[1] ?? ''} ${body}`);
      });
    });
  return { send };
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `x-${i}: y\r\n`).join('');

/** The host, `connection` and the last one are lines too. */
const withLines = (count: number): string =>
  `GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines(count - 3)}x-last: here\r\n\r\n`;

test('as many header lines as allowed are read, the last one too; one more is refused', async () => {
  // Node's parser hands lines over in groups of 31.
  for (const headers of [httpLimits.headers, 62]) {
    const { send } = await serverOf({ headers });
    expect(await send(withLines(headers))).toBe('200 here');
    const refused = `431 the request has more than ${headers} header lines`;
    expect(await send(withLines(headers + 1))).toBe(refused);
    expect(await send(withLines(1500))).toBe(refused);
  }
});

test('a refused request with a body gets its answer, and its connection is closed', async () => {
  const { send } = await serverOf({ refusedBodyMs: 100 });
  const head = `POST /body HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines(120)}content-type: text/plain\r\n`;
  const body = 'x'.repeat(500_000);
  expect(await send(`${head}content-length: ${body.length}\r\n\r\n${body}`)).toContain(
    '431 the request has more than 100 header lines',
  );
  // The rest of the body never comes.
  expect(await send(`${head}content-length: ${body.length}\r\n\r\nx`)).toContain('431');
});

test('target, names and values have a limit in bytes, in one line or many', async () => {
  const { send } = await serverOf({ headerBytes: 500, headers: 100 });
  const known = 'GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n';
  const used = '/last'.length + 'hostx'.length + 'connectionclose'.length;
  const value = (length: number): string =>
    `${known}x-last: ${'z'.repeat(length - used - 'x-last'.length)}\r\n\r\n`;
  expect(await send(value(500))).toMatch(/^200 z+$/);
  expect(await send(value(501))).toBe('431 the headers are too large');
  const many = (count: number): string => `${known}${'ab: c\r\n'.repeat(count)}\r\n`;
  expect(await send(many(90))).toMatch(/^200/);
  expect(await send(`GET /${'a'.repeat(600)} HTTP/1.1\r\nhost: x\r\n\r\n`)).toBe(
    '431 the headers are too large',
  );
});

test('headers that come too slowly are refused, and lines that never end', async () => {
  const { send } = await serverOf({ headersMs: 100, requestMs: 200, connectionCheckMs: 20 });
  expect(await send('GET /last HTTP/1.1\r\nhost: x\r\nx-la')).toBe(
    '408 the request arrived too slowly',
  );
});
