// Clients of a simulation: they send transactions to nodes, and expect that each one that was taken is mined or expires.

import type { SeededRandom } from '../../base/ports/random.ts';
import type { SimulatedTime } from '../../base/ports/simulated-time.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { simulatedTransaction, type SimulatedTransaction } from './chain/transactions.ts';
import type { SimulatedNode } from './node/simulated-node.ts';

/** How long a transaction may wait. */
const lifeSeconds = 240;

/** A transaction that only one node has is lost with it: gossip takes as long. */
const gossipMs = 60_000;

type Sent = {
  readonly transaction: SimulatedTransaction;
  readonly atMs: number;
  readonly node: SimulatedNode;
  readonly run: unknown;
};

export class Clients {
  private readonly parts: {
    readonly time: SimulatedTime;
    readonly random: SeededRandom;
    readonly nodes: readonly SimulatedNode[];
    readonly chains: number;
    readonly perSecond: number;
    readonly endMs: number;
  };
  private readonly sent: Sent[] = [];

  constructor(parts: Clients['parts']) {
    this.parts = parts;
  }

  get count(): number {
    return this.sent.length;
  }

  start(): void {
    const { time, random, perSecond, endMs } = this.parts;
    const waitMs = (-Math.log(random.fraction()) / perSecond) * 1000;
    if (perSecond === 0 || time.nowMs() + waitMs > endMs) return;
    time.after(waitMs, () => {
      this.send();
      this.start();
    });
  }

  /**
   * Returns transactions that are nowhere, although their node took them, and ran on long enough to tell others. Expired
   * ones may be.
   */
  lost(): readonly string[] {
    const { time, nodes } = this.parts;
    const nowSeconds = time.dateMs() / 1000;
    const lost: string[] = [];
    for (const { transaction, atMs, node, run } of this.sent) {
      if (transaction.expiresSeconds <= nowSeconds || time.nowMs() - atMs < gossipMs) continue;
      if (node.process !== run) continue;
      if (!nodes.some((each) => isKnown(each, transaction))) lost.push(transaction.key);
    }
    return lost;
  }

  private send(): void {
    const { time, random, nodes, chains } = this.parts;
    const node = nodes[random.below(nodes.length)];
    const chain: ChainId = random.below(chains);
    const number = random.bits();
    if (node?.process === undefined) return;
    const createdSeconds = Math.floor(time.dateMs() / 1000);
    const transaction = simulatedTransaction({ chain, number, createdSeconds, lifeSeconds });
    const run = node.process;
    const atMs = time.nowMs();
    const taken = run.ledger.poolOf(chain).send(transaction.text);
    if (taken === 'added') this.sent.push({ transaction, atMs, node, run });
  }
}

function isKnown({ process }: SimulatedNode, { chain, key }: SimulatedTransaction): boolean {
  if (process === undefined) return false;
  return process.ledger.isIncluded(chain, key) || process.ledger.poolOf(chain).has(key);
}
