import { expect, test } from 'vitest';
import { base, fakeApi } from '../../../../support/node-api.ts';

type CutJson = {
  hashes: Record<string, { height: number; hash: string }>;
  height: number;
  weight: string;
  instance: string;
  id: string;
  origin: null;
};

async function cutOf(api: Awaited<ReturnType<typeof fakeApi>>, query = '') {
  return JSON.parse((await api.get(`${base}/cut${query}`))[1]) as CutJson;
}

test('the cut names the newest block of each chain', async () => {
  const api = await fakeApi();
  api.node.mineAll(2);
  const head = api.node.mine(7);
  const cut = await cutOf(api);
  expect(Object.keys(cut)).toEqual(['hashes', 'origin', 'weight', 'height', 'instance', 'id']);
  expect(Object.keys(cut.hashes)).toHaveLength(20);
  expect(cut.hashes['7']).toEqual({
    height: 3,
    hash: Buffer.from(head.hash).toString('base64url'),
  });
  expect([cut.height, cut.instance, cut.origin]).toEqual([41, 'development', null]);
  expect([cut.weight.length, cut.id.length]).toEqual([43, 43]);
});

test('an older cut is returned if the sum of heights is limited', async () => {
  const api = await fakeApi();
  api.node.mineAll(3);
  const heights = async (query: string) =>
    new Set(Object.values((await cutOf(api, query)).hashes).map(({ height }) => height));
  expect(await heights('?maxheight=0')).toEqual(new Set([0]));
  expect(await heights('?maxheight=39')).toEqual(new Set([1]));
  expect(await heights('?maxheight=40')).toEqual(new Set([2]));
  expect(await heights('?maxheight=99999999999999999999')).toEqual(new Set([3]));
  expect((await api.get(`${base}/cut?maxheight=-1`))[0]).toBe(400);
});

test('a limited cut is found without walking', async () => {
  const api = await fakeApi();
  api.node.mineAll(30);
  api.node.lookups = 0;
  await cutOf(api, '?maxheight=40');
  expect(api.node.lookups).toBe(0);
});
