// Requests to servers: their answers, and the timeout if there is none.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { post } from '../../../../../src/apps/cli/send/post.ts';
import { waitForResult } from '../../../../../src/apps/cli/send/run-poll.ts';
import { systemClock } from '../../../../../src/base/platform/system.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(0) : server.close(resolve)));
  server = undefined;
});

async function serving(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

test('an answer has its status and text', async () => {
  const bodies: string[] = [];
  const address = await serving((request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
    request.on('end', () => response.writeHead(400).end('no, ünlike'));
  });
  expect(await post(`${address}/x`, '{"a":1}', 5000)).toEqual({
    kind: 'answer',
    status: 400,
    text: 'no, ünlike',
  });
  expect(bodies.join('')).toBe('{"a":1}');
});

test.each<[string, RequestListener, string]>([
  [
    'closes the connection',
    (_, response) => response.destroy(),
    'the server closed the connection',
  ],
  ['never answers', () => undefined, 'no answer in 1 s'],
  ['sends bytes', (_, response) => response.end(Buffer.of(0xff)), 'its answer cannot be read'],
  [
    'sends elsewhere',
    (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1' }).end(),
    'unexpected redirect',
  ],
])('a server that %s', async (_, listener, reason) => {
  const address = await serving(listener);
  expect(await post(address, '{}', 200)).toEqual({ kind: 'silence', reason });
});

test('no server listens', async () => {
  const address = await serving(() => undefined);
  server?.close();
  expect(await post(address, '{}', 5000)).toEqual({
    kind: 'silence',
    reason: 'the connection was refused',
  });
});

test('waiting polls again until the result is there', async () => {
  let asked = 0;
  const address = await serving((request, response) => {
    expect(request.url).toBe('/api/v1/listen');
    response.writeHead(asked++ === 0 ? 504 : 200).end('{}');
  });
  const answer = await waitForResult(address, 'key', systemClock.nowMs() + 60_000);
  expect(answer).toEqual({ kind: 'answer', status: 200, text: '{}' });
  expect(asked).toBe(2);
});

test('and no longer than requested', async () => {
  const address = await serving((_, response) => response.writeHead(504).end('later'));
  expect(await waitForResult(address, 'key', systemClock.nowMs() + 100)).toEqual({
    kind: 'answer',
    status: 504,
    text: 'later',
  });
});
