// Streams of new blocks.
import { expect, test } from 'vitest';
import { base, fakeApi } from '../../../../support/node-api.ts';

type Reported = {
  header: { height: number; chainId: number };
  txCount: number;
  powHash: string;
  target: string;
  payloadWithOutputs?: object;
};

function readerOf(answer: Response) {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  return { next: async () => (await reader.read()).value, cancel: () => reader.cancel() };
}

test('new blocks are reported as they come, each once', async () => {
  const { ask, node } = await fakeApi();
  const answer = await ask(`${base}/header/updates`);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const { next, cancel } = readerOf(answer);
  for (const chain of [4, 9]) {
    node.mine(chain);
    const [name, data = '', ...rest] = (await next())!.split('\n');
    expect([name, rest]).toEqual(['event:BlockHeader', ['', '']]);
    const reported = JSON.parse(data.slice('data:'.length)) as Reported;
    expect(reported.header).toMatchObject({ height: 1, chainId: chain });
    expect(reported.txCount).toBe(1);
    expect(reported.target).toMatch(/^f{64}$/);
    expect(reported.powHash).toMatch(/^[0-9a-f]{64}$/);
    expect(reported).not.toHaveProperty('payloadWithOutputs');
  }
  expect(node.listening).toBe(1);
  await cancel();
  await expect.poll(() => node.listening).toBe(0);
});

test('the stream of blocks has payloads too', async () => {
  const { ask, node } = await fakeApi({ aliases: ['chainweb'] });
  const { next } = readerOf(await ask('/chainweb/0.0/development/block/updates'));
  node.mine(0);
  const reported = JSON.parse((await next())!.split('\n')[1]!.slice(5)) as Reported;
  expect(reported.payloadWithOutputs).toHaveProperty('coinbase');
  expect(reported.header).toHaveProperty('chainwebVersion', 'development');
});

test('streams end when the server does', async () => {
  const { ask, stop, node } = await fakeApi();
  const text = (await ask(`${base}/header/updates`)).text();
  await stop();
  expect(await text).toBe('');
  expect(node.listening).toBe(0);
});

test('a server without streams has no such path', async () => {
  const { get } = await fakeApi({ headerStream: false });
  expect((await get(`${base}/header/updates`))[0]).toBe(404);
});
