// Synchronization near the tip: plans, fork choice, and nodes that agree.
import { expect, test } from 'vitest';
import { cutHeight } from '../../../../src/chain/choice/cut.ts';
import { hashesOf } from '../../../support/header-web.ts';
import { SyncNet, syncNetwork } from '../../../support/sync-network.ts';

const triangle = syncNetwork('triangle');

test('a pushed block is fetched, checked, executed and followed', async () => {
  const net = new SyncNet(triangle);
  const shared = net.world.grow(net.world.start, 3);
  const a = net.add('a', { cut: shared });
  const b = net.add('b', { cut: net.world.mine(shared, 1) });
  net.push(b, a);
  await net.time.advance(1000);
  expect(hashesOf(a.ledger.cut())).toEqual(hashesOf(b.ledger.cut()));
  expect([...a.asked]).toEqual([
    ['getHeader', 1],
    ['getPayload', 1],
  ]);
  expect(a.faults).toEqual([]);
});

test('a reorganisation over all chains fetches only what is missing, and moves once', async () => {
  const net = new SyncNet(triangle);
  const { world } = net;
  const base = world.grow(world.start, 10);
  const a = net.add('a', { cut: world.mineAll(base, [0, 1, 2, 1, 2]) });
  const b = net.add('b', { cut: world.mineAll(base, [0, 1, 2, 0, 1, 2]) });
  expect([cutHeight(a.ledger.cut()), cutHeight(b.ledger.cut())]).toEqual([35, 36]);
  net.push(b, a);
  await net.time.advance(1000);
  expect(hashesOf(a.ledger.cut())).toEqual(hashesOf(b.ledger.cut()));
  expect([...a.asked]).toEqual([
    ['getHeader', 6],
    ['getPayload', 6],
  ]);
  expect(a.ledger.moves).toEqual([{ added: 6, blocks: 6 }]);
  net.push(a, b);
  await net.time.advance(1000);
  expect(b.asked.size).toBe(0);
});

test('a lighter side costs headers, and no payload', async () => {
  const net = new SyncNet(triangle);
  const { world } = net;
  const base = world.grow(world.start, 10);
  const a = net.add('a', { cut: world.mineAll(base, [0, 1, 2, 1, 2]) });
  const b = net.add('b', { cut: world.mineAll(base, [0, 1, 2, 0]) });
  net.push(b, a);
  await net.time.advance(1000);
  expect([...a.asked.keys()]).toEqual(['getHeader']);
  expect(a.ledger.moves).toEqual([]);
  expect(a.faults).toEqual([]);
});

test('three nodes with their own blocks agree after they have pulled from each other', async () => {
  const net = new SyncNet(triangle);
  const { world } = net;
  const base = world.grow(world.start, 5);
  const nodes = [[0, 1], [1, 2, 0], [2]].map((chains, i) =>
    net.add(`n${i}`, { cut: world.mineAll(base, chains) }),
  );
  await net.run(6);
  const cuts = nodes.map(({ ledger }) => hashesOf(ledger.cut()));
  expect(cuts[1]).toEqual(cuts[0]);
  expect(cuts[2]).toEqual(cuts[0]);
  expect(nodes.flatMap(({ faults }) => faults)).toEqual([]);
});
