// The first stage of a long move: as many blocks as are put into the cut together. Blocks are added in the order of heights,
// so that the cut is consistent after each. A stage with which blocks are taken back ends only where the cut is heavier than
// before: nobody is left with less because a later block is invalid.

import { cutOf, cutWeight, extendCut, type Cut } from '../../chain/choice/cut.ts';
import { byHeight, type BlockHeader } from '../../chain/model/header.ts';
import { moveLimits } from '../limits.ts';
import type { Chain } from './engine.ts';
import type { LinedChain, Way } from './move-way.ts';

export type Stage<Moved extends LinedChain = Chain> = {
  readonly cut: Cut;
  readonly ways: readonly Way<Moved>[];
};

/** What a stage has at most. `bytesOf`: the size of the payload of a block. */
export type StageLimits = {
  readonly blocks: number;
  readonly bytesOf: (header: BlockHeader) => number;
};

export function firstStage<Moved extends LinedChain>(
  start: Cut,
  whole: Stage<Moved>,
  limits: StageLimits,
): Stage<Moved> {
  const added = whole.ways.flatMap(({ above }) => above).sort(byHeight);
  const forks = whole.ways.map(({ chain, fork }) => [chain.id, fork] as const);
  const isFull = fullness(limits);
  const weight = cutWeight(start);
  const isRewound = whole.ways.some(({ fork, head }) => fork !== head);
  let cut = cutOf(start.network, new Map([...start.heads, ...forks]));
  for (const [i, header] of added.entries()) {
    const extended = extendCut(cut, header);
    if (extended === undefined || i === added.length - 1) return whole;
    cut = extended;
    if (isFull(header) && (!isRewound || cutWeight(cut) > weight)) {
      return { cut, ways: waysUpTo(whole.ways, new Set(added.slice(0, i + 1))) };
    }
  }
  return whole;
}

/** Returns whether the blocks that were asked about so far are as many as a stage has. */
function fullness({ blocks, bytesOf }: StageLimits): (next: BlockHeader) => boolean {
  const { bytesAtOnce } = moveLimits;
  let count = 0;
  let bytes = 0;
  return (next) => {
    bytes += bytesOf(next);
    return ++count >= blocks || bytes >= bytesAtOnce;
  };
}

function waysUpTo<Moved extends LinedChain>(
  ways: readonly Way<Moved>[],
  taken: ReadonlySet<BlockHeader>,
): readonly Way<Moved>[] {
  return ways
    .map((way) => ({ ...way, above: way.above.filter((header) => taken.has(header)) }))
    .filter(({ above, fork, head }) => above.length > 0 || fork !== head);
}
