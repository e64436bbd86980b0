// The requests of miners.
import { expect, test } from 'vitest';
import { bad, good } from '../../../../../src/base/result.ts';
import type { MiningEvent, MiningPort } from '../../../../../src/node/port.ts';
import { FakeNode, fakeMining } from '../../../../support/fake-node.ts';
import { apiOf, base, fakeApi } from '../../../../support/node-api.ts';
import { request } from 'node:http';

const miner = { account: 'k:m', predicate: 'keys-all', 'public-keys': ['m'] };

async function miningApi(answers: Partial<MiningPort> = {}, options = {}) {
  const node = new FakeNode();
  node.mining = fakeMining(answers);
  return apiOf(node, options);
}

/** Sends a request as miners do: GET with a body, which `fetch` does not support. */
function send(
  url: string,
  { method, headers = {}, body }: { method: string; headers?: object; body: Uint8Array | string },
): Promise<{ status: number; type: string | undefined; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const asking = request(url, { method, headers: { ...headers, 'content-length': length } });
    asking.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { statusCode: status = 0, headers: reported } = answer;
        resolve({ status, type: reported['content-type'], bytes: Buffer.concat(chunks) });
      });
    });
    asking.on('error', reject).end(body);
  });
}

const jsonHeaders = { 'content-type': 'application/json' };
const workRequest = { method: 'GET', headers: jsonHeaders, body: JSON.stringify(miner) };

test('work is requested with the miner in the body of a GET', async () => {
  const asked: unknown[] = [];
  const { address } = await miningApi({
    work: ({ client, left, ...question }) => {
      expect([client.network, left?.aborted]).toEqual(['127.0.0.1', false]);
      asked.push(question);
      return Promise.resolve(good(new Uint8Array(322)));
    },
  });
  for (const path of ['mining/work', 'miner/work', 'mining/work?chain=3']) {
    const { status, type, bytes } = await send(`${address}${base}/${path}`, workRequest);
    expect([status, type, bytes.length]).toEqual([200, 'application/octet-stream', 322]);
  }
  const reported = { account: 'k:m', predicate: 'keys-all', publicKeys: ['m'] };
  expect(asked).toEqual([
    { miner: reported, chain: undefined },
    { miner: reported, chain: undefined },
    { miner: reported, chain: 3 },
  ]);
});

test('refused requests for work have the messages that miners know', async () => {
  const work = (fault: object) => ({ work: () => Promise.resolve(bad(fault)) }) as never;
  const reported = async (fault: object) => {
    const { address } = await miningApi(work(fault));
    const { status, bytes } = await send(`${address}${base}/mining/work`, workRequest);
    return [status, bytes.toString()];
  };
  expect(await reported({ kind: 'unauthorized', account: 'k:m' })).toEqual([
    403,
    'Unauthorized Miner: k:m',
  ]);
  expect(await reported({ kind: 'too-many' })).toEqual([503, 'Too many work requests']);
  expect(await reported({ kind: 'unavailable', sentence: 'ending' })).toEqual([503, 'ending']);
});

test('a request for work needs a type and a miner', async () => {
  const { address } = await miningApi();
  const url = `${address}${base}/mining/work`;
  expect((await send(url, { method: 'GET', body: '{}' })).status).toBe(415);
  const wrong = await send(url, { ...workRequest, body: '{"account":1}' });
  expect([wrong.status, wrong.bytes.toString().slice(0, 11)]).toEqual([400, 'Error in $:']);
  expect((await send(url, { ...workRequest, body: '' })).status).toBe(400);
  expect((await send(`${url}?chain=x`, workRequest)).status).toBe(400);
});

test('a solution needs no type, and its answer is empty', async () => {
  const taken: number[] = [];
  const { address } = await miningApi({
    solved: (work) => {
      taken.push(work.length);
      return Promise.resolve(good('accepted'));
    },
  });
  const url = `${address}${base}/mining/solved`;
  const solved = await send(url, { method: 'POST', body: new Uint8Array(286) });
  expect([solved.status, solved.bytes.length, solved.type]).toEqual([
    200,
    0,
    'application/json;charset=utf-8',
  ]);
  const type = { 'content-type': 'application/octet-stream' };
  expect((await send(url, { method: 'POST', headers: type, body: 'x' })).status).toBe(200);
  expect((await send(url, { method: 'POST', headers: jsonHeaders, body: 'x' })).status).toBe(415);
  expect(taken).toEqual([286, 1]);
});

test('a refused solution has the message of its reason', async () => {
  const reported = async (fault: object) => {
    const { address } = await miningApi({ solved: () => Promise.resolve(bad(fault)) } as never);
    const url = `${address}${base}/mining/solved`;
    const { status, bytes } = await send(url, { method: 'POST', body: '' });
    return [status, bytes.toString()];
  };
  expect(await reported({ kind: 'undecodable', text: 't' })).toEqual([400, 'Decoding error: t']);
  expect(await reported({ kind: 'unknown-work' })).toEqual([404, 'No associated Payload']);
  expect(await reported({ kind: 'invalid', text: 'Invalid POW hash' })).toEqual([
    400,
    'Invalid solved work: Invalid POW hash',
  ]);
});

test('updates are events without data, and end after their time', async () => {
  let ended = false;
  async function* updates(
    _: number,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncGenerator<MiningEvent> {
    yield 'new-transactions';
    yield 'new-parent';
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended = true;
  }
  const limits = { minerStreamMs: 50 };
  const { address, faults } = await miningApi({ updates }, { limits });
  const url = `${address}${base}/mining/updates`;
  const stream = await send(url, { method: 'GET', body: Uint8Array.of(3, 0, 0, 0) });
  expect(faults).toEqual([]);
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream']);
  expect(stream.bytes.toString()).toBe('event:New Cut\n\nevent:New Cut\n\n');
  const reported = await miningApi({ updates }, { limits, refreshEvents: true });
  const reportedUrl = `${reported.address}${base}/mining/updates`;
  const both = await send(reportedUrl, { method: 'GET', body: Uint8Array.of(3, 0, 0, 0) });
  expect(both.bytes.toString()).toBe('event:Refreshed Block\n\nevent:New Cut\n\n');
  expect(ended).toBe(true);
  const wrong = await send(url, { method: 'GET', body: Uint8Array.of(3) });
  expect(wrong.status).toBe(400);
});

test('a stream beyond the limit is refused', async () => {
  const { address } = await miningApi({ updates: () => undefined });
  const url = `${address}${base}/mining/updates`;
  const { status, bytes } = await send(url, { method: 'GET', body: new Uint8Array(4) });
  expect([status, bytes.toString()]).toEqual([
    503,
    'No more update streams available currently. Retry later.',
  ]);
});

test('a node without mining has no such paths', async () => {
  const { address } = await fakeApi();
  expect((await send(`${address}${base}/mining/work`, workRequest)).status).toBe(404);
});
