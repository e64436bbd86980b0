// The blocks that questions of clients cause where blocks are made on demand. Another thread asks for them in messages.

import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Engine } from '../engine/engine.ts';
import type { OnDemandMiner } from '../engine/mining/on-demand.ts';
import type { Heartbeat } from './heartbeat.ts';

export interface BlocksOnDemand {
  /** Makes a block if the newest one of the chain is old. */
  freshen(chain: ChainId): Made;
  /** Puts transactions into blocks, if one of them is pending. */
  settle(chain: ChainId, requestKeys: readonly string[]): Made;
  /** Makes the blocks that transactions lack above them, of those that are in blocks: as many at once as one poll may. */
  confirm(chain: ChainId, wanted: Confirmations): Made;
  /** Makes this number of blocks on top of the newest one. */
  deepen(chain: ChainId, blocks: number): Made;
  /** Makes a block of every chain. */
  round(): Made;
  /** A transaction was admitted: it will be in a block soon. */
  admitted(chain: ChainId): void;
  /** A client looks at the chains. */
  asked(): void;
  /** A client looks until it calls the returned function. */
  watched(): () => void;
  /** A miner asks for work. */
  mining(): void;
}

export type Confirmations = {
  readonly requestKeys: readonly string[];
  /** How many blocks must be above a transaction's. */
  readonly depth: number;
  /** Waits for the next turn of the client, between two blocks. */
  readonly pause?: (() => Promise<void>) | undefined;
};

/** Resolves when what was made can be asked about; `undefined`: that is so already. */
type Made = Promise<void> | undefined;

/** Request keys that are looked up at once. */
const keysAtOnce = 250;
/** The most blocks that one poll makes. */
const maxDeepened = 100;

type Parts = {
  readonly engine: Engine;
  readonly miner: OnDemandMiner;
  readonly heartbeat: Heartbeat;
};

/** Made in the thread of the engine. */
export function ownBlocks({ engine, miner, heartbeat }: Parts): BlocksOnDemand {
  return {
    freshen(chain) {
      miner.freshen(chain);
      return undefined;
    },
    settle(chain, requestKeys) {
      const { mempool } = engine.chain(chain);
      if (requestKeys.some((key) => mempool.has(key))) miner.settle(chain);
      return undefined;
    },
    async confirm(chain, { requestKeys, depth, pause }) {
      const { state, line } = engine.chain(chain);
      let highest = -Infinity;
      for (const [i, key] of requestKeys.entries()) {
        if (i % keysAtOnce === keysAtOnce - 1) await pause?.();
        highest = Math.max(highest, state.receipt(key)?.height ?? -Infinity);
      }
      const height = highest + depth;
      for (let made = 0; made < maxDeepened && line.head.height < height; made++) {
        if (miner.mine(chain) === undefined) return;
        await pause?.();
      }
    },
    deepen(chain, blocks) {
      miner.deepen(chain, blocks);
      return undefined;
    },
    round() {
      miner.round();
      return undefined;
    },
    admitted(chain) {
      heartbeat.hurry();
      miner.admitted(chain);
    },
    asked: () => heartbeat.asked(),
    watched: () => heartbeat.watched(),
    mining: () => heartbeat.mining(),
  };
}
