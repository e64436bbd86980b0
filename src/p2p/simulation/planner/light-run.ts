// Miners of a network in virtual time: each works on the chains that it can extend, and learns of the blocks of the
// others after a delay. Returns what was mined, and how far each one had to go back.

import { assert } from '../../../base/assert.ts';
import { Heap } from '../../../base/heap.ts';
import { SeededStreams, type SeededRandom } from '../../../base/ports/random.ts';
import type { ChainGraph, ChainId } from '../../../chain/graph/chain-graph.ts';
import {
  adjacentsAbove,
  blocksAbove,
  firstLightCut,
  headOf,
  isMinable,
  joinLightCuts,
  lightForkPoint,
  type LightBlock,
  type LightCut,
} from './light-cut.ts';

export type LightNetwork = {
  readonly graph: ChainGraph;
  /** The time between two blocks of a chain that the difficulty aims at, if no work is lost. */
  readonly blockMs: number;
  /** The part of all work that each miner has; their sum is 1. */
  readonly shares: readonly number[];
  /** The mean time from the announcement of a block until another miner has executed it: drawn from half to one and a half. */
  readonly delayMs: number;
};

export type LightRun = {
  /** All mined blocks, in order of time. */
  readonly mined: readonly LightBlock[];
  /** The blocks of each chain that remained, ascending, without the first one. */
  readonly kept: readonly (readonly LightBlock[])[];
  /** How often a miner took back as many blocks of a chain, by the number of blocks. */
  readonly depths: ReadonlyMap<number, number>;
  /** The part of all chains that a miner can extend, on average. */
  readonly minableShare: number;
  readonly lengthMs: number;
};

type Delivery = {
  readonly atMs: number;
  readonly number: number;
  readonly to: number;
  readonly cut: LightCut;
};

/** Mines this number of blocks, and then delivers everything. */
export function runLight(
  network: LightNetwork,
  { blocks, seed }: { readonly blocks: number; readonly seed: number },
): LightRun {
  return new LightMiners(network, seed).run(blocks);
}

class LightMiners {
  private readonly network: LightNetwork;
  private readonly clock: SeededRandom;
  private readonly choices: SeededRandom;
  private readonly links: SeededRandom;
  private readonly cuts: LightCut[];
  private readonly mined: LightBlock[] = [];
  private readonly depths = new Map<number, number>();
  private readonly deliveries = new Heap<Delivery>(
    (one, other) => one.atMs < other.atMs || (one.atMs === other.atMs && one.number < other.number),
  );
  private sent = 0;
  private minable = 0;

  constructor(network: LightNetwork, seed: number) {
    const streams = new SeededStreams(seed);
    this.network = network;
    this.clock = streams.of('clock');
    this.choices = streams.of('choices');
    this.links = streams.of('links');
    const first = firstLightCut(network.graph);
    this.cuts = network.shares.map(() => first);
  }

  run(blocks: number): LightRun {
    const { graph, blockMs } = this.network;
    let now = 0;
    while (this.mined.length < blocks) {
      // Exponential clocks of all miners are one clock of their sum.
      now += (-Math.log(this.clock.fraction()) * blockMs) / graph.order;
      this.deliverUntil(now);
      this.mine(now);
    }
    this.deliverUntil(Infinity);
    const last = this.cuts.reduce((one, other) => joinLightCuts(graph, one, other));
    return {
      mined: this.mined,
      kept: last.map((head) => blocksAbove(head, 0).toReversed()),
      depths: this.depths,
      minableShare: this.minable / (blocks * graph.order),
      lengthMs: now,
    };
  }

  private mine(atMs: number): void {
    const { graph } = this.network;
    const miner = this.minerOf(this.clock.fraction());
    const cut = this.cutOf(miner);
    const chains = cut.flatMap(({ chain }) => (isMinable(graph, cut, chain) ? [chain] : []));
    this.minable += chains.length;
    const chain = chains[this.choices.below(chains.length)];
    assert(chain !== undefined, 'the lowest chain can always be extended');
    const block = this.blockOn(cut, chain, { miner, atMs });
    this.mined.push(block);
    const extended = cut.with(chain, block);
    this.cuts[miner] = extended;
    this.announce(miner, extended, atMs);
  }

  private blockOn(
    cut: LightCut,
    chain: ChainId,
    { miner, atMs }: Pick<LightBlock, 'miner' | 'atMs'>,
  ): LightBlock {
    const parent = headOf(cut, chain);
    return {
      chain,
      height: parent.height + 1,
      parent,
      adjacents: adjacentsAbove(this.network.graph, cut, chain),
      miner,
      atMs,
      rank: this.choices.bits(),
    };
  }

  private announce(miner: number, cut: LightCut, atMs: number): void {
    const { delayMs } = this.network;
    for (const to of this.cuts.keys()) {
      if (to === miner) continue;
      const delay = delayMs * (0.5 + this.links.fraction());
      this.deliveries.push({ atMs: atMs + delay, number: this.sent++, to, cut });
    }
  }

  private deliverUntil(end: number): void {
    for (let next = this.deliveries.least; next !== undefined && next.atMs <= end;) {
      this.deliveries.pop();
      this.receive(next);
      next = this.deliveries.least;
    }
  }

  private receive({ to, cut }: Delivery): void {
    const own = this.cutOf(to);
    const joined = joinLightCuts(this.network.graph, own, cut);
    this.cuts[to] = joined;
    for (const [chain, head] of joined.entries()) {
      const before = headOf(own, chain);
      if (head === before || head.parent === before) continue;
      const depth = before.height - lightForkPoint(head, before).height;
      if (depth > 0) this.depths.set(depth, (this.depths.get(depth) ?? 0) + 1);
    }
  }

  private minerOf(draw: number): number {
    const { shares } = this.network;
    let left = draw;
    for (const [miner, share] of shares.entries()) {
      left -= share;
      if (left < 0) return miner;
    }
    return shares.length - 1;
  }

  private cutOf(miner: number): LightCut {
    const cut = this.cuts[miner];
    assert(cut !== undefined, 'each miner has a cut');
    return cut;
  }
}
