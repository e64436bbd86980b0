// Routes like those of a node, over HTTP.
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { loggerOf, MemoryLog } from '../../../../src/base/ports/logger.ts';
import { httpLimits, startHttp } from '../../../../src/base/http/index.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import { chainRoutes, type ChainParts } from '../../../support/chain-routes.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A source of items, which the test supplies one after the other. */
class Source<T> implements AsyncIterable<T> {
  isOver = false;
  private readonly items: T[] = [];
  private wake: () => void = () => undefined;

  give(item: T): void {
    this.items.push(item);
    this.wake();
  }

  end(): void {
    this.isOver = true;
    this.wake();
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return {
      next: async () => {
        while (this.items.length === 0 && !this.isOver) {
          await new Promise<void>((resolve) => (this.wake = resolve));
        }
        const value = this.items.shift();
        return value === undefined ? { done: true, value } : { done: false, value };
      },
      return: () => {
        this.isOver = true;
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}

async function serverOf(limits: Partial<typeof httpLimits | Record<string, number>> = {}) {
  const events = new Source<{ readonly name: string; readonly data: string }>();
  const pieces = new Source<Uint8Array>();
  const log = new MemoryLog();
  const parts: ChainParts = {
    network: 'mainnet01',
    store: new Map(),
    events: () => events,
    pieces: () => pieces,
    seen: [],
  };
  const server = await startHttp({
    routes: chainRoutes,
    parts,
    host: '127.0.0.1',
    port: 0,
    limits: { ...httpLimits, ...limits },
    clock: systemClock,
    timer: systemTimer,
    logger: loggerOf({ area: 'http', clock: systemClock, level: 'info', sinks: [log] }),
    onFault: (error) => expect.unreachable(String(error)),
  });
  closing.push(server.stop);
  const ask = (path: string, init?: RequestInit) => fetch(`${server.address}${path}`, init);
  return { ...server, parts, events, pieces, log, ask };
}

const chain = '/chainweb/0.0/mainnet01/chain';
const put = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => ({
  method: 'PUT',
  body,
  headers: { 'content-type': 'application/octet-stream', ...headers },
});

test('path parameters are read, and handlers receive the parts that they name', async () => {
  const { ask, parts } = await serverOf();
  const send = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const answer = await ask(`${chain}/19/pact/api/v1/local`, send);
  const expected = { network: 'mainnet01', next: 20, verb: 'local', body: '{}' };
  expect(await answer.json()).toEqual(expected);
  expect(parts.seen).toEqual(['']);
  for (const wrong of ['20/pact/api/v1/local', '01/pact/api/v1/local', '1/pact/api/v1/spv', '1']) {
    expect((await ask(`${chain}/${wrong}`, send)).status, wrong).toBe(404);
  }
  expect((await ask('/chainweb/0.0/other/chain/1/pact/api/v1/local', send)).status).toBe(404);
});

test('bytes go in and come out in the encoding that the client accepts', async () => {
  const { ask } = await serverOf();
  const path = `${chain}/0/header/a%2Fb`;
  const stored = await ask(path, put(Uint8Array.of(0, 255, 128)));
  expect([stored.status, await stored.text()]).toEqual([204, '']);
  const asked = async (accept: string) => {
    const answer = await ask(path, { headers: { accept } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return [answer.status, answer.headers.get('content-type'), bytes] as const;
  };
  expect(await asked('application/octet-stream')).toEqual([
    200,
    'application/octet-stream',
    Buffer.of(0, 255, 128),
  ]);
  const object = 'application/json;blockheader-encoding=object';
  expect(await asked(object)).toEqual([200, object, Buffer.from('"AP-A"')]);
  expect(await asked('*/*')).toEqual([200, 'application/json', Buffer.from('"AP-A"')]);
  const refused = await ask(path, { headers: { accept: 'text/html' } });
  expect(refused.status).toBe(406);
  expect(await refused.text()).toContain('the header accept must allow application/json');
});

test('answers have their status, headers and sentence', async () => {
  const { ask, log } = await serverOf();
  const path = `${chain}/0/header/x`;
  const reported = async (init?: RequestInit) => {
    const answer = await ask(path, init);
    return [answer.status, await answer.text()];
  };
  expect(await reported()).toEqual([404, 'there is no block x']);
  expect(await reported(put('new', { 'if-match': 'old' }))).toEqual([
    412,
    'the header if-match names another version',
  ]);
  expect((await ask(path, { method: 'DELETE' })).headers.get('retry-after')).toBe('1');
  expect(await reported(put('123456789'))).toEqual([413, 'the body is larger than 8 bytes']);
  expect(await reported(put('1', { 'content-type': 'text/plain' }))).toEqual([
    415,
    'the header content-type must be application/octet-stream or application/x-block',
  ]);
  expect(await reported(put('1', { 'content-type': 'application/x-block' }))).toEqual([204, '']);
  const deleted = await ask(path, { method: 'DELETE' });
  expect([deleted.status, deleted.headers.get('x-peer-addr')]).toEqual([202, '[::1]:9']);
  const wrong = await ask(path, { method: 'POST' });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, PUT, DELETE, OPTIONS']);
  const options = await ask(path, { method: 'OPTIONS' });
  expect(options.headers.get('access-control-allow-methods')).toBe('DELETE, GET, POST, PUT');
  await expect
    .poll(() => log.lines.map(({ data }) => data['status']))
    .toEqual([404, 412, 503, 413, 415, 204, 202, 405, 204]);
});

test('a path without parameters is matched before one with them', async () => {
  const { ask } = await serverOf();
  expect(await (await ask('/health-check')).text()).toBe('Health check OK.');
  const unknown = await (await ask('/none')).text();
  expect(unknown).toContain('there is no /none: this server has /chainweb/');
});

test('events arrive as they happen, and the source ends when the client leaves', async () => {
  const { ask, events } = await serverOf();
  const leaving = new AbortController();
  const answer = await ask('/chainweb/0.0/x/header/updates', { signal: leaving.signal });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  events.give({ name: 'BlockHeader', data: '{"height":1}' });
  expect((await reader.read()).value).toBe('event:BlockHeader\ndata:{"height":1}\n\n');
  events.give({ name: 'BlockHeader', data: 'two\nlines' });
  expect((await reader.read()).value).toBe('event:BlockHeader\ndata:two\ndata:lines\n\n');
  leaving.abort();
  await expect.poll(() => events.isOver).toBe(true);
});

test('comments keep an idle stream of events alive', async () => {
  const { ask, events } = await serverOf({ eventsKeepAliveMs: 10 });
  const answer = await ask('/chainweb/0.0/x/header/updates');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toMatch(/^(:\n\n)+$/);
  events.end();
  await reader.cancel();
});

test('a stream is written piece by piece, and the number of open streams is limited', async () => {
  const { ask, pieces } = await serverOf({ streams: 1 });
  const answer = await ask('/chainweb/0.0/x/mining/updates');
  const second = await ask('/chainweb/0.0/x/mining/updates');
  expect([second.status, await second.text()]).toEqual([
    503,
    'the limit of open streams (1) is reached: retry later',
  ]);
  pieces.give(Uint8Array.of(1, 2));
  pieces.give(Uint8Array.of(3));
  pieces.end();
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(Uint8Array.of(1, 2, 3));
  // A finished stream leaves its place to another one.
  const isOpen = async () => (await ask('/chainweb/0.0/x/mining/updates')).status === 200;
  await expect.poll(isOpen).toBe(true);
});

test('streams end when the server does', async () => {
  const { ask, events, stop } = await serverOf();
  const answer = await ask('/chainweb/0.0/x/header/updates');
  events.give({ name: 'a', data: 'b' });
  const text = answer.text();
  await expect.poll(() => events.isOver || 'open').toBe('open');
  closing.length = 0;
  await stop();
  expect(await text).toBe('event:a\ndata:b\n\n');
  expect(events.isOver).toBe(true);
});

test('HEAD returns only the headers of GET', async () => {
  const { address } = await serverOf();
  const length = await new Promise((resolve, reject) => {
    const asking = request(`${address}/health-check`, { method: 'HEAD' }, (answer) => {
      answer.resume();
      resolve(answer.headers['content-length']);
    });
    asking.on('error', reject).end();
  });
  expect(length).toBe('16');
});

test('a server ends at once if a client has left an idle stream', async () => {
  // Longer than a test may take: waiting for it fails.
  const { ask, stop } = await serverOf({ stopMs: 60_000 });
  const leaving = new AbortController();
  const answer = await ask('/chainweb/0.0/x/header/updates', { signal: leaving.signal });
  expect(answer.status).toBe(200);
  leaving.abort();
  closing.length = 0;
  await stop();
});

test('a server that has ended accepts no connection', async () => {
  const { ask, stop } = await serverOf();
  expect((await ask('/health-check')).status).toBe(200);
  closing.length = 0;
  await stop();
  await expect(ask('/health-check')).rejects.toThrow('fetch failed');
});
