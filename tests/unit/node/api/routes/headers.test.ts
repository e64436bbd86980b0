// Pages of hashes and headers, branches, and single headers in three encodings.
import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../../src/base/base64url.ts';
import { decodeHeader, encodeHeader } from '../../../../../src/chain/model/header.ts';
import { chain0, fakeApi } from '../../../../support/node-api.ts';

const object = 'application/json;blockheader-encoding=object';

async function longChain(blocks: number, limits = {}) {
  const api = await fakeApi({ limits });
  api.node.mineAll(blocks);
  const hashes = [...api.node.chain(0)!.headers.inOrder({ height: 0 })].map(({ hash }) =>
    toBase64Url(hash),
  );
  const page = async (path: string, accept?: string) =>
    JSON.parse((await api.get(`${chain0}/${path}`, accept))[1]) as {
      limit: number;
      items: string[];
      next: string | null;
    };
  return { ...api, hashes, page };
}

test('a listing continues where the previous page ended', async () => {
  const { hashes, page } = await longChain(3);
  expect(await page('hash')).toEqual({ limit: 4, items: hashes, next: `exclusive:${hashes[3]}` });
  expect(await page('hash?limit=2')).toEqual({
    limit: 2,
    items: hashes.slice(0, 2),
    next: `inclusive:${hashes[2]}`,
  });
  expect(await page(`hash?limit=9&next=inclusive:${hashes[2]}`)).toEqual({
    limit: 2,
    items: hashes.slice(2),
    next: `exclusive:${hashes[3]}`,
  });
  expect(await page(`hash?next=exclusive:${hashes[3]}`)).toEqual({
    limit: 0,
    items: [],
    next: null,
  });
  expect(await page('hash?minheight=1&maxheight=2')).toEqual({
    limit: 2,
    items: hashes.slice(1, 3),
    next: `exclusive:${hashes[2]}`,
  });
  expect(await page('hash?limit=0')).toEqual({
    limit: 0,
    items: [],
    next: `inclusive:${hashes[0]}`,
  });
});

test('a page has as many items as its limit, and no more', async () => {
  const { page } = await longChain(3, { hashPage: 3, headerPage: 2, blockPage: 1 });
  expect((await page('hash')).limit).toBe(3);
  expect((await page('hash?limit=4')).limit).toBe(3);
  expect((await page('header?limit=3')).limit).toBe(2);
  expect((await page('block?limit=99999999999999999999999')).limit).toBe(1);
});

test('headers are bytes in base64url, or objects if requested', async () => {
  const { page, hashes, ask } = await longChain(1);
  const { items } = await page('header');
  const decoded = items.map((text) => decodeHeader(Buffer.from(text, 'base64url')));
  expect(decoded.map((each) => each.ok && toBase64Url(each.value.hash))).toEqual(hashes);
  const objects = (await page('header', object)).items as unknown as { hash: string }[];
  expect(objects.map(({ hash }) => hash)).toEqual(hashes);
  const types = async (accept: string) =>
    (await ask(`${chain0}/header`, { headers: { accept } })).headers.get('content-type');
  expect(await types(object)).toBe(object);
  expect(await types('application/json')).toBe('application/json;charset=utf-8');
  expect((await ask(`${chain0}/header`, { headers: { accept: 'text/html' } })).status).toBe(406);
});

test('one header in three encodings', async () => {
  const { node, ask, hashes, get } = await longChain(1);
  const bytes = encodeHeader(node.cut().heads.get(0)!);
  const path = `${chain0}/header/${hashes[1]}`;
  expect(await get(path)).toEqual([200, `"${toBase64Url(bytes)}"`]);
  const binary = await ask(path, { headers: { accept: 'application/octet-stream' } });
  expect(binary.headers.get('content-type')).toBe('application/octet-stream');
  expect(new Uint8Array(await binary.arrayBuffer())).toEqual(bytes);
  expect(bytes.length).toBe(318);
  const json = JSON.parse((await get(path, object))[1]) as { height: number; nonce: string };
  expect([json.height, json.nonce]).toEqual([1, '0']);
});

test('unknown and malformed hashes are distinguished', async () => {
  const { get } = await longChain(0);
  const unknown = 'A'.repeat(43);
  const reported = `{"reason":"key not found","key":"${unknown}"}`;
  expect(await get(`${chain0}/header/${unknown}`)).toEqual([404, reported]);
  expect(await get(`${chain0}/hash?next=inclusive:${unknown}`)).toEqual([404, reported]);
  expect(await get(`${chain0}/payload/${unknown}`)).toEqual([404, reported]);
  expect(await get(`${chain0}/payload/${unknown}/outputs`)).toEqual([404, reported]);
  // The last character has unused bits: only one spelling of a hash is accepted.
  for (const wrong of ['x', `${unknown}A`, `${unknown.slice(1)}B`, `${unknown.slice(1)}*`]) {
    expect((await get(`${chain0}/header/${wrong}`))[0], wrong).toBe(400);
    expect((await get(`${chain0}/payload/${wrong}`))[0], wrong).toBe(400);
  }
});

test('wrong query parameters are named', async () => {
  const { get } = await longChain(0);
  const asked = async (query: string) => (await get(`${chain0}/hash?${query}`))[1];
  expect(await asked('limit=-1')).toBe(
    'Error parsing query parameter limit failed: underflow: -1 (should be a non-negative integer)',
  );
  for (const wrong of [
    'limit=x',
    'limit=',
    'limit=1.5',
    'limit=1e3',
    'limit=0x1',
    'minheight=%20',
  ]) {
    expect(await asked(wrong)).toMatch(/^Error parsing query parameter (limit|minheight) failed: /);
  }
  expect(await asked('next=upwards:x')).toMatch(/^Error parsing query parameter next failed: /);
  expect((await asked(`next=${'x'.repeat(5000)}`)).length).toBeLessThan(200);
  // The first value counts, and the others are ignored.
  expect((await get(`${chain0}/hash?limit=1&limit=x&other=%00`))[0]).toBe(200);
});

test('a branch is listed from the top, without the ancestors of its lower bounds', async () => {
  const { hashes, post } = await longChain(4);
  const branch = async (body: unknown, query = '') =>
    JSON.parse((await post(`${chain0}/hash/branch${query}`, body))[1]) as object;
  const all = [...hashes].reverse();
  expect(await branch({ upper: [hashes[4]] })).toEqual({ limit: 5, items: all, next: null });
  expect(await branch({ upper: [hashes[4]], lower: [hashes[1]] })).toEqual({
    limit: 3,
    items: all.slice(0, 3),
    next: null,
  });
  expect(await branch({ upper: [hashes[4]] }, '?limit=2')).toEqual({
    limit: 2,
    items: all.slice(0, 2),
    next: `inclusive:${all[2]}`,
  });
  expect(await branch({})).toEqual({ limit: 0, items: [], next: null });
  expect(await branch({ lower: null, upper: null })).toEqual({ limit: 0, items: [], next: null });
  expect(await branch({ upper: [hashes[4]], lower: null })).toEqual({
    limit: 5,
    items: all,
    next: null,
  });
  expect((await post(`${chain0}/header/branch`, { upper: [hashes[4]] }))[0]).toBe(200);
  expect((await post(`${chain0}/block/branch`, { upper: [hashes[4]] }))[0]).toBe(200);
});

test('a cursor that is not known is 404 in every listing and branch', async () => {
  const { hashes, post, get } = await longChain(2);
  const key = 'A'.repeat(43);
  const notFound = [404, `{"reason":"key not found","key":"${key}"}`];
  for (const kind of ['inclusive', 'exclusive']) {
    for (const what of ['hash', 'header', 'block']) {
      expect(await get(`${chain0}/${what}?next=${kind}:${key}`)).toEqual(notFound);
      for (const body of [{ upper: [hashes[2]] }, {}, { upper: ['B'.repeat(42) + 'A'] }]) {
        const asked = await post(`${chain0}/${what}/branch?next=${kind}:${key}`, body);
        expect(asked).toEqual(notFound);
      }
    }
  }
  const large = { upper: Array(1000).fill(hashes[2]) };
  expect((await post(`${chain0}/hash/branch`, large))[0]).toBe(200);
});

test('a branch has at most 32 bounds on each side, each counted once', async () => {
  const { hashes, post } = await longChain(0);
  const unknown = (count: number) =>
    Array.from({ length: count }, (_, i) => Buffer.alloc(32, i + 1).toString('base64url'));
  for (const side of ['upper', 'lower']) {
    expect(await post(`${chain0}/hash/branch`, { [side]: unknown(33) })).toEqual([
      400,
      `"${side} branch bound limit exceeded. Only 32 values are supported."`,
    ]);
  }
  const max = { upper: unknown(32), lower: unknown(32) };
  expect((await post(`${chain0}/hash/branch`, max))[0]).toBe(404);
  const same = { upper: Array.from({ length: 100 }, () => hashes[0]), lower: unknown(32) };
  expect((await post(`${chain0}/hash/branch`, same))[0]).toBe(200);
});

test('invalid bounds are refused with the position of the mistake', async () => {
  const { post } = await longChain(0);
  for (const [body, text] of [
    ['[]', 'Error in $: the body must be an object'],
    ['', 'Error in $: the body is not JSON: '],
    ['{"upper":1}', 'Error in $.upper: it must be a list of hashes'],
    ['{"lower":["x"]}', 'Error in $.lower[0]: it must be a hash: 43 characters of base64url'],
  ] as const) {
    const [status, reported] = await post(`${chain0}/header/branch`, body);
    expect([status, reported.startsWith(text)], reported).toEqual([400, true]);
  }
});
