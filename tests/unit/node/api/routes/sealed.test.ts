import { expect, test } from 'vitest';
import { systemClock } from '../../../../../src/base/platform/system.ts';
import { apiLimits } from '../../../../../src/node/api/limits.ts';
import { messageLimits } from '../../../../../src/p2p/messages/limits.ts';
import { FakeDesk } from '../../../../support/fake-desk.ts';
import { FakeNode } from '../../../../support/fake-node.ts';
import { apiOf, base } from '../../../../support/node-api.ts';
import { keyTexts } from '../../../../support/p2p-texts.ts';
import { sealedTextOf, TestSealedPool } from '../../../../support/sealed-pool.ts';

async function sealedApi(pool: TestSealedPool | undefined = new TestSealedPool(systemClock, 7n)) {
  const { ask } = await apiOf(new FakeNode(), { group: 'p2p', peers: new FakeDesk(pool) });
  const send = async (method: string, path: string, body?: string) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await ask(`${base}/sealed/${path}`, { method, headers, ...(body && { body }) });
    return [answer.status, await answer.text()] as const;
  };
  return { pool, send };
}

const [key] = keyTexts;

test('commands are offered, listed from a mark on, and looked up', async () => {
  const { send } = await sealedApi();
  const text = sealedTextOf(key);
  expect(await send('PUT', 'insert', JSON.stringify([text]))).toEqual([200, '']);
  const listed = `{"hashes":["${key}"],"highwaterMark":[7,1]}`;
  expect(await send('POST', 'getPending')).toEqual([200, listed]);
  expect(await send('POST', 'getPending?nonce=7&since=1')).toEqual([
    200,
    '{"hashes":[],"highwaterMark":[7,1]}',
  ]);
  expect(await send('POST', 'lookup', JSON.stringify(keyTexts))).toEqual([
    200,
    `[{"tag":"Pending","contents":${JSON.stringify(text)}},{"tag":"Missing"}]`,
  ]);
});

test('questions about more than a page are refused', async () => {
  const { send } = await sealedApi();
  const many = Array.from({ length: messageLimits.sealed + 1 }, () => key);
  const fault = `Error in $: the list has more than ${messageLimits.sealed} items`;
  expect(await send('POST', 'lookup', JSON.stringify(many))).toEqual([400, fault]);
  expect(await send('PUT', 'insert', JSON.stringify(many))).toEqual([400, fault]);
  const [status] = await send('POST', 'lookup', ' '.repeat(apiLimits.sealedKeysBytes + 1));
  expect(status).toBe(413);
});

test('an answer has no more bytes than nodes read, and the rest is missing', async () => {
  const { pool, send } = await sealedApi();
  for (let i = 0; i < 6; i++) pool.take(`k${i}`, sealedTextOf(`k${i}`, 500_000));
  const keys = Array.from({ length: 6 }, (_, i) => `k${i}`);
  const [, found] = await send('POST', 'lookup', JSON.stringify(keys));
  const tags = (JSON.parse(found) as { readonly tag: string }[]).map(({ tag }) => tag);
  expect(tags.filter((tag) => tag === 'Pending')).toHaveLength(4);
  expect(found.length).toBeLessThanOrEqual(messageLimits.commandsBytes);
});

test('a node that carries no sealed commands does not know the paths', async () => {
  const { ask } = await apiOf(new FakeNode(), { group: 'p2p', peers: new FakeDesk() });
  const answer = await ask(`${base}/sealed/getPending`, { method: 'POST' });
  expect(answer.status).toBe(404);
});
