// Blocks with their payloads, payloads one by one, and batches of them.
import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../../src/base/base64url.ts';
import { chain0, fakeApi } from '../../../../support/node-api.ts';

type Payload = {
  [name: string]: unknown;
  payloadHash: string;
  transactions: (string | string[])[];
  coinbase?: string;
};
const unknown = 'A'.repeat(43);

async function asked() {
  const api = await fakeApi();
  const hash = toBase64Url(api.node.cut().heads.get(0)!.payloadHash);
  const json = async (path: string) => JSON.parse((await api.get(path))[1]) as Payload;
  return { ...api, hash, json };
}

test('a payload has its transactions; with outputs, pairs of them', async () => {
  const { hash, json } = await asked();
  const plain = await json(`${chain0}/payload/${hash}`);
  expect(plain.payloadHash).toBe(hash);
  expect(Buffer.from(plain.transactions[0] as string, 'base64url').toString()).toBe('{"cmd":"{}"}');
  expect(plain).not.toHaveProperty('coinbase');
  const full = await json(`${chain0}/payload/${hash}/outputs?height=0`);
  expect(full.transactions[0]).toHaveLength(2);
  expect(full.coinbase).toBe('eyJnYXMiOjB9');
});

test('a batch returns the existing ones, in the order of the request', async () => {
  const { hash, post } = await asked();
  const batch = async (path: string, body: unknown) =>
    JSON.parse((await post(`${chain0}/payload/${path}`, body))[1]) as Payload[];
  expect((await batch('batch', [hash, unknown, hash])).map((each) => each.payloadHash)).toEqual([
    hash,
    hash,
  ]);
  const outputs = await batch('outputs/batch', { heights: [0], hashes: [hash, hash] });
  expect(outputs.map(({ coinbase }) => coinbase)).toEqual(['eyJnYXMiOjB9']);
  expect(await batch('batch', [])).toEqual([]);
});

const accept = 'application/octet-stream';

/** Numbers have 8 bytes, and each text its length before it. */
function bytesOf(full: Payload): Buffer {
  const number = (value: number): Buffer =>
    Buffer.from(value.toString(16).padStart(16, '0'), 'hex');
  const decoded = (text: unknown): Buffer => Buffer.from(String(text), 'base64url');
  const long = (text: unknown): Buffer =>
    Buffer.concat([number(decoded(text).length), decoded(text)]);
  return Buffer.concat([
    number(full.transactions.length),
    ...full.transactions.flat().map(long),
    long(full['minerData']),
    ...(full.coinbase === undefined ? [] : [long(full.coinbase)]),
    ...['payloadHash', 'transactionsHash', 'outputsHash'].map((name) => decoded(full[name])),
  ]);
}

test('payloads are available as bytes', async () => {
  const { hash, json, ask } = await asked();
  for (const path of [`payload/${hash}`, `payload/${hash}/outputs`]) {
    const response = await ask(`${chain0}/${path}`, { headers: { accept } });
    expect(response.headers.get('content-type')).toBe(accept);
    const full = await json(`${chain0}/${path}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytesOf(full));
  }
  const missing = await ask(`${chain0}/payload/${unknown}`, { headers: { accept } });
  expect([missing.status, await missing.json()]).toEqual([
    404,
    { key: unknown, reason: 'key not found' },
  ]);
});

test('batches are available as bytes, preceded by their number', async () => {
  const { hash, json, ask } = await asked();
  for (const [path, one] of [
    ['payload/batch', `payload/${hash}`],
    ['payload/outputs/batch', `payload/${hash}/outputs`],
  ] as const) {
    const response = await ask(`${chain0}/${path}`, {
      method: 'POST',
      body: JSON.stringify([hash, unknown, hash]),
      headers: { accept, 'content-type': 'application/json' },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, accept]);
    const full = bytesOf(await json(`${chain0}/${one}`));
    const count = Buffer.from('0000000000000002', 'hex');
    const expected = Buffer.concat([count, full, full]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(expected);
  }
});

test('a batch is cut at its limit', async () => {
  const api = await fakeApi({ limits: { payloadBatch: 2 } });
  const hash = toBase64Url(api.node.cut().heads.get(0)!.payloadHash);
  for (const [sent, given] of [
    [2, 2],
    [3, 2],
  ] as const) {
    const [, text] = await api.post(`${chain0}/payload/batch`, Array(sent).fill(hash));
    expect(JSON.parse(text)).toHaveLength(given);
  }
});

test('a body that is not a batch is refused with the position of the mistake', async () => {
  const { post, hash } = await asked();
  for (const [body, text] of [
    [{ hashes: [hash] }, 'Error in $.heights: it must be a list of heights'],
    [{ heights: [0] }, 'Error in $.hashes: it must be a list of hashes'],
    [{ heights: [-1], hashes: [] }, 'Error in $.heights[0]: it must be a whole number from 0'],
    [['x'], 'Error in $[0]: it must be a hash: 43 characters of base64url'],
    ['1', 'Error in $: the body must be a list of hashes, or an object with heights and hashes'],
  ] as const) {
    expect(await post(`${chain0}/payload/outputs/batch`, body)).toEqual([400, text]);
  }
});

test('a block has a header and a payload with outputs', async () => {
  const { get, node } = await asked();
  node.mineAll(1);
  const page = JSON.parse((await get(`${chain0}/block`))[1]) as {
    limit: number;
    items: { header: { height: number; multichainVersion: string }; payloadWithOutputs: Payload }[];
  };
  expect(page.items.map(({ header }) => header.height)).toEqual([0, 1]);
  expect(page.items[1]?.header.multichainVersion).toBe('development');
  expect(page.items[1]?.payloadWithOutputs.coinbase).toBe('eyJnYXMiOjB9');
});

test('a page of large blocks ends early, and its cursor continues', async () => {
  const { node, get } = await fakeApi({ limits: { blockPageBytes: 10 } });
  node.mineAll(2);
  const page = async (query: string) =>
    JSON.parse((await get(`${chain0}/block?${query}`))[1]) as { limit: number; next: string };
  let next = (await page('')).next;
  const seen = [next];
  for (let i = 0; i < 2; i++) {
    const { limit, next: following } = await page(`next=${next}`);
    expect(limit).toBe(1);
    seen.push((next = following));
  }
  expect(new Set(seen.map((text) => text.slice(text.indexOf(':')))).size).toBe(2);
  expect(next).toMatch(/^exclusive:/);
});
