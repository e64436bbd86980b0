// Polls with many keys take turns, so that no number of them holds up other requests.
import { expect, test } from 'vitest';
import { apiOf, base } from '../../../../support/node-api.ts';
import { FakeNode } from '../../../../support/fake-node.ts';

const keys = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${String(i).padStart(42, 'A')}A`);

async function polling(limits = {}) {
  const { address } = await apiOf(new FakeNode(), { limits });
  const poll = async (count: number): Promise<number> => {
    const answer = await fetch(`${address}${base}/chain/0/pact/api/v1/poll`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requestKeys: keys(count) }),
    });
    await answer.text();
    return answer.status;
  };
  return { poll };
}

test('small polls are answered while large ones wait', async () => {
  const { poll } = await polling();
  const order: string[] = [];
  const large = Array.from({ length: 40 }, () => poll(5000).then(() => order.push('large')));
  const small = poll(1).then(() => order.push('small'));
  await Promise.all([...large, small]);
  expect(order.indexOf('small')).toBeLessThan(30);
});

test('more large polls than may wait are refused; small ones are not', async () => {
  const { poll } = await polling({ fewKeysBytes: 1000, waitingPolls: 2 });
  const statuses = await Promise.all(Array.from({ length: 60 }, () => poll(300)));
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const small = await Promise.all(Array.from({ length: 60 }, () => poll(10)));
  expect(new Set(small)).toEqual(new Set([200]));
});
