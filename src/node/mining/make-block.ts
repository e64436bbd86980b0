// One block of a chain from its mempool. What turned out to be invalid leaves the pool and is refused for as long as it
// could have lived.

import type { Clock } from '../../base/ports/clock.ts';
import type { Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Miner } from '../../chain/model/miner-json.ts';
import type { BuildFailure, Candidate, Engine } from '../engine/engine.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { expiryOf } from '../mempool/times-and-prices.ts';

export type BlockMaking = {
  readonly engine: Engine;
  readonly pools: ReadonlyMap<ChainId, Mempool>;
  readonly miner: Miner;
  /** Transactions of one block at most: others are answered between two blocks. */
  readonly mostTransactions: number;
  /** Milliseconds after which no more transactions are taken into a block; there is no limit by default. */
  readonly mostMs?: number;
};

export function makeBlock(
  { engine, pools, miner, mostTransactions, mostMs = Infinity }: BlockMaking,
  chain: ChainId,
): Result<Candidate, BuildFailure> {
  const pool = pools.get(chain);
  const now = engine.now();
  pool?.expire(now);
  const offered = untilLate(pool?.offered(mostTransactions) ?? [], engine.clock, mostMs);
  const candidate = engine.build(chain, { miner, offered });
  if (!candidate.ok || pool === undefined) return candidate;
  for (const { requestKey, kind } of candidate.value.built.leftOut) {
    const known = pool.get(requestKey);
    if (kind === 'invalid' && known !== undefined) {
      pool.refuse(requestKey, expiryOf(known.transaction.payload.meta));
    }
  }
  return candidate;
}

function* untilLate<T>(items: Iterable<T>, clock: Clock, milliseconds: number): Iterable<T> {
  const end = clock.nowMs() + milliseconds;
  let isFirst = true;
  for (const item of items) {
    if (!isFirst && clock.nowMs() > end) return;
    isFirst = false;
    yield item;
  }
}
