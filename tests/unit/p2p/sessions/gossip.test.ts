import { describe, expect, test } from 'vitest';
import { bad, good } from '../../../../src/base/result.ts';
import { gossipLimits } from '../../../../src/p2p/mempool/limits.ts';
import { batchesOf } from '../../../../src/p2p/mempool/offer.ts';
import { commandOf, statusFault, type TestPool } from '../../../support/peer-ledger.ts';
import { PeerNet, type TestNode } from '../../../support/peer-network.ts';

const a = '20.1.0.1:1789';
const b = '20.2.0.1:1789';
const c = '20.3.0.1:1789';

async function started(net: PeerNet, ...addresses: readonly string[]) {
  const nodes: TestNode[] = [];
  for (const address of addresses) {
    nodes.push(net.node(address, { configured: nodes.slice(0, 1).map(({ own }) => own) }).start());
  }
  await net.time.advance(10_000);
  return nodes;
}

const poolOf = (node: TestNode | undefined, chain = 0): TestPool => {
  const pool = node?.ledger.pools.get(chain);
  if (pool === undefined) throw new Error('no pool');
  return pool;
};

test('a transaction reaches all nodes, and is fetched once by each', async () => {
  const net = new PeerNet();
  const nodes = await started(net, a, b, c);
  poolOf(nodes[0], 1).add('key1');
  await net.time.advance(10_000);
  for (const node of nodes) expect(poolOf(node, 1).arrived).toEqual(['key1']);
  const keys = net.log
    .filter(({ name }) => name === 'lookupCommands')
    .flatMap(({ asked }) => (asked as { readonly keys: readonly string[] }).keys);
  expect(keys).toHaveLength(2);
  await net.stop();
});

describe('a transaction that a client sent', () => {
  test('is in the mempools of all peers within a tenth of a second, and sent once to each', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b, c);
    poolOf(nodes[0], 1).send('key1');
    await net.time.advance(100);
    for (const node of nodes) expect(poolOf(node, 1).arrived).toEqual(['key1']);
    await net.time.advance(60_000);
    expect(net.count('insertCommands')).toBe(2);
    expect(net.count('lookupCommands')).toBe(0);
    for (const node of nodes) expect(poolOf(node, 1).inserts.flat().length).toBeLessThanOrEqual(1);
    await net.stop();
  });

  test('passes on through nodes that know each other in a line, which are asked before', async () => {
    const net = new PeerNet();
    net.isLinked = (from, to) => from === b || to === b;
    const middle = net.node(b).start();
    const ends = [a, c].map((key) => net.node(key, { configured: [middle.own] }).start());
    const nodes = [...ends, middle];
    await net.time.advance(20_000);
    poolOf(nodes[0]).send('key1');
    await net.time.advance(1000);
    for (const node of nodes) expect(poolOf(node).arrived).toEqual(['key1']);
    const asked = net.log.filter(({ name }) => name === 'memberCommands');
    expect(asked.map(({ from }) => from)).toContain(b);
    await net.stop();
  });

  test('shares a request with others of the same moment', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    for (let i = 0; i < 100; i++) poolOf(nodes[0]).send(`key${i}`);
    await net.time.advance(1000);
    expect(poolOf(nodes[1]).inserts.map((each) => each.length)).toEqual([100]);
    await net.stop();
  });

  test('is one of thousands: what is too much to be sent is fetched', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    for (let i = 0; i < 5000; i++) poolOf(nodes[0]).send(`key${i}`);
    await net.time.advance(1000);
    expect(poolOf(nodes[1]).arrived.length).toBeGreaterThanOrEqual(gossipLimits.pushedKeys);
    await net.time.advance(20_000);
    expect(poolOf(nodes[1]).arrived).toHaveLength(5000);
    expect(poolOf(nodes[1]).inserts.flat().length).toBeLessThan(5600);
    await net.stop();
  });

  test('never makes more requests than a node of the reference answers', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    const from = net.time.nowMs();
    for (let i = 0; i < 1000; i++) {
      poolOf(nodes[0], i % 3).send(`key${i}`);
      await net.time.advance(10);
    }
    const asked = net.log.filter(
      ({ atMs, from: asking, name }) =>
        atMs >= from && asking === a && /Commands|Pending/.test(name),
    );
    const { perSecond, burst } = gossipLimits.requests;
    expect(asked.length).toBeLessThanOrEqual(10 * perSecond + burst);
    await net.time.advance(3000);
    expect([0, 1, 2].flatMap((chain) => poolOf(nodes[1], chain).arrived)).toHaveLength(1000);
    await net.stop();
  });

  test('is not sent to a peer that says there are too many requests', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    net.override = ({ name, to }) =>
      name === 'insertCommands' && to === b ? statusFault(429) : undefined;
    for (let i = 0; i < 20; i++) {
      poolOf(nodes[0]).send(`key${i}`);
      await net.time.advance(100);
    }
    expect(net.count('insertCommands', { to: b })).toBe(1);
    await net.time.advance(5000);
    expect(poolOf(nodes[1]).arrived).toHaveLength(20);
    expect(nodes[0]?.sessions()).toEqual([b]);
    await net.stop();
  });

  test('is not sent again to a peer without a mempool', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    net.override = ({ name, to }) =>
      name === 'insertCommands' && to === b ? statusFault(404) : undefined;
    for (let i = 0; i < 20; i++) {
      poolOf(nodes[0]).send(`key${i}`);
      await net.time.advance(100);
    }
    expect(net.count('insertCommands', { to: b })).toBe(1);
    await net.stop();
  });
});

test('five thousand transactions of one node reach five, each at most twice', async () => {
  const net = new PeerNet();
  const nodes = await started(net, ...Array.from({ length: 5 }, (_, i) => `20.${i}.0.1:1789`));
  await net.time.advance(30_000);
  for (let i = 0; i < 5000; i++) poolOf(nodes[0]).add(`key${i}`);
  await net.time.advance(30_000);
  for (const node of nodes) {
    expect(poolOf(node).arrived).toHaveLength(5000);
    expect(poolOf(node).inserts.flat().length).toBeLessThanOrEqual(10_000);
  }
  await net.stop();
});

test('lookups have few keys, and are spread over time', async () => {
  const net = new PeerNet();
  const nodes = await started(net, a, b);
  for (let i = 0; i < 1000; i++) poolOf(nodes[0]).add(`key${i}`);
  await net.time.advance(10_000);
  const lookups = net.log.filter(({ name }) => name === 'lookupCommands');
  const sizes = lookups.map(
    ({ asked }) => (asked as { readonly keys: readonly string[] }).keys.length,
  );
  expect(sizes).toEqual([256, 256, 256, 232]);
  for (const [at, { atMs }] of lookups.entries()) {
    const before = lookups[at - 1];
    if (before !== undefined)
      expect(atMs - before.atMs).toBeGreaterThanOrEqual(gossipLimits.requestMs);
  }
  await net.stop();
});

test('a node that nobody can connect to sends its transactions itself', async () => {
  const net = new PeerNet();
  const first = net.node(a).start();
  const hidden = net.node(b, { isPrivate: true, configured: [first.own] }).start();
  await net.time.advance(10_000);
  poolOf(hidden).add('key1');
  await net.time.advance(5000);
  expect(poolOf(first).arrived).toEqual(['key1']);
  await net.stop();
});

test('what a peer lists is not sent to it, and nothing is sent twice', async () => {
  const net = new PeerNet();
  const nodes = await started(net, a, b);
  for (let i = 0; i < 50; i++) poolOf(nodes[0]).add(`key${i}`);
  await net.time.advance(60_000);
  expect(net.count('insertCommands')).toBe(0);
  await net.stop();
});

test('invalid transactions are not fetched again', async () => {
  const net = new PeerNet();
  const nodes = await started(net, a, b);
  for (let i = 0; i < 5; i++) poolOf(nodes[0]).add(`bad${i}`);
  await net.time.advance(300_000);
  expect(net.count('lookupCommands')).toBe(1);
  expect(net.count('insertCommands')).toBeLessThanOrEqual(1);
  await net.stop();
});

describe('hostile mempools', () => {
  test('most of what it sends is invalid: it is asked no more for that chain', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    for (let i = 0; i < 100; i++) poolOf(nodes[0]).add(`bad${i}`);
    await net.time.advance(10_000);
    const status = nodes[1]?.p2p.view.peers()[0];
    expect(status?.faults).toContain('most of its transactions are invalid');
    const before = net.count('getPending', { from: b });
    await net.time.advance(20_000);
    // Two chains are left.
    expect(net.count('getPending', { from: b }) - before).toBeLessThanOrEqual(22);
    expect(nodes[1]?.sessions()).toEqual([a]);
    await net.stop();
  });

  // Attack 53.
  test.each([
    ['other transactions', () => [commandOf('other')]],
    ['a shorter list', () => []],
    ['no JSON', () => ['{']],
  ])('%s than it was asked for end the session', async (_, answer) => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    net.override = ({ name, to }) => {
      if (to !== a) return undefined;
      if (name === 'lookupCommands') return good(answer());
      return name === 'getPending'
        ? good({ keys: ['key1'], mark: { nonce: 7n, mark: 1 } })
        : undefined;
    };
    await net.time.advance(5000);
    expect(nodes[1]?.events.some(({ kind }) => kind === 'session-failed')).toBe(true);
    expect(poolOf(nodes[1]).arrived).toEqual([]);
    await net.stop();
  });

  test('who lists transactions and does not send them does not keep others from sending them', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b, c);
    const keys = Array.from({ length: 300 }, (_, i) => `key${i}`);
    net.override = ({ name, to }) => {
      if (to !== b) return undefined;
      if (name === 'getPending') return good({ keys, mark: { nonce: 1n, mark: 300 } });
      if (name !== 'lookupCommands') return undefined;
      return bad({ kind: 'too-slow', sentence: 'later' });
    };
    await net.time.advance(2000);
    for (const key of keys) poolOf(nodes[0]).add(key);
    await net.time.advance(15_000);
    expect(poolOf(nodes[2]).arrived).toHaveLength(300);
    await net.stop();
  });

  // Attack 52.
  test('a list that goes backwards ends the session', async () => {
    const net = new PeerNet();
    const nodes = await started(net, a, b);
    let mark = 1000;
    net.override = ({ name, to }) =>
      name === 'getPending' && to === a
        ? good({ keys: [], mark: { nonce: 7n, mark: (mark -= 1) } })
        : undefined;
    await net.time.advance(20_000);
    expect(nodes[1]?.events.some(({ kind }) => kind === 'session-failed')).toBe(true);
    await net.stop();
  });
});

test('inserts have at most 512 KiB', () => {
  const large = 'x'.repeat(300 * 1024);
  expect(batchesOf([large, large, large]).map((each) => each.length)).toEqual([1, 1, 1]);
  const half = 'x'.repeat(gossipLimits.insertBytes / 2);
  expect(batchesOf([half, half, 'x']).map((each) => each.length)).toEqual([2, 1]);
});
