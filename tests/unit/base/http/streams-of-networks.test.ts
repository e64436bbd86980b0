// If all streams are in use, the network with the most loses one to a client of another network.
import { get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { loggerOf } from '../../../../src/base/ports/logger.ts';
import {
  httpLimits,
  routesOf,
  startHttp,
  type ServerEvent,
} from '../../../../src/base/http/index.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';

async function* silence(): AsyncGenerator<ServerEvent> {
  yield { name: 'open' };
  await new Promise(() => undefined);
}

async function serverOf(streams: number) {
  const server = await startHttp({
    host: '0.0.0.0',
    port: 0,
    clock: systemClock,
    timer: systemTimer,
    parts: {},
    limits: { ...httpLimits, streams, stopMs: 100 },
    routes: [
      routesOf<object>()({
        method: 'GET',
        path: '/events',
        summary: '',
        answers: '',
        needs: [],
        run: () => ({ kind: 'events', events: silence() }),
      }),
    ],
    logger: loggerOf({ area: 'http', clock: systemClock, level: 'error', sinks: [] }),
    onFault: (error) => expect.fail(String(error)),
  });
  onTestFinished(server.stop);
  const port = Number(new URL(server.address).port);
  /** Opens a stream from an address of this machine. */
  return (localAddress: string): Promise<{ readonly status: number; isOver: boolean }> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: '/events', localAddress, agent: false };
      const asking = get(options, (answer) => {
        const stream = { status: answer.statusCode ?? 0, isOver: false };
        answer.resume();
        answer.on('close', () => (stream.isOver = true));
        resolve(stream);
      });
      asking.on('error', reject);
      onTestFinished(() => void asking.destroy());
    });
}

test('the oldest stream of the network with the most makes room for another network', async () => {
  const open = await serverOf(3);
  const own = [await open('127.0.0.1'), await open('127.0.0.1'), await open('127.0.0.1')];
  expect((await open('127.0.0.1')).status).toBe(503);
  const other = await open('127.0.0.2');
  expect(other.status).toBe(200);
  await expect.poll(() => own[0]?.isOver).toBe(true);
  expect([own[1]?.isOver, own[2]?.isOver, other.isOver]).toEqual([false, false, false]);
  expect((await open('127.0.0.2')).status).toBe(503);
  expect((await open('127.0.0.1')).status).toBe(503);
});
