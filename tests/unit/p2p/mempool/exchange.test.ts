import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { good } from '../../../../src/base/result.ts';
import { chainPauseMs, type Exchange, Exchanges } from '../../../../src/p2p/mempool/exchange.ts';
import { gossipLimits } from '../../../../src/p2p/mempool/limits.ts';
import type { PeerPool } from '../../../../src/p2p/mempool/pull.ts';
import { commandOf, TestPool } from '../../../support/peer-ledger.ts';

/** Lists these keys. `isSilent`: never answers what they are. */
function peerPoolOf(keys: readonly string[], isSilent = false): PeerPool {
  return {
    pending: () => Promise.resolve(good({ keys, mark: { nonce: 1n, mark: keys.length } })),
    lookup: (asked) =>
      isSilent
        ? new Promise(() => undefined)
        : Promise.resolve(good(asked.map((key) => commandOf(key)))),
    member: (asked) => Promise.resolve(good(asked.map((key) => keys.includes(key)))),
    insert: () => Promise.resolve(good(undefined)),
  };
}

function roundOf(exchanges: Exchanges, pool: TestPool) {
  return (exchange: Exchange, peerPool: PeerPool) =>
    exchange.round({
      chain: 0,
      pool,
      peerPool,
      claims: exchanges.claims,
      isPatient: true,
      isOver: () => false,
    });
}

test('what one peer lists and does not send is fetched from another after three seconds', async () => {
  const time = new SimulatedTime();
  const pool = new TestPool();
  const exchanges = new Exchanges(time);
  const round = roundOf(exchanges, pool);
  const honest = peerPoolOf(['key1', 'key2']);
  void round(exchanges.of('silent'), peerPoolOf(['key1'], true));
  await time.advance(0);
  await round(exchanges.of('honest'), honest);
  expect(pool.arrived).toEqual(['key2']);
  await time.advance(gossipLimits.claimMs);
  // The honest peer lists them only once, since its mark stays the same.
  await round(exchanges.of('honest'), {
    ...honest,
    pending: () => Promise.resolve(good({ keys: [], mark: { nonce: 1n, mark: 2 } })),
  });
  expect(pool.arrived).toEqual(['key2', 'key1']);
});

test('one peer is remembered over sessions, as long as there are not too many', () => {
  const exchanges = new Exchanges(new SimulatedTime());
  const first = exchanges.of('first');
  expect(exchanges.of('first')).toBe(first);
  for (let i = 0; i < gossipLimits.peers; i++) exchanges.of(`peer ${i}`);
  expect(exchanges.of('first')).not.toBe(first);
});

test('chains take turns: two seconds for a few of them, five for twenty', () => {
  expect([1, 3, 20, 100].map((chains) => chainPauseMs(chains) * chains)).toEqual([
    2000, 2001, 5000, 15_000,
  ]);
});
