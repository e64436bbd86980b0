// Fork choice: joins two cuts to one that has all blocks of the heavier cut, and those of the lighter one that fit on
// top. The result does not depend on the order of the two. It is not associative, and neither is the reference's.
// Source: Chainweb/Cut.hs (joinIntoHeavier, meet, limitCut); consensus reference, section 5.5.

import type { ChainId } from '../graph/chain-graph.ts';
import { byHeight, type BlockHeader } from '../model/header.ts';
import { genesisHeader } from '../rules/network.ts';
import { compareCuts, extendCut, project, type Cut } from './cut.ts';
import { ancestorAt, forkPoint, type HeaderTree } from './header-tree.ts';

/** The headers of a chain. */
export type Trees = (chain: ChainId) => Pick<HeaderTree, 'get'>;

/** Returns `undefined` if the trees lack ancestors of a head. */
export function joinCuts(trees: Trees, left: Cut, right: Cut): Cut | undefined {
  const [heavier, lighter] = compareCuts(left, right) >= 0 ? [left, right] : [right, left];
  const base = new Map<ChainId, BlockHeader>();
  const queue: BlockHeader[] = [];
  for (const { chain, one, other } of pairsOf(heavier, lighter)) {
    const tree = trees(chain);
    const point = forkPoint(tree, one, other);
    if (point === undefined) return undefined;
    base.set(chain, point);
    queue.push(...blocksAbove(tree, one, point.height));
    // Of two blocks at one height only that of the heavier cut counts.
    queue.push(...blocksAbove(tree, other, Math.max(one.height, point.height)));
  }
  queue.sort(byHeight);
  let cut: Cut = { network: heavier.network, heads: base };
  for (const header of queue) cut = extendCut(cut, header) ?? cut;
  return project(cut.network, cut.heads);
}

/** Returns the common part of two cuts. */
export function meetCuts(trees: Trees, left: Cut, right: Cut): Cut | undefined {
  const heads = new Map<ChainId, BlockHeader>();
  for (const { chain, one, other } of pairsOf(left, right)) {
    const point = forkPoint(trees(chain), one, other);
    if (point === undefined) return undefined;
    heads.set(chain, point);
  }
  return project(left.network, heads);
}

/** Returns the cut with no block above a height: the answer for nodes that catch up. */
export function limitCut(trees: Trees, cut: Cut, height: number): Cut | undefined {
  const heads = new Map<ChainId, BlockHeader>();
  for (const [chain, head] of cut.heads) {
    const found = ancestorAt(trees(chain), head, Math.min(height, head.height));
    // A chain that begins above the height is not in the cut.
    if (found !== undefined) heads.set(chain, found);
  }
  return heads.size === 0 ? undefined : project(cut.network, heads);
}

type Pair = { readonly chain: ChainId; readonly one: BlockHeader; readonly other: BlockHeader };

/** A chain that is in only one cut begins with its first block in the other. */
function pairsOf(left: Cut, right: Cut): readonly Pair[] {
  const chains = new Set([...left.heads.keys(), ...right.heads.keys()]);
  return [...chains].flatMap((chain) => {
    const one = left.heads.get(chain) ?? genesisHeader(left.network, chain);
    const other = right.heads.get(chain) ?? genesisHeader(left.network, chain);
    return one === undefined || other === undefined ? [] : [{ chain, one, other }];
  });
}

function blocksAbove(
  tree: Pick<HeaderTree, 'get'>,
  head: BlockHeader,
  height: number,
): readonly BlockHeader[] {
  const blocks: BlockHeader[] = [];
  let at: BlockHeader | undefined = head;
  while (at !== undefined && at.height > height) {
    blocks.push(at);
    at = tree.get(at.parent);
  }
  return blocks;
}
