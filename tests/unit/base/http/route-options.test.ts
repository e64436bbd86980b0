// Optional features of routes: headers on every answer, streamed lists, events without data, and custom messages for unknown
// paths.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { loggerOf } from '../../../../src/base/ports/logger.ts';
import { httpLimits, routesOf, startHttp } from '../../../../src/base/http/index.ts';
import { RouteTable } from '../../../../src/base/http/route-table.ts';
import { eventText } from '../../../../src/base/http/write-pieces.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const route = routesOf<object>();
const text = { summary: '', answers: '', needs: [], method: 'GET' } as const;
const routes = [
  route({
    ...text,
    path: '/list/{count}',
    run: ({}, { path }) => ({
      kind: 'list',
      items: Array.from(
        { length: Number(path.count) },
        (_, i) => () => (i === 1 ? undefined : String(i)),
      ),
    }),
  }),
  route({
    ...text,
    path: '/client',
    run: ({}, { client }) => ({ kind: 'json', text: JSON.stringify(client) }),
  }),
  route({ ...text, path: '/fixed', run: () => ({ kind: 'text', text: 'fixed' }) }),
];

async function serverOf(options: object) {
  const server = await startHttp({
    routes,
    parts: {},
    host: '127.0.0.1',
    port: 0,
    limits: httpLimits,
    clock: systemClock,
    timer: systemTimer,
    logger: loggerOf({ area: 'http', clock: systemClock, level: 'error', sinks: [] }),
    onFault: (error: unknown) => expect.unreachable(String(error)),
    ...options,
  });
  closing.push(server.stop);
  return (path: string, init?: RequestInit) => fetch(`${server.address}${path}`, init);
}

test('every answer has the common headers, including refusals', async () => {
  const ask = await serverOf({ commonHeaders: () => ({ 'x-server-timestamp': '7' }) });
  for (const [path, status] of [
    ['/fixed', 200],
    ['/none', 404],
  ] as const) {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('x-server-timestamp')]).toEqual([status, '7']);
  }
  const wrong = await ask('/fixed', { method: 'POST' });
  expect([wrong.status, wrong.headers.get('x-server-timestamp')]).toEqual([405, '7']);
});

test('a list is written item by item, without missing ones', async () => {
  const ask = await serverOf({});
  expect(await (await ask('/list/4')).text()).toBe('[0,2,3]');
  expect(await (await ask('/list/0')).text()).toBe('[]');
  const inPieces = await serverOf({ limits: { ...httpLimits, answerPiece: 20 } });
  const numbers = Array.from({ length: 100 }, (_, i) => i).filter((i) => i !== 1);
  expect(await (await inPieces('/list/100')).json()).toEqual(numbers);
  expect(await (await ask('/list/1')).json()).toEqual([0]);
});

test('a route knows the network of its client, and which requests share a connection', async () => {
  const ask = await serverOf({});
  const { url } = await ask('/client');
  const clientVia = async (agent: Agent): Promise<unknown> => {
    const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    return JSON.parse(await readText(answer));
  };
  const [one, two] = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1 })) as [
    Agent,
    Agent,
  ];
  const own = await clientVia(one);
  expect(own).toEqual({ network: '127.0.0.1', connection: expect.any(Number) as number });
  expect(await clientVia(two)).not.toEqual(own);
  expect(await clientVia(one)).toEqual(own);
  one.destroy();
  two.destroy();
});

test('a slash at the end of a path makes no difference', async () => {
  const ask = await serverOf({});
  expect((await ask('/fixed/')).status).toBe(200);
  expect((await ask('/list/1/')).status).toBe(200);
  expect((await ask('/fixed//')).status).toBe(404);
});

test("a 404 has the server's own message", async () => {
  const ask = await serverOf({ knownPaths: 'GET /openapi.json lists the paths' });
  expect(await (await ask('/none')).text()).toBe(
    'there is no /none: GET /openapi.json lists the paths',
  );
});

test('a path of very many segments is unknown', () => {
  const table = RouteTable.of(routes, {});
  expect(table.find('/a'.repeat(100_000))).toBeUndefined();
  expect(table.find('/list/3')?.parameters).toEqual({ count: '3' });
});

test('an event without data has only its name', () => {
  expect(eventText({ name: 'New Cut' })).toBe('event:New Cut\n\n');
  expect(eventText({ name: 'a', data: '' })).toBe('event:a\ndata:\n\n');
});
