// A miner that works like existing ones: it requests work, receives updates, and posts solutions without a content type.
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDevnet, type DevnetProcess } from '../support/devnet-process.ts';

let devnet: DevnetProcess;
beforeAll(async () => {
  // The devnet makes its own blocks only once an hour, so the blocks of the test are the miner's.
  devnet = await startDevnet('--block-time', '3600');
});
afterAll(() => devnet.end());

const publicKey = 'f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f';
const miner = JSON.stringify({
  account: `k:${publicKey}`,
  predicate: 'keys-all',
  'public-keys': [publicKey],
});

type Asked = {
  readonly method: string;
  readonly body: string | Uint8Array;
  readonly type?: string;
};

function open(path: string, { method, body, type }: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const headers = {
      'content-length': length,
      ...(type !== undefined && { 'content-type': type }),
    };
    const url = `${devnet.address}/chainweb/0.0/development/mining/${path}`;
    request(url, { method, headers }, resolve).on('error', reject).end(body);
  });
}

async function whole(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function heightOf(chain: number): Promise<number> {
  const cut = await fetch(`${devnet.address}/chainweb/0.0/development/cut`);
  const { hashes } = (await cut.json()) as { hashes: Record<string, { height: number }> };
  return hashes[String(chain)]!.height;
}

async function work(query = ''): Promise<Buffer> {
  const answer = await open(`work${query}`, {
    method: 'GET',
    body: miner,
    type: 'application/json',
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/octet-stream',
  ]);
  return whole(answer);
}

test('work is 322 bytes, and its solution becomes a block', async () => {
  const info = (await (await fetch(`${devnet.address}/info`)).json()) as { nodeVersion: string };
  expect(info.nodeVersion).toBe('development');
  for (let i = 0; i < 40; i++) {
    const bytes = await work();
    expect(bytes.length).toBe(322);
    const chain = bytes.readUInt32LE(0);
    const before = await heightOf(chain);
    const header = Buffer.from(bytes.subarray(36));
    header.writeBigUInt64LE(BigInt(i), 278);
    const solved = await open('solved', { method: 'POST', body: header });
    expect([solved.statusCode, (await whole(solved)).length]).toEqual([200, 0]);
    expect(await heightOf(chain)).toBe(before + 1);
  }
});

test('an update is sent when the work of a chain is out of date', async () => {
  const bytes = await work();
  const chain = Buffer.from(bytes.subarray(0, 4));
  const stream = await open('updates', { method: 'GET', body: chain });
  expect(stream.headers['content-type']).toBe('text/event-stream');
  const heard = new Promise<string>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      if (chunk.toString().startsWith('event:')) resolve(chunk.toString());
    });
  });
  await whole(await open('solved', { method: 'POST', body: bytes.subarray(36) }));
  expect(await heard).toBe('event:New Cut\n\n');
  stream.destroy();
});

test('a solution for work that was not given out is refused', async () => {
  const bytes = await work();
  const body = bytes.subarray(36);
  expect((await open('solved', { method: 'POST', body })).statusCode).toBe(200);
  const again = await open('solved', { method: 'POST', body });
  expect([again.statusCode, (await whole(again)).toString()]).toEqual([
    404,
    'No associated Payload',
  ]);
  const short = await open('solved', { method: 'POST', body: body.subarray(1) });
  expect([short.statusCode, (await whole(short)).toString().slice(0, 16)]).toEqual([
    400,
    'Decoding error: ',
  ]);
});
