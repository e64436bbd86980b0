// Catching up: long ways, long forks, peers that lie or stall.
import { expect, test } from 'vitest';
import { bad } from '../../../../src/base/result.ts';
import { hashesOf } from '../../../support/header-web.ts';
import { syncNetwork } from '../../../support/block-world.ts';
import { pageOf, SyncNet, unknownThere } from '../../../support/sync-network.ts';

const triangle = syncNetwork('triangle');

test('500 heights of three chains come from two peers, in order and once', async () => {
  const net = new SyncNet(triangle);
  const far = net.world.grow(net.world.start, 500);
  const fresh = net.add('fresh');
  net.add('a', { cut: far, hasBatches: true });
  net.add('b', { cut: far, hasBatches: true });
  fresh.ledger.blockMs = 10;
  await net.run(2);
  expect(fresh.sync.progress().mode).toBe('behind');
  expect(fresh.sync.isNear).toBe(false);
  await net.run(20);
  expect(hashesOf(fresh.ledger.cut())).toEqual(hashesOf(far));
  expect(fresh.ledger.moves.reduce((sum, { added }) => sum + added, 0)).toBe(1500);
  expect(fresh.faults).toEqual([]);
  expect(fresh.sync.progress()).toMatchObject({ mode: 'near', height: 500, problem: undefined });
});

test('a peer without batches is asked for one payload after the other', async () => {
  const net = new SyncNet(triangle);
  const far = net.world.grow(net.world.start, 100);
  const fresh = net.add('fresh');
  net.add('a', { cut: far });
  net.add('b', { cut: far });
  await net.run(20);
  expect(hashesOf(fresh.ledger.cut())).toEqual(hashesOf(far));
  expect(fresh.asked.get('getPayload')).toBe(300);
  expect(fresh.faults).toEqual([]);
});

const liars = {
  'never answers': {
    header: () => undefined,
    headers: () => undefined,
    payload: () => undefined,
    payloads: () => undefined,
  },
  'has nothing': {
    header: () => unknownThere,
    headers: () => unknownThere,
    payload: () => unknownThere,
    payloads: () => unknownThere,
  },
  'is broken': {
    header: () => bad({ kind: 'status', status: 500, sentence: 'broken' } as const),
    headers: () => bad({ kind: 'status', status: 500, sentence: 'broken' } as const),
    payload: () => bad({ kind: 'unreadable', sentence: 'broken' } as const),
    payloads: () => bad({ kind: 'unreadable', sentence: 'broken' } as const),
  },
} as const;

test.each(Object.keys(liars) as (keyof typeof liars)[])(
  'one of two peers %s, and the way takes little longer',
  async (name) => {
    const net = new SyncNet(triangle);
    const far = net.world.grow(net.world.start, 200);
    const fresh = net.add('fresh');
    const honest = net.add('honest', { cut: far, hasBatches: true });
    net.add('liar', { cut: net.world.grow(far, 30), answers: liars[name] });
    fresh.ledger.blockMs = 1;
    for (let second = 0; second < 60; second += 2) {
      await net.run(2);
      if (hashesOf(fresh.ledger.cut()).join() === hashesOf(far).join()) break;
    }
    expect(hashesOf(fresh.ledger.cut())).toEqual(hashesOf(far));
    expect(fresh.faultsOf(honest)).toEqual([]);
  },
);

test('a fork of 200 heights is taken back once the other side is verified to be heavier', async () => {
  const net = new SyncNet(triangle);
  const { world } = net;
  const shared = world.grow(world.start, 10);
  const a = net.add('a', { cut: world.grow(shared, 200) });
  const b = net.add('b', { cut: world.grow(shared, 201), hasBatches: true });
  await net.run(30);
  expect(hashesOf(a.ledger.cut())).toEqual(hashesOf(b.ledger.cut()));
  expect(b.ledger.moves).toEqual([]);
  expect([...a.faults, ...b.faults]).toEqual([]);
});

test('a fork that is too deep is told with the command that follows it, and followed when told', async () => {
  const net = new SyncNet(triangle);
  const { world } = net;
  const shared = world.grow(world.start, 5);
  const a = net.add('a', { cut: world.grow(shared, 490) });
  const b = net.add('b', { cut: world.grow(shared, 495), hasBatches: true });
  await net.run(10);
  const { problem } = a.sync.progress();
  expect(problem).toMatch(
    /^this node and the peer b:1789 parted more than 480 heights ago: its cut claims height 500 and the heavier weight; `pact node follow [\w-]{43}` follows it, if its work is verified to be more$/,
  );
  const before = a.asked.get('branchHeaders');
  await net.run(60);
  expect(a.asked.get('branchHeaders')).toBe(before);
  await net.run(600);
  expect(a.sync.progress().mode).toBe('diverged');
  expect(b.sync.progress().mode).toBe('near');
  expect(b.sync.progress().problem).toBe(
    'the peer a:1789 has had other blocks with less work than those of this node for some minutes: the other side must decide to follow this one',
  );
  expect(a.sync.follow('nonsense').ok).toBe(false);
  const id = /follow ([\w-]{43})/.exec(problem!)![1]!;
  expect(a.sync.follow(id)).toEqual({ ok: true, value: undefined });
  await net.run(30);
  expect(hashesOf(a.ledger.cut())).toEqual(hashesOf(b.ledger.cut()));
  expect(a.sync.progress().problem).toBeUndefined();
  await net.run(2);
  expect(b.sync.progress().problem).toBeUndefined();
});

test('a node that follows headers asks for no payloads, far behind and at the tip', async () => {
  const net = new SyncNet(triangle);
  const far = net.world.grow(net.world.start, 100);
  const fresh = net.add('fresh');
  fresh.ledger.follow = 'headers';
  const peer = net.add('peer', { cut: far });
  await net.run(10);
  expect(hashesOf(fresh.ledger.cut())).toEqual(hashesOf(far));
  peer.ledger.mined(net.world.mine(far, 0));
  await net.run(2);
  expect(hashesOf(fresh.ledger.cut())).toEqual(hashesOf(peer.ledger.cut()));
  expect([...fresh.asked.keys()].sort()).toEqual(['branchHeaders', 'getHeader']);
  expect(fresh.faults).toEqual([]);
});

test('pages of the node of a test are those of real ones', () => {
  const net = new SyncNet(triangle);
  const cut = net.world.grow(net.world.start, 30);
  const node = net.add('a', { cut });
  const upper = cut.heads.get(0)!.hash;
  const page = pageOf(node.ledger, {
    chain: 0,
    upper: [upper],
    lower: [],
    minHeight: 1,
    maxHeight: 30,
    limit: 99,
  });
  expect(page.ok && page.value.map(({ height }) => height)).toEqual(
    Array.from({ length: 20 }, (_, i) => 30 - i),
  );
});
