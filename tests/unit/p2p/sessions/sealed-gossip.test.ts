import { describe, expect, test } from 'vitest';
import { bad, good } from '../../../../src/base/result.ts';
import { carriedLimits, sealedGossipLimits } from '../../../../src/p2p/sealed/limits.ts';
import { PeerNet, type TestNode, type TestNodeOptions } from '../../../support/peer-network.ts';
import { sealedTextOf, TestSealedPool } from '../../../support/sealed-pool.ts';

const a = '20.1.0.1:1789';
const b = '20.2.0.1:1789';
const c = '20.3.0.1:1789';

function carrying(net: PeerNet, address: string, options: TestNodeOptions = {}): TestNode {
  const nonce = BigInt(net.nodes.size + 1);
  return net.node(address, { sealed: new TestSealedPool(net.time, nonce), ...options }).start();
}

async function started(net: PeerNet, ...addresses: readonly string[]) {
  const nodes: TestNode[] = [];
  for (const address of addresses) {
    nodes.push(carrying(net, address, { configured: nodes.slice(0, 1).map(({ own }) => own) }));
  }
  await net.time.advance(10_000);
  return nodes;
}

const poolOf = (node: TestNode | undefined): TestSealedPool => {
  const pool = node?.ledger.sealed;
  if (pool === undefined) throw new Error('no sealed commands');
  return pool;
};

test('a command is with all nodes within seconds, and is sent less than three times for each', async () => {
  const net = new PeerNet();
  const nodes = await started(net, ...Array.from({ length: 6 }, (_, i) => `20.${i}.0.1:1789`));
  await net.time.advance(60_000);
  poolOf(nodes[3]).take('key1');
  await net.time.advance(3000);
  for (const node of nodes) expect(poolOf(node).keys()).toEqual(['key1']);
  const sent = nodes.flatMap((node) => poolOf(node).inserts);
  expect(sent.length).toBeLessThan(3 * nodes.length);
  await net.stop();
});

test('a new command is pushed at once, to no more than two peers', async () => {
  const net = new PeerNet();
  const nodes = await started(net, a, b, c, '20.4.0.1:1789');
  await net.time.advance(60_000);
  const before = net.count('insertSealed', { from: a });
  poolOf(nodes[0]).take('key1');
  await net.time.advance(2 * sealedGossipLimits.gatherMs);
  const pushed = net.count('insertSealed', { from: a }) - before;
  expect(pushed).toBe(sealedGossipLimits.pushes);
  await net.stop();
});

test('a node that nobody can connect to sends what it carries, and gets the others', async () => {
  const net = new PeerNet();
  const first = carrying(net, a);
  const hidden = carrying(net, b, { isPrivate: true, configured: [first.own] });
  poolOf(hidden).take('old');
  await net.time.advance(10_000);
  poolOf(hidden).take('new');
  poolOf(first).take('other');
  await net.time.advance(5000);
  expect([...poolOf(first).keys()].sort()).toEqual(['new', 'old', 'other']);
  expect([...poolOf(hidden).keys()].sort()).toEqual(['new', 'old', 'other']);
  await net.stop();
});

test('what a peer lists is not sent to it, and nothing is fetched twice', async () => {
  const net = new PeerNet();
  const nodes = await started(net, a, b);
  await net.stop();
  for (let i = 0; i < 600; i++) poolOf(nodes[0]).take(`key${i}`);
  for (const node of nodes) node.start();
  await net.time.advance(60_000);
  expect(poolOf(nodes[1]).carried.size).toBe(600);
  const fetched = net.log
    .filter(({ name }) => name === 'lookupSealed')
    .flatMap(({ asked }) => (asked as { readonly keys: readonly string[] }).keys);
  expect(fetched.length + poolOf(nodes[1]).inserts.flatMap(({ keys }) => keys).length).toBe(1200);
  await net.stop();
});

describe('a peer that knows no sealed commands', () => {
  test('is asked once, and not again for ten minutes, over sessions', async () => {
    const net = new PeerNet();
    const old = net.node(a).start();
    const node = carrying(net, b, { configured: [old.own] });
    await net.time.advance(10_000);
    expect(net.count('getSealed')).toBe(1);
    poolOf(node).take('key1');
    await net.time.advance(sealedGossipLimits.closedMs - 60_000);
    expect([net.count('getSealed'), net.count('insertSealed')]).toEqual([1, 0]);
    await net.time.advance(600_000);
    expect(net.count('getSealed')).toBe(2);
    expect(node.sessions()).toEqual([a]);
    await net.stop();
  });

  test('asks for none, and a node without them answers so', async () => {
    const net = new PeerNet();
    const first = carrying(net, a);
    net.node(b, { configured: [first.own] }).start();
    poolOf(first).take('key1');
    await net.time.advance(10_000);
    expect(net.count('getSealed', { from: b })).toBe(0);
    await net.stop();
  });
});

describe('floods', () => {
  test('a peer brings only as fast as its share grows, and nothing is fetched for nothing', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    const { burst, perSecond } = carriedLimits.bringerBytes;
    const large = sealedTextOf('x', 20_000).length;
    for (let i = 0; i < 800; i++) poolOf(nodes[0]).take(`key${i}`, sealedTextOf(`key${i}`, 20_000));
    await net.time.advance(60_000);
    const bytes = poolOf(nodes[1]).carried.heldBytes;
    expect(bytes).toBeGreaterThan(burst);
    // One page may be more than there was room for.
    expect(bytes).toBeLessThan(burst + 70 * perSecond + carriedLimits.pageBytes);
    const lookups = net.log.filter(({ name, from }) => name === 'lookupSealed' && from === b);
    const asked = lookups.flatMap((each) => (each.asked as { readonly keys: string[] }).keys);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(bytes / large);
    await net.time.advance(900_000);
    expect(poolOf(nodes[1]).carried.size).toBe(800);
    await net.stop();
  });

  test('garbage of one peer does not push out what others brought', async () => {
    const net = new PeerNet();
    const space = {
      commands: 100,
      bytes: 1e6,
      bringerBytes: { perSecond: 1000, burst: 1e6 },
    };
    const node = carrying(net, a, { sealed: new TestSealedPool(net.time, 1n, space) });
    const honest = carrying(net, b, { configured: [node.own] });
    const hostile = carrying(net, c, { configured: [node.own] });
    await net.time.advance(10_000);
    for (let i = 0; i < 10; i++) poolOf(honest).take(`honest${i}`);
    await net.time.advance(10_000);
    net.isLinked = (from, to) => ![from, to].includes(b) || ![from, to].includes(c);
    for (let i = 0; i < 1000; i++) poolOf(hostile).take(`garbage${i}`);
    await net.time.advance(60_000);
    const keys = poolOf(node).keys();
    expect(keys).toHaveLength(100);
    expect(keys.filter((key) => key.startsWith('honest'))).toHaveLength(10);
    await net.stop();
  });
});

describe('hostile peers', () => {
  test('most of what it sends is invalid: it is blamed, and asked no more', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    const keys = Array.from({ length: 40 }, (_, i) => `bad${i}`);
    net.override = ({ name, to, asked }) => {
      if (to !== a) return undefined;
      if (name === 'getSealed') return good({ keys, mark: { nonce: 1n, mark: 40 } });
      if (name !== 'lookupSealed') return undefined;
      return good((asked as { readonly keys: string[] }).keys.map((key) => sealedTextOf(key)));
    };
    await net.time.advance(10_000);
    expect(nodes[1]?.p2p.view.peers()[0]?.faults).toContain('most of its transactions are invalid');
    const before = net.count('getSealed', { from: b });
    await net.time.advance(60_000);
    expect(net.count('getSealed', { from: b })).toBe(before);
    await net.stop();
  });

  test.each([
    ['other commands', () => good([sealedTextOf('other')])],
    ['a shorter list', () => good([])],
  ])('it answers with %s: its session ends', async (_, answer) => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    net.override = ({ name, to }) => {
      if (to !== a) return undefined;
      if (name === 'getSealed') return good({ keys: ['key1'], mark: { nonce: 1n, mark: 1 } });
      return name === 'lookupSealed' ? answer() : undefined;
    };
    await net.time.advance(3000);
    expect(nodes[1]?.events.some(({ kind }) => kind === 'session-failed')).toBe(true);
    await net.stop();
  });

  test('it says that it was asked too often: it is asked again later', async () => {
    const net = new PeerNet();
    await started(net, a, b);
    net.override = ({ name }) =>
      name === 'getSealed' ? bad({ kind: 'status', status: 429, sentence: 'too many' }) : undefined;
    await net.time.advance(20_000);
    expect(net.count('getSealed', { from: b })).toBeGreaterThan(4);
    await net.stop();
  });
});
