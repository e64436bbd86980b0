// What other nodes ask, as nodes of the reference ask it, and the answers that they accept.
import { expect, test } from 'vitest';
import { bad } from '../../../../../src/base/result.ts';
import type { Pool } from '../../../../../src/p2p/ledger.ts';
import { messageLimits } from '../../../../../src/p2p/messages/limits.ts';
import { apiLimits } from '../../../../../src/node/api/limits.ts';
import { FakeDesk } from '../../../../support/fake-desk.ts';
import { FakeNode } from '../../../../support/fake-node.ts';
import { apiOf, base, chain0 } from '../../../../support/node-api.ts';
import { cutText, keyTexts, mempoolTexts, peerTexts } from '../../../../support/p2p-texts.ts';

const json = 'application/json;charset=utf-8';
const text = 'text/plain;charset=utf-8';

async function peerApi() {
  const desk = new FakeDesk();
  const node = new FakeNode();
  const api = await apiOf(node, { group: 'p2p', peers: desk, aliases: ['chainweb'] });
  const send = async (method: string, path: string, body?: string, headers: object = {}) => {
    const type = body === undefined ? {} : { 'content-type': json };
    const init = { method, headers: { ...type, ...headers }, ...(body !== undefined && { body }) };
    const answer = await api.ask(path, init);
    return [answer.status, answer.headers.get('content-type'), await answer.text()] as const;
  };
  const pool = (part: Partial<Pool>) => Object.assign(node.chain(0)!.mempool!, part);
  return { ...api, desk, node, send, pool };
}

const peer = { id: peerTexts.id, address: { host: '203.0.113.9', port: 1789 } };
const signed = { id: undefined, address: { host: 'node.example', port: 443 } };

test('peers are listed page by page', async () => {
  const { desk, send } = await peerApi();
  desk.known.push(peer, signed);
  for (const path of [`${base}/cut/peer`, `${chain0}/mempool/peer`]) {
    expect(await send('GET', path)).toEqual([200, json, peerTexts.page]);
    const one = `{"limit":1,"items":[${peerTexts.info}],"next":"inclusive:1"}`;
    expect(await send('GET', `${path}?limit=1`)).toEqual([200, json, one]);
    const rest = `{"limit":1,"items":[${peerTexts.signed}],"next":null}`;
    for (const next of ['inclusive:1', 'exclusive:0']) {
      expect(await send('GET', `${path}?limit=100&next=${next}`)).toEqual([200, json, rest]);
    }
    const none = '{"limit":0,"items":[],"next":null}';
    expect(await send('GET', `${path}?next=inclusive:9999`)).toEqual([200, json, none]);
    expect(await send('GET', `${path}?limit=-1`)).toEqual([
      400,
      text,
      'Error parsing query parameter limit failed: underflow: -1 (should be a non-negative integer)',
    ]);
  }
});

test('a page has at most 512 peers, and 64 unless more are asked for', async () => {
  const { desk, get } = await peerApi();
  for (let port = 1024; port < 1024 + 513; port++) {
    desk.known.push({ id: undefined, address: { host: 'node.example', port } });
  }
  const sizeOf = async (query: string) => {
    const page = JSON.parse((await get(`${base}/cut/peer${query}`))[1]) as { limit: number };
    return page.limit;
  };
  expect(await sizeOf('')).toBe(64);
  expect(await sizeOf('?limit=512')).toBe(512);
  expect(await sizeOf('?limit=513')).toBe(512);
});

test('a node announces itself', async () => {
  const { desk, send } = await peerApi();
  const put = (body: string, path = `${base}/cut/peer`) => send('PUT', path, body);
  expect(await put(peerTexts.info)).toEqual([204, null, '']);
  expect(await put(peerTexts.signed, `${chain0}/mempool/peer`)).toEqual([204, null, '']);
  expect(desk.announced).toEqual([
    [{ kind: 'cut' }, peer],
    [{ kind: 'mempool', chain: 0 }, signed],
  ]);
  desk.answer = bad({ kind: 'invalid', text: 'IsReservedHostAddress' });
  const refusal = 'Invalid hostaddress: IsReservedHostAddress';
  expect(await put(peerTexts.info)).toEqual([400, text, refusal]);
  desk.answer = bad({ kind: 'too-many' });
  const limited = '{"message":"Too many requests."}';
  expect(await put(peerTexts.info)).toEqual([429, 'application/json', limited]);
  const missing = 'Error in $: key "id" not found';
  expect(await put('{"address":{"hostname":"a","port":1}}')).toEqual([400, text, missing]);
});

test('an announcement has a limit', async () => {
  const { send } = await peerApi();
  const put = (bytes: number) =>
    send('PUT', `${base}/cut/peer`, peerTexts.signed.padEnd(bytes, ' '));
  expect((await put(messageLimits.peerBytes))[0]).toBe(204);
  expect((await put(messageLimits.peerBytes + 1))[0]).toBe(413);
});

test('a cut is taken from a known peer', async () => {
  const { desk, send } = await peerApi();
  const put = (body: string) => send('PUT', `${base}/cut`, body);
  const pushed = cutText(peerTexts.info);
  expect(await put(pushed)).toEqual([401, text, 'Unknown peer']);
  desk.known.push(peer);
  expect(await put(pushed)).toEqual([204, null, '']);
  expect(desk.cuts.map(({ height }) => height)).toEqual([3n]);
  expect(await put(cutText('null'))).toEqual([400, text, 'Cut is missing an origin entry']);
  expect(await put(cutText('{}'))).toEqual([400, text, 'Error in $.origin: key "id" not found']);
  expect(await put('{}')).toEqual([400, text, 'Error in $: key "hashes" not found']);
  expect((await put('['.repeat(9)))[2]).toContain('it is nested too deep');
});

test('a cut that is sent compressed, or without a type, is refused', async () => {
  const { send } = await peerApi();
  const body = cutText(peerTexts.info);
  const put = (headers: object) => send('PUT', `${base}/cut`, body, headers);
  expect((await put({ 'content-encoding': 'gzip' }))[0]).toBe(415);
  expect((await put({ 'content-type': 'text/plain' }))[0]).toBe(415);
});

test('pending transactions are listed since a mark', async () => {
  const { send, pool } = await peerApi();
  const asked: unknown[] = [];
  const mark = { nonce: -6_148_914_691_236_517_205n, mark: 4711 };
  pool({
    pending: (since) => {
      asked.push(since);
      return Promise.resolve({ keys: [keyTexts[0]], mark });
    },
  });
  const path = `${chain0}/mempool/getPending`;
  expect(await send('POST', path)).toEqual([200, json, mempoolTexts.pending]);
  await send('POST', `${path}?nonce=-6148914691236517205&since=4711`);
  await send('POST', `${path}?since=4711`);
  expect(asked).toEqual([undefined, mark, undefined]);
  const [status, , why] = await send('POST', `${path}?nonce=9223372036854775808&since=1`);
  expect([status, why]).toEqual([
    400,
    'Error parsing query parameter nonce failed: 9223372036854775808 is not a whole number of 64 bits',
  ]);
});

test('transactions are looked up as far as an answer has room', async () => {
  const { send, pool } = await peerApi();
  const path = `${chain0}/mempool/lookup`;
  pool({
    lookup: (keys) =>
      Promise.resolve(keys.map((key) => (key === keyTexts[0] ? mempoolTexts.command : undefined))),
  });
  expect(await send('POST', path, mempoolTexts.keys)).toEqual([200, json, mempoolTexts.found]);
  const asked: number[] = [];
  pool({
    lookup: (keys) => {
      asked.push(keys.length);
      return Promise.resolve(keys.map(() => 'x'.repeat(100_000)));
    },
  });
  const many = JSON.stringify(Array.from({ length: 600 }, () => keyTexts[0]));
  const [status, , found] = await send('POST', path, many);
  const tags = (JSON.parse(found) as { tag: string }[]).map(({ tag }) => tag);
  expect(status).toBe(200);
  expect(tags).toHaveLength(600);
  expect(tags.filter((tag) => tag === 'Pending')).toHaveLength(20);
  expect(found.length).toBeLessThanOrEqual(messageLimits.commandsBytes);
  expect(Math.max(...asked)).toBe(apiLimits.lookupStep);
  expect((await send('POST', path, '["a b"]'))[2]).toBe(
    'Error in $: item 0: a request key must be base64url',
  );
});

test('keys are asked whether they are pending', async () => {
  const { send, pool } = await peerApi();
  pool({ member: (keys) => Promise.resolve(keys.map((key) => key === keyTexts[0])) });
  const path = `${chain0}/mempool/member`;
  expect(await send('POST', path, mempoolTexts.keys)).toEqual([200, json, '[true,false]']);
});

test('transactions are offered', async () => {
  const { send, pool } = await peerApi();
  const offered: (readonly string[])[] = [];
  const path = `${chain0}/mempool/insert`;
  pool({
    insert: (commands) => {
      offered.push(commands);
      return Promise.resolve(['refused']);
    },
  });
  expect(await send('PUT', path, mempoolTexts.insert)).toEqual([200, json, '']);
  expect(offered).toEqual([[mempoolTexts.command]]);
  pool({ insert: () => Promise.resolve(['unreadable']) });
  expect(await send('PUT', path, '["x"]')).toEqual([
    400,
    text,
    'reading JSON for transaction failed: it is not a signed transaction',
  ]);
  const many = JSON.stringify(Array.from({ length: 1025 }, () => 'x'));
  expect((await send('PUT', path, many))[2]).toBe('Error in $: the list has more than 1024 items');
});

test('strangers get small pages and no batches, friends more', async () => {
  const { desk, node, send } = await peerApi();
  node.mineAll(25);
  const head = Buffer.from(node.cut().heads.get(0)!.hash).toString('base64url');
  const bounds = (count: number) => JSON.stringify({ upper: hashes(count), lower: [] });
  const hashes = (count: number) => [
    head,
    ...Array.from({ length: count - 1 }, (_, i) => Buffer.alloc(32, i + 1).toString('base64url')),
  ];
  const page = async () => {
    const [, , body] = await send('POST', `${chain0}/header/branch`, `{"upper":["${head}"]}`);
    return (JSON.parse(body) as { limit: number }).limit;
  };
  const batch = () => send('POST', `${chain0}/payload/batch`, `["${head}"]`);
  expect(await page()).toBe(20);
  expect(await batch()).toEqual([404, json, '"payload batch limit is 0"']);
  expect((await send('POST', `${chain0}/header/branch`, bounds(4)))[0]).toBe(404);
  expect(await send('POST', `${chain0}/header/branch`, bounds(5))).toEqual([
    400,
    json,
    '"upper branch bound limit exceeded. Only 32 values are supported."',
  ]);
  desk.isFriendly = true;
  expect(await page()).toBe(26);
  expect(await batch()).toEqual([200, json, '[]']);
  expect((await send('POST', `${chain0}/header/branch`, bounds(5)))[0]).toBe(404);
});

test('nodes are asked for headers as bytes or text only', async () => {
  const { node, send } = await peerApi();
  const { hash } = node.mine(0);
  const path = `${chain0}/header/${Buffer.from(hash).toString('base64url')}`;
  const ask = async (accept: string) => (await send('GET', path, undefined, { accept }))[0];
  expect(await ask('application/json;blockheader-encoding=object')).toBe(406);
  expect(await ask('application/octet-stream')).toBe(200);
  expect(await ask('application/json;charset=utf-8,application/json')).toBe(200);
  expect(await ask('application/json;charset=utf-8')).toBe(200);
});

test('answers to other nodes tell features, and nothing to pages of browsers', async () => {
  const { ask } = await peerApi();
  const head = await ask('/chainweb/0.0/development/cut', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('x-chainweb-node-version')).toBe('1.2.3');
  expect(head.headers.get('x-multichain-p2p')).toBe('payload-batch=100, attachments=1, node=ab12');
  expect(head.headers.get('access-control-allow-origin')).toBeNull();
  const options = await ask(`${base}/cut`, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([405, 'GET, PUT']);
  expect(options.headers.get('access-control-allow-methods')).toBeNull();
});

test('a node without connections to others has no such routes', async () => {
  const { get } = await apiOf(new FakeNode(), { group: 'p2p' });
  expect((await get(`${base}/cut/peer`))[0]).toBe(404);
  const service = await apiOf(new FakeNode(), { peers: new FakeDesk() });
  expect((await service.get(`${base}/cut/peer`))[0]).toBe(404);
  expect((await service.get(`${base}/cut`))[0]).toBe(200);
});
