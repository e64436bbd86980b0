// What hostile peers do with cuts, and what becomes of it: each test is one row of the list of attacks, by its number
// there.
import { describe, expect, test } from 'vitest';
import type { Cut } from '../../../../src/chain/choice/cut.ts';
import type { CutHashes } from '../../../../src/chain/model/cut-json.ts';
import type { Hash } from '../../../../src/chain/model/header.ts';
import { syncNetwork, wireCut } from '../../../support/block-world.ts';
import { scene, send, expectHonestSync } from '../../../support/hostile-peer.ts';
import { SyncNet } from '../../../support/sync-network.ts';

const triangle = syncNetwork('triangle');

const hashOf = (n: number): Hash => new Uint8Array(32).map((_, i) => (n >> (8 * (i % 4))) + i);

/** The cut with made-up blocks one height above. */
function madeUp(cut: Cut, seed: number, above = 1): CutHashes {
  const honest = wireCut(cut);
  const hashes = new Map(
    [...honest.hashes].map(([chain, { height }]) => [
      chain,
      { height: height + BigInt(above), hash: hashOf(seed * 100 + chain) },
    ]),
  );
  return { ...honest, hashes, height: honest.height + BigInt(above * hashes.size) };
}

describe('cuts that cannot be', () => {
  const good = wireCut(new SyncNet(triangle).world.start);
  const heights = (...values: readonly bigint[]): Partial<CutHashes> => ({
    hashes: new Map(values.map((height, i) => [i, { height, hash: hashOf(i) }])),
    height: values.reduce((sum, each) => sum + each, 0n),
  });
  test.each<[string, Partial<CutHashes>]>([
    ['30: no chains', { hashes: new Map(), height: 0n }],
    ['30: a chain too many', heights(9n, 9n, 9n, 9n)],
    ['30: a chain too few', heights(9n, 9n)],
    ['31: a height of 2^48', heights(2n ** 48n, 2n ** 48n, 2n ** 48n)],
    ['32: neighbours two heights apart', heights(9n, 11n, 9n)],
    ['a height that is no sum', { ...heights(9n, 9n, 9n), height: 28n }],
    ['another first block', heights(0n, 0n, 0n)],
    ['another network', { ...heights(9n, 9n, 9n), instance: 'other' }],
  ])('%s', (_, change) => {
    const at = scene();
    send(at, at.hostile, { ...good, ...change });
    expect(at.node.faultsOf(at.hostile)).toEqual(['malformed']);
    expect(at.node.asked.size).toBe(0);
  });

  test('at the limits they are taken', () => {
    const at = scene();
    const top = 2n ** 48n - 1n;
    send(at, at.hostile, { ...good, ...heights(top, top - 1n, top) });
    send(at, at.hostile, { ...good, ...heights(9n, 10n, 9n) });
    expect(at.node.faults).toEqual([]);
  });
});

describe('cuts that are made up', () => {
  test('27: with the id of the true cut, they do not hide it', async () => {
    const at = scene();
    const real = wireCut(at.honest.ledger.cut());
    send(at, at.hostile, { ...madeUp(at.base, 1), id: real.id });
    await expectHonestSync(at);
  });

  test('28, 34: one of the greatest weight costs its sender points, and nobody else anything', async () => {
    const at = scene();
    send(at, at.hostile, { ...madeUp(at.base, 1), weight: 2n ** 256n - 1n });
    await expectHonestSync(at);
    await at.net.time.advance(5000);
    expect(at.node.faultsOf(at.hostile)).toEqual(['late']);
    expect(at.node.asked.get('getHeader')).toBe(4);
  });

  test('29, 35: of 1,200 one is looked at, and later ones ever more rarely', async () => {
    const at = scene();
    for (let i = 0; i < 1200; i++) send(at, at.hostile, madeUp(at.base, i, 1 + (i % 18)));
    await at.net.time.advance(5000);
    expect(at.node.asked.get('getHeader')).toBe(3);
    for (let second = 0; second < 600; second += 2) {
      send(at, at.hostile, madeUp(at.base, 2000 + second, 18));
      await at.net.time.advance(2000);
    }
    // 3 headers each, after 10, 20, 40, 80, 160, 320 seconds.
    expect(at.node.asked.get('getHeader')).toBeLessThanOrEqual(3 * 7);
    await expectHonestSync(at);
  });

  test('33: in the name of another peer, they are the fault of who sent them', async () => {
    const at = scene();
    send(at, at.hostile, madeUp(at.base, 7), at.honest);
    await at.net.time.advance(20_000);
    expect(at.node.faultsOf(at.honest)).toEqual([]);
    expect(at.node.faultsOf(at.hostile)).toEqual(['late']);
    expect(at.node.asked.get('getHeader')).toBe(3);
    await expectHonestSync(at);
  });
});
