// What hostile peers do with headers, payloads and forks, and what becomes of it: each test is one row of the list of
// attacks, by its number there.
import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { good } from '../../../../src/base/result.ts';
import type { Cut } from '../../../../src/chain/choice/cut.ts';
import { maxWord256 } from '../../../../src/chain/model/binary.ts';
import type { BlockHeader } from '../../../../src/chain/model/header.ts';
import { withNonce } from '../../../../src/chain/rules/next-header.ts';
import { hashesOf } from '../../../support/header-web.ts';
import { syncNetwork, wireCut } from '../../../support/block-world.ts';
import {
  scene,
  send,
  serving,
  hostileWith,
  expectHonestSync,
} from '../../../support/hostile-peer.ts';
import { SyncNet, unknownThere } from '../../../support/sync-network.ts';

const triangle = syncNetwork('triangle');

describe('headers', () => {
  test('36: a branch without a bottom ends at the limit of depth', async () => {
    const at = scene();
    const other = new SyncNet(
      syncNetwork('triangle', { genesis: { ...triangle.genesis, time: 1n } }),
    );
    const deep = other.world.grow(other.world.start, 900);
    const node = at.net.add('ahead', { cut: at.world.grow(at.base, 880) });
    const liar = at.net.add('liar', { answers: serving({ net: other }) });
    node.sync.take(wireCut(deep), { peer: liar.info, sender: liar.key });
    await at.net.time.advance(60_000);
    expect(node.ledger.moves).toEqual([]);
    expect(node.asked.get('branchHeaders')).toBeLessThan(150);
    expect(node.sync.progress().problem).toContain('parted more than 480 heights ago');
  });

  test('36: one that costs no work is fatal for who announced it, before its parents are known', async () => {
    const working = syncNetwork('triangle', {
      isPowDisabled: false,
      genesis: { ...triangle.genesis, target: () => maxWord256 / 16n },
    });
    const at = scene({}, 5, working);
    await expectHonestSync(at);
    const easy = (header: BlockHeader) => withNonce({ ...header, target: maxWord256 }, 0n);
    const branch = at.world.mine(at.world.mine(at.base, 1, easy), 2, easy);
    const liar = hostileWith(at, 'liar', {});
    at.net.push(liar, at.node, branch);
    await at.net.time.advance(5000);
    expect(at.node.faultsOf(liar)).toEqual(['fatal']);
    expect(at.node.asked.get('getHeader')).toBeLessThanOrEqual(3);
  });

  test('39: one without its work is fatal for who served it', async () => {
    const working = syncNetwork('triangle', {
      isPowDisabled: false,
      genesis: { ...triangle.genesis, target: () => maxWord256 / 2n ** 64n },
    });
    const at = scene({}, 0, { ...working, isPowDisabled: true });
    Object.assign(at.node.ledger, { network: working });
    const liar = hostileWith(at, 'liar', {});
    at.net.push(liar, at.node, at.world.mine(at.base, 1));
    await at.net.time.advance(5000);
    expect(at.node.faultsOf(liar)).toContain('fatal');
    expect(at.node.ledger.moves).toEqual([]);
  });

  test('38: of the future, they wait without blame and count when their time has come', async () => {
    const at = scene();
    const inFuture = (ms: number) => (header: BlockHeader) =>
      withNonce({ ...header, creationTime: BigInt(at.net.time.dateMs() + ms) * 1000n }, 1n);
    const soon = at.world.mine(at.base, 1, inFuture(30_000));
    const far = at.world.mine(at.base, 2, inFuture(121_000));
    const miner = hostileWith(at, 'miner', {});
    at.net.push(miner, at.node, soon);
    const other = hostileWith(at, 'other', {});
    at.net.push(other, at.node, far);
    await at.net.time.advance(20_000);
    expect(at.node.ledger.moves).toEqual([]);
    await at.net.time.advance(12_000);
    expect(hashesOf(at.node.ledger.cut())).toEqual(hashesOf(soon));
    await at.net.time.advance(120_000);
    expect(hashesOf(at.node.ledger.cut())).toEqual(hashesOf(soon));
    expect(at.node.faults).toEqual([]);
  });

  test('38: not later than a parent, they break a rule', async () => {
    const at = scene();
    const early = at.world.mine(at.base, 1, (header) =>
      withNonce({ ...header, creationTime: header.creationTime - 1_000_000n }, 1n),
    );
    const miner = hostileWith(at, 'miner', {});
    at.net.push(miner, at.node, early);
    await at.net.time.advance(11_000);
    expect(at.node.faultsOf(miner)).toEqual(['rules']);
    expect(at.node.ledger.moves).toEqual([]);
  });

  test.each<[string, (header: BlockHeader) => BlockHeader]>([
    ['another nonce', (header) => withNonce(header, 77n)],
    ['another nonce with the hash of the first', (header) => ({ ...header, nonce: 77n })],
    ['another chain', (header) => withNonce({ ...header, chainId: 2 }, 0n)],
  ])('39: instead of the one asked for, one with %s is fatal', async (_, change) => {
    const at = scene();
    const next = at.world.mine(at.base, 1);
    const asked = next.heads.get(1)!;
    const liar = hostileWith(at, 'liar', { header: () => good(change(asked)) });
    at.net.push(liar, at.node, next);
    await at.net.time.advance(5000);
    expect(at.node.faultsOf(liar)[0]).toBe('fatal');
    expect(at.node.ledger.moves).toEqual([]);
    await expectHonestSync(at);
  });

  test('39: a height in the cut that the block does not have is fatal for who announced it', async () => {
    const at = scene();
    const next = at.world.mine(at.world.mine(at.base, 1), 0);
    const lie = wireCut(next);
    const { hash, height } = lie.hashes.get(2)!;
    const hashes = new Map(lie.hashes).set(2, { hash, height: height + 1n });
    const liar = hostileWith(at, 'liar', {});
    send(at, liar, { ...lie, hashes, height: lie.height + 1n });
    await at.net.time.advance(5000);
    expect(at.node.faultsOf(liar)).toEqual(['fatal']);
  });

  test('43: heads that do not belong together move nothing, and are no fault', async () => {
    const at = scene();
    const one = at.world.mineAll(at.base, [0, 1, 2, 0, 1]);
    const other = at.world.mineAll(at.base, [0, 1, 2, 0, 1]);
    const heads = new Map(one.heads).set(1, other.heads.get(1)!);
    const mixer = hostileWith(at, 'mixer', {});
    at.net.push(mixer, at.node, { ...one, heads });
    await at.net.time.advance(5000);
    expect(at.node.ledger.moves).toEqual([]);
    expect(at.node.faults).toEqual([]);
    await expectHonestSync(at);
  });
});

describe('forks', () => {
  test('37: a long lighter branch costs headers and no payload', async () => {
    const at = scene({}, 5);
    const own = at.net.add('own', { cut: at.world.grow(at.base, 100) });
    const liar = hostileWith(at, 'liar', {});
    const side = at.world.mine(at.world.grow(at.base, 99), 0);
    const claim = { ...wireCut(side), weight: 2n ** 255n };
    own.sync.take(claim, { peer: liar.info, sender: liar.key });
    await at.net.time.advance(20_000);
    expect(own.ledger.moves).toEqual([]);
    expect(own.asked.get('getPayload')).toBeUndefined();
    expect(own.faults).toEqual([]);
  });

  test('41: siblings told to two halves end as one, the same everywhere', async () => {
    const at = scene();
    const siblings = [at.world.mine(at.base, 1), at.world.mine(at.base, 1)];
    const halves = [1, 2, 3, 4].map((i) => at.net.add(`half${i}`, { cut: siblings[i % 2]! }));
    await at.net.run(10);
    const cuts = halves.map(({ ledger }) => hashesOf(ledger.cut()).join());
    expect(new Set(cuts).size).toBe(1);
    expect(halves.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test('51: forks that become heavier in turn are followed in turn', async () => {
    const at = scene();
    const miner = hostileWith(at, 'miner', {});
    const sides = [at.base, at.base];
    for (let turn = 0; turn < 6; turn++) {
      const side = at.world.grow(sides[turn % 2]!, turn === 0 ? 1 : 2);
      sides[turn % 2] = side;
      at.net.push(miner, at.node, side);
      await at.net.time.advance(3000);
      expect(hashesOf(at.node.ledger.cut())).toEqual(hashesOf(side));
    }
    expect(at.node.faults).toEqual([]);
  });
});

describe('payloads', () => {
  test('44: one that is never served leaves the own cut, and others go on', async () => {
    const at = scene();
    const next = at.world.mine(at.base, 1);
    const liar = hostileWith(at, 'liar', { payload: () => unknownThere });
    at.net.push(liar, at.node, next);
    await expectHonestSync(at);
    await at.net.time.advance(20_000);
    expect(at.node.faultsOf(liar)).toEqual(['late']);
  });

  test('45: one with other transactions is fatal for its server', async () => {
    const at = scene();
    const next = at.world.mine(at.base, 1);
    const real = at.world.payload(next.heads.get(1)!.payloadHash)!;
    const liar = hostileWith(at, 'liar', {
      payload: () => good({ ...real, transactions: [new Uint8Array(3)] }),
    });
    at.net.push(liar, at.node, next);
    await at.net.time.advance(5000);
    expect(at.node.faultsOf(liar)[0]).toBe('fatal');
    await expectHonestSync(at);
  });

  test('47: a block that takes a minute is executed, and nobody is blamed', async () => {
    const at = scene();
    at.node.ledger.blockMs = 60_000;
    at.net.push(at.honest, at.node);
    await at.net.time.advance(61_000);
    expect(hashesOf(at.node.ledger.cut())).toEqual(hashesOf(at.honest.ledger.cut()));
    expect(at.node.faults).toEqual([]);
  });
});

describe('invalid blocks', () => {
  const bad = ({ heads }: Cut, chain: number): string => toBase64Url(heads.get(chain)!.hash);

  test('49: one is executed once, and the other chains of its cuts count', async () => {
    const at = scene();
    const withBad = at.world.mine(at.base, 0);
    at.node.ledger.invalid.add(bad(withBad, 0));
    const miner = hostileWith(at, 'miner', {});
    const mixed = at.world.mine(withBad, 1);
    at.net.push(miner, at.node, mixed);
    await at.net.time.advance(2000);
    const heads = [hashesOf(at.base)[0], hashesOf(mixed)[1], hashesOf(at.base)[2]];
    expect(hashesOf(at.node.ledger.cut())).toEqual(heads);
    expect(at.node.faultsOf(miner)).toEqual([]);
    await at.net.time.advance(10_000);
    expect(at.node.faultsOf(miner)).toEqual(['rules']);
    let cut = mixed;
    for (const chain of [2, 0, 1, 2, 0]) {
      cut = at.world.mine(cut, chain);
      at.net.push(miner, at.node, cut);
      await at.net.time.advance(5000);
    }
    expect(at.node.faultsOf(miner)).toEqual(['rules', 'known-invalid']);
    expect(at.node.events.filter(({ kind }) => kind === 'moved').length).toBe(2);
    expect(at.node.sync.progress().problem).toBeUndefined();
  });

  test('48: held by peers of three groups, it is our fault and not theirs', async () => {
    const at = scene();
    const next = at.world.mine(at.base, 1);
    at.node.ledger.invalid.add(bad(next, 1));
    for (const name of ['one', 'two', 'three']) {
      at.net.push(at.net.add(name, { cut: next }), at.node);
      await at.net.time.advance(1000);
    }
    await at.net.time.advance(20_000);
    expect(at.node.faults).toEqual([]);
    expect(at.node.sync.progress()).toMatchObject({
      doubtedChains: [1],
      problem:
        'other nodes have a block at height 6 of chain 1 that this one refuses (the results differ): check whether there is a newer release',
    });
  });

  test('48: held by two groups it is theirs; by a configured peer it is ours', async () => {
    for (const isConfigured of [false, true]) {
      const at = scene();
      const next = at.world.mine(at.base, 1);
      at.node.ledger.invalid.add(bad(next, 1));
      const peers = ['one', 'two'].map((name) => at.net.add(name, { cut: next }));
      if (isConfigured) at.node.configured.add(peers[1]!.key);
      for (const peer of peers) {
        at.net.push(peer, at.node);
        await at.net.time.advance(1000);
      }
      await at.net.time.advance(20_000);
      const faults = peers.map((peer) => at.node.faultsOf(peer));
      expect(faults).toEqual(isConfigured ? [[], []] : [['rules'], ['rules']]);
    }
  });
});
