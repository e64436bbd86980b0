// The filters of cuts, at each limit and one beyond; and the worked examples of joins, through a node.
import { describe, expect, test } from 'vitest';
import type { Cut } from '../../../../src/chain/choice/cut.ts';
import type { CutHashes } from '../../../../src/chain/model/cut-json.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import { readClaim, relationTo } from '../../../../src/p2p/sync/claim.ts';
import { hashesOf, networkOn } from '../../../support/header-web.ts';
import { BlockWorld, syncNetwork, wireCut } from '../../../support/block-world.ts';
import { SyncNet } from '../../../support/sync-network.ts';

const { graph } = syncNetwork('twenty').graphs[0]!;

/** A cut of these heights, with heads that are never looked at. */
function cutAt(heights: readonly number[], seed: number): Cut {
  const world = new BlockWorld(syncNetwork('twenty'));
  const heads = new Map(
    [...world.start.heads].map(([chain, head]) => {
      const hash = new Uint8Array(32).fill(seed + chain);
      return [chain, { ...head, height: heights[chain]!, hash }];
    }),
  );
  return { network: world.network, heads };
}

const level = (height: number, changes: Readonly<Record<number, number>> = {}) =>
  Array.from({ length: 20 }, (_, chain) => changes[chain] ?? height);

function relation(own: Cut, other: Cut, change: Partial<CutHashes> = {}): string {
  const claim = readClaim(own.network, { ...wireCut(other), ...change });
  if (!claim.ok) return claim.fault;
  return relationTo(own, claim.value);
}

describe('filters on twenty chains', () => {
  // Chain 19 is three steps from chain 5, so heights may differ by as much.
  const from = [...graph.neighbours.keys()].find((chain) => graph.distance(chain, 0) === 3)!;
  const own = cutAt(level(1000), 1);
  test.each<[string, readonly number[], string]>([
    ['lowest 992, eight below', level(992), 'very-old'],
    ['lowest 993', level(993), 'old'],
    ['lowest 993, one higher than ours', level(999, { 0: 1001, [from]: 998 }), 'too far apart'],
    ['highest 1020, twenty above', level(1020), 'far-ahead'],
    ['highest 1019', level(1019), 'ahead'],
    ['one chain higher', level(1000, { 0: 1001 }), 'ahead'],
    ['nowhere higher, one lower', level(1000, { 0: 999 }), 'old'],
    ['the same heights', level(1000), 'equal'],
  ])('%s', (_, heights, expected) => {
    const found = relation(own, cutAt(heights, 90));
    if (expected === 'too far apart') expect(found).toContain('further apart');
    else expect(found).toBe(expected);
  });

  test('the same blocks are current, and a lower cut that claims more work is looked at', () => {
    expect(relation(own, cutAt(level(1000), 1))).toBe('current');
    const lower = cutAt(level(1000, { 0: 999 }), 90);
    expect(relation(own, lower, { weight: 2n ** 200n })).toBe('equal');
  });
});

test('a cut has the chains of the graph at its lowest height', () => {
  const network = {
    ...networkOn({ from: 0, graph: knownGraphs.pair }, { from: 5, graph: knownGraphs.triangle }),
    isPowDisabled: true,
  };
  const world = new BlockWorld(network);
  const before = world.grow(world.start, 4);
  const mixed = world.mine(before, 0);
  const after = world.mine(mixed, 1);
  expect(after.heads.size).toBe(3);
  for (const cut of [before, mixed, after]) {
    expect(readClaim(network, wireCut(cut)).ok).toBe(true);
  }
  const { hashes, ...rest } = wireCut(after);
  const two = new Map([...hashes].filter(([chain]) => chain < 2));
  expect(readClaim(network, { ...rest, hashes: two, height: 10n })).toEqual({
    ok: false,
    fault: 'the cut does not have exactly the chains of the network at its height',
  });
});

test('nodes follow a network over the transition to more chains', async () => {
  const network = {
    ...networkOn({ from: 0, graph: knownGraphs.pair }, { from: 5, graph: knownGraphs.triangle }),
    isPowDisabled: true,
  };
  for (const heights of [4, 40]) {
    const net = new SyncNet(network);
    const { world } = net;
    let far = world.mineAll(world.grow(world.start, 4), [0, 1]);
    far = world.grow(far, heights - 4);
    const node = net.add('node');
    net.add('far', { cut: far, hasBatches: true });
    await net.run(30);
    expect(hashesOf(node.ledger.cut())).toEqual(hashesOf(far));
    expect(node.faults).toEqual([]);
  }
});

describe('worked examples of joins', () => {
  const world = new BlockWorld(syncNetwork('triangle'));
  const base = world.grow(world.start, 10);
  const mine = (...chains: readonly number[]) => world.mineAll(base, chains);

  async function joined(one: Cut, other: Cut): Promise<readonly Cut[]> {
    const net = new SyncNet(world.network);
    // Both know the blocks of the same world.
    Object.assign(net, { world });
    const a = net.add('a', { cut: one });
    const b = net.add('b', { cut: other });
    for (let i = 0; i < 2; i++) {
      net.push(a, b);
      net.push(b, a);
      await net.time.advance(2000);
    }
    expect([...a.faults, ...b.faults]).toEqual([]);
    return [a.ledger.cut(), b.ledger.cut()];
  }

  const headsOf = (cuts: readonly Cut[]) => {
    const [one, other] = cuts.map(hashesOf);
    expect(other).toEqual(one);
    return one!;
  };

  test('E1: blocks of different chains have no conflict', async () => {
    const [a, b] = [mine(0), mine(1)];
    const heads = headsOf(await joined(a, b));
    expect(heads).toEqual([hashesOf(a)[0], hashesOf(b)[1], hashesOf(base)[2]]);
  });

  test('E2, E6: of two siblings one is kept, the same on both sides', async () => {
    const [a, b] = [mine(0), mine(0)];
    const heads = headsOf(await joined(a, b));
    expect([hashesOf(a)[0], hashesOf(b)[0]]).toContain(heads[0]);
  });

  test('E3: a block elsewhere decides', async () => {
    const [a, b] = [mine(0), mine(0, 1)];
    expect(headsOf(await joined(a, b))).toEqual(hashesOf(b));
  });

  test('E4: what still fits of the lighter side stays', async () => {
    const [a, b] = [mine(0, 1), mine(0, 2)];
    const heads = headsOf(await joined(a, b));
    expect([hashesOf(a)[0], hashesOf(b)[0]]).toContain(heads[0]);
    expect(heads.slice(1)).toEqual([hashesOf(a)[1], hashesOf(b)[2]]);
  });

  test('E5: what stands on lost blocks is gone with them', async () => {
    const [a, b] = [mine(0, 1, 2, 1, 2), mine(0, 1, 2, 0)];
    expect(headsOf(await joined(a, b))).toEqual(hashesOf(a));
  });
});
