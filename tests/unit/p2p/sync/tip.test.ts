// Synchronization near the tip: plans, fork choice, and nodes that agree.
import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import type { JsonValue } from '../../../../src/base/json.ts';
import { cutHeight, lowestHeight } from '../../../../src/chain/choice/cut.ts';
import { encodeHeader } from '../../../../src/chain/model/header.ts';
import { payloadToJson } from '../../../../src/chain/model/payload-json.ts';
import { hashesOf } from '../../../support/header-web.ts';
import { syncNetwork, wireCut } from '../../../support/block-world.ts';
import { SyncNet } from '../../../support/sync-network.ts';

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

test('blocks attached to a pushed cut are executed without a question', async () => {
  const net = new SyncNet(triangle);
  const { world } = net;
  const base = world.grow(world.start, 3);
  const a = net.add('a', { cut: base });
  const one = world.mine(base, 1);
  const two = world.mineAll(one, [0, 2, 1]);
  const b = net.add('b', { cut: two });
  const blocks = [...one.heads.values(), ...two.heads.values()].filter(({ height }) => height > 3);
  const headers = new Map<string, JsonValue>();
  const payloads = new Map<string, JsonValue>();
  for (const header of blocks) {
    headers.set(toBase64Url(header.hash), toBase64Url(encodeHeader(header)));
    const payload = world.payload(header.payloadHash)!;
    payloads.set(toBase64Url(header.payloadHash), payloadToJson(payload));
  }
  a.sync.take(wireCut(two, { headers, payloads }), { peer: b.info, sender: b.key });
  await net.time.advance(100);
  expect(hashesOf(a.ledger.cut())).toEqual(hashesOf(two));
  expect(a.asked.size).toBe(0);
});

test.each<[string, (text: string) => JsonValue, string]>([
  ['of another block', (text) => text.replace(/^./, 'B'), 'fatal'],
  ['that is no header', () => 'AAAA', 'malformed'],
  ['that is no string', () => new Map(), 'malformed'],
])('an attached header %s is the fault of its sender', async (_, change, fault) => {
  const net = new SyncNet(triangle);
  const base = net.world.grow(net.world.start, 3);
  const a = net.add('a', { cut: base });
  const cut = net.world.mine(base, 1);
  const b = net.add('b', { cut });
  const header = cut.heads.get(1)!;
  const headers = new Map([[toBase64Url(header.hash), change(toBase64Url(encodeHeader(header)))]]);
  a.sync.take(wireCut(cut, { headers }), { peer: b.info, sender: b.key });
  await net.time.advance(100);
  expect(a.faultsOf(b)).toEqual([fault]);
  expect(a.ledger.moves).toEqual([]);
});

test('closed, nothing is asked and no timer is left', async () => {
  const net = new SyncNet(triangle);
  const base = net.world.grow(net.world.start, 3);
  const a = net.add('a', { cut: base });
  const far = net.add('far', { cut: net.world.grow(base, 100) });
  const near = net.add('near', { cut: net.world.mine(base, 1) });
  net.push(far, a);
  net.push(near, a);
  await net.time.advance(30);
  for (const { sync } of [a, far, near]) sync.close();
  await net.time.advance(10_000);
  expect(net.time.waiting).toBe(0);
  net.push(near, a);
  expect(net.time.waiting).toBe(0);
});

test('a node with a slow clock follows as far as it can, and says that its clock is slow', async () => {
  const net = new SyncNet(syncNetwork('triangle', { blockDelay: 4_000_000n }));
  const { world } = net;
  const base = world.grow(world.start, 5);
  const a = net.add('a', { cut: base });
  Object.assign(a.ledger, { now: () => base.heads.get(0)!.creationTime + 40_000_000n });
  const far = world.grow(base, 60);
  net.add('b', { cut: world.grow(base, 15) });
  net.add('c', { cut: far });
  net.add('d', { cut: far });
  await net.run(4);
  expect(lowestHeight(a.ledger.cut().heads)).toBe(15);
  await net.run(30);
  expect(a.sync.progress().problem).toMatch(
    /^blocks of other nodes are \d+ seconds in the future: check the clock of this computer$/,
  );
  expect(a.faults).toEqual([]);
});
