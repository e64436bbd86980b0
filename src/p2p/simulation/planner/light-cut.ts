// Cuts without contents: blocks that know only their parents, all of the same work. Enough to see forks and joins, and
// thousands of times faster than real headers. The rules are those of src/chain/choice; a test compares them.

import { assert } from '../../../base/assert.ts';
import type { ChainGraph, ChainId } from '../../../chain/graph/chain-graph.ts';

export type LightBlock = {
  readonly chain: ChainId;
  readonly height: number;
  /** `undefined` for the first block of a chain. */
  readonly parent: LightBlock | undefined;
  /** In the order of the graph. */
  readonly adjacents: readonly LightBlock[];
  readonly miner: number;
  readonly atMs: number;
  /** In the place of a hash: decides between cuts of equal work. */
  readonly rank: number;
};

/** The head of each chain. */
export type LightCut = readonly LightBlock[];

export function firstLightCut(graph: ChainGraph): LightCut {
  return graph.neighbours.map((_, chain) => ({
    chain,
    height: 0,
    parent: undefined,
    adjacents: [],
    miner: -1,
    atMs: 0,
    rank: chain,
  }));
}

export function isMinable(graph: ChainGraph, cut: LightCut, chain: ChainId): boolean {
  const head = headOf(cut, chain);
  for (const other of graph.adjacentTo(chain)) {
    if (headOf(cut, other).height < head.height) return false;
  }
  return true;
}

/** Returns the blocks that a new block of a minable chain refers to. */
export function adjacentsAbove(
  graph: ChainGraph,
  cut: LightCut,
  chain: ChainId,
): readonly LightBlock[] {
  const { height } = headOf(cut, chain);
  return graph.adjacentTo(chain).map((other) => {
    const head = headOf(cut, other);
    return head.height === height ? head : parentOf(head);
  });
}

/** Returns one of the two if it contains the other, which is usual. */
export function joinLightCuts(graph: ChainGraph, left: LightCut, right: LightCut): LightCut {
  let isLeftBelow = true;
  let isRightBelow = true;
  const points: LightBlock[] = [];
  for (const [chain, one] of left.entries()) {
    const other = headOf(right, chain);
    const point = one === other ? one : lightForkPoint(one, other);
    points.push(point);
    isLeftBelow &&= point === one;
    isRightBelow &&= point === other;
  }
  if (isRightBelow) return left;
  if (isLeftBelow) return right;
  const [heavier, lighter] = compareLightCuts(left, right) >= 0 ? [left, right] : [right, left];
  const queue: LightBlock[] = [];
  for (const [chain, point] of points.entries()) {
    const head = headOf(heavier, chain);
    queue.push(...blocksAbove(head, point.height));
    queue.push(...blocksAbove(headOf(lighter, chain), Math.max(head.height, point.height)));
  }
  queue.sort((one, other) => one.height - other.height || one.chain - other.chain);
  const joined = [...points];
  for (const block of queue) if (fits(graph, joined, block)) joined[block.chain] = block;
  return joined;
}

/** More work first, then the greater list of ranks, sorted. */
export function compareLightCuts(left: LightCut, right: LightCut): number {
  const work = heightSum(left) - heightSum(right);
  if (work !== 0) return work;
  const ranks = sortedRanks(right);
  for (const [at, rank] of sortedRanks(left).entries()) {
    const order = rank - (ranks[at] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

export function lightForkPoint(one: LightBlock, other: LightBlock): LightBlock {
  let left = one;
  let right = other;
  while (left.height > right.height) left = parentOf(left);
  while (right.height > left.height) right = parentOf(right);
  while (left !== right) {
    left = parentOf(left);
    right = parentOf(right);
  }
  return left;
}

export function heightSum(cut: LightCut): number {
  let sum = 0;
  for (const { height } of cut) sum += height;
  return sum;
}

/** The blocks down to a height, which is left out; the highest first. */
export function blocksAbove(head: LightBlock, height: number): readonly LightBlock[] {
  const blocks: LightBlock[] = [];
  for (let at = head; at.height > height; at = parentOf(at)) blocks.push(at);
  return blocks;
}

export function headOf(cut: LightCut, chain: ChainId): LightBlock {
  const head = cut[chain];
  assert(head !== undefined, 'a cut has a head of each chain');
  return head;
}

function fits(graph: ChainGraph, heads: LightCut, block: LightBlock): boolean {
  if (headOf(heads, block.chain) !== block.parent) return false;
  return graph.adjacentTo(block.chain).every((chain, at) => {
    const named = block.adjacents[at];
    const head = headOf(heads, chain);
    return head === named || head.parent === named;
  });
}

function parentOf(block: LightBlock): LightBlock {
  assert(block.parent !== undefined, 'all blocks of a chain stand on its first one');
  return block.parent;
}

function sortedRanks(cut: LightCut): readonly number[] {
  return cut.map(({ rank }) => rank).sort((one, other) => one - other);
}
