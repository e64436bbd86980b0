// The planner for operators: what a network of a given graph, block time, miners and delay will be like. Everything is
// measured in a light run, but for bandwidth, which is computed. Seconds everywhere; shares are of 1.

import { countLeading } from '../../../base/sorted.ts';
import { SeededStreams, type SeededRandom } from '../../../base/ports/random.ts';
import type { ChainGraph, ChainId } from '../../../chain/graph/chain-graph.ts';
import { headerSize } from '../../../chain/model/header.ts';
import { bandwidthOf, hopsBetween, orphanShareOf, waitForBlock } from './formulas.ts';
import type { LightBlock } from './light-cut.ts';
import { runLight, type LightRun } from './light-run.ts';

export type PlanRequest = {
  readonly graph: ChainGraph;
  readonly blockTime: number;
  /** The part of all work that each miner has; their sum is 1. */
  readonly shares: readonly number[];
  /** From the announcement of a block until another miner has executed it, on average. */
  readonly delay: number;
  readonly nodes: number;
  /** Other nodes that each one exchanges blocks with. */
  readonly sessions: number;
  readonly transactionsPerSecond: number;
  readonly transactionBytes: number;
  /** As many as fit into a block. */
  readonly blockTransactions: number;
  readonly blocks: number;
  readonly seed: number;
};

export type Spread = { readonly mean: number; readonly median: number; readonly p95: number };

export type Plan = {
  readonly orphanShare: number;
  readonly orphanFormula: number;
  readonly minableShare: number;
  /** The time between two blocks of a chain, if the difficulty does not make up for lost blocks. */
  readonly meanGap: number;
  /** The standard deviation of gaps over their mean: 1 would be chance alone. */
  readonly gapVariation: number;
  /** How often in a day a miner takes back at least as many blocks of a chain: of 1 block, 2 blocks, ... */
  readonly takenBackPerDay: readonly number[];
  /** From sending a transaction until it is in a block, and until as many blocks are on top. */
  readonly confirmed: readonly { readonly blocks: number; readonly seconds: Spread }[];
  readonly waitFormula: number;
  /** From the block that a transfer leaves in until the block that redeems it. */
  readonly crossChain: readonly { readonly distance: number; readonly seconds: Spread }[];
  /** Transactions in a second that fit into blocks. */
  readonly capacity: number;
  readonly hops: number;
  /** Bytes in a second that a node receives. */
  readonly bandwidth: { readonly blocks: number; readonly cuts: number };
};

export const confirmations = [0, 6, 20] as const;

const secondsOfDay = 86_400;

export function planOf(request: PlanRequest): Plan {
  const { graph, blockTime, shares, delay, nodes, sessions, seed } = request;
  const run = runLight(
    { graph, shares, blockMs: blockTime * 1000, delayMs: delay * 1000 },
    { blocks: request.blocks, seed },
  );
  const random = new SeededStreams(seed).of('plan');
  const kept = run.kept.reduce((sum, blocks) => sum + blocks.length, 0);
  const { meanGap, gapVariation } = gapsOf(run);
  const blocksPerSecond = kept / (run.lengthMs / 1000);
  const transactions = Math.min(
    request.transactionsPerSecond / blocksPerSecond,
    request.blockTransactions,
  );
  return {
    orphanShare: 1 - kept / run.mined.length,
    orphanFormula: orphanShareOf({ delay, blockTime, shares, minableShare: run.minableShare }),
    minableShare: run.minableShare,
    meanGap,
    gapVariation,
    takenBackPerDay: takenBackOf(run, shares.length),
    confirmed: confirmedOf(run, request, random),
    waitFormula: waitForBlock(meanGap, gapVariation),
    crossChain: crossChainOf(run, graph, random),
    capacity: blocksPerSecond * request.blockTransactions,
    hops: hopsBetween(nodes, sessions),
    bandwidth: bandwidthOf({
      chains: graph.order,
      blocksPerSecond,
      headerBytes: headerSize(graph.degree),
      payloadBytes: transactions * request.transactionBytes,
      sessions: Math.min(sessions, nodes - 1),
    }),
  };
}

function gapsOf({ kept }: LightRun): { readonly meanGap: number; readonly gapVariation: number } {
  const gaps = kept.flatMap((blocks) =>
    blocks.slice(1).map(({ atMs }, at) => (atMs - (blocks[at] as LightBlock).atMs) / 1000),
  );
  const mean = meanOf(gaps);
  const variance = meanOf(gaps.map((gap) => (gap - mean) ** 2));
  return { meanGap: mean, gapVariation: mean === 0 ? 0 : Math.sqrt(variance) / mean };
}

function takenBackOf({ depths, lengthMs }: LightRun, miners: number): readonly number[] {
  const days = (miners * lengthMs) / 1000 / secondsOfDay;
  const max = Math.max(0, ...depths.keys());
  return Array.from({ length: max }, (_, at) => {
    let times = 0;
    for (const [depth, count] of depths) if (depth > at) times += count;
    return times / days;
  });
}

/** How many moments of sending, and blocks of leaving, are looked at. */
const samples = 10_000;

function confirmedOf(
  { kept, lengthMs }: LightRun,
  request: PlanRequest,
  random: SeededRandom,
): Plan['confirmed'] {
  const lines = kept.map((blocks) => new Inclusion(blocks, request));
  const waits = confirmations.map((): number[] => []);
  for (let i = 0; i < samples; i++) {
    const chain = random.below(kept.length);
    const sentMs = random.fraction() * lengthMs;
    const included = lines[chain]?.indexOf(sentMs) ?? Infinity;
    for (const [at, above] of confirmations.entries()) {
      const block = kept[chain]?.[included + above];
      if (block !== undefined) waits[at]?.push((block.atMs - sentMs) / 1000);
    }
  }
  return confirmations.map((blocks, at) => ({ blocks, seconds: spreadOf(waits[at] ?? []) }));
}

/** In which block of a chain a transaction is included: the first one with room after those sent before. */
class Inclusion {
  private readonly blocks: readonly LightBlock[];
  private readonly perMs: number;
  /** Transactions included up to each block. */
  private readonly included: readonly number[];

  constructor(blocks: readonly LightBlock[], request: PlanRequest) {
    const { transactionsPerSecond, graph, delay, blockTransactions } = request;
    this.blocks = blocks;
    // Without others, a single transaction finds room in any block.
    const isAlone = transactionsPerSecond === 0;
    this.perMs = isAlone ? 1 : transactionsPerSecond / graph.order / 1000;
    const room = isAlone ? Infinity : blockTransactions;
    let sum = 0;
    this.included = blocks.map(({ atMs }) => {
      const sent = this.perMs * Math.max(0, atMs - delay * 1000);
      sum = Math.min(sent, sum + room);
      return sum;
    });
  }

  /** The number of blocks if none includes it. */
  indexOf(sentMs: number): number {
    const mine = this.perMs * sentMs;
    return countLeading(this.blocks.length, (at) => (this.included[at] ?? 0) < mine);
  }
}

function crossChainOf(
  { kept }: LightRun,
  graph: ChainGraph,
  random: SeededRandom,
): Plan['crossChain'] {
  const byDistance = new Map<number, number[]>();
  for (let i = 0; i < samples && graph.order > 1; i++) {
    const from: ChainId = random.below(graph.order);
    const to = (from + 1 + random.below(graph.order - 1)) % graph.order;
    const distance = graph.distance(from, to);
    // Index 0 has height 1.
    const at = random.below(kept[from]?.length ?? 0);
    const left = kept[from]?.[at];
    const redeemed = kept[to]?.[at + distance + 1];
    if (left === undefined || redeemed === undefined) continue;
    const waits = byDistance.get(distance) ?? [];
    byDistance.set(distance, waits);
    waits.push((redeemed.atMs - left.atMs) / 1000);
  }
  return [...byDistance]
    .sort(([one], [other]) => one - other)
    .map(([distance, waits]) => ({ distance, seconds: spreadOf(waits) }));
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  return { mean: meanOf(values), median: at(0.5), p95: at(0.95) };
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}
