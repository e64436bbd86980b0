// A sentence about a lowest height that asks for nothing: it is above the newest blocks of the node, or above what is stored.

import type { Heads } from './node-info.ts';
import type { StoredChain } from './row-sink.ts';

export type FromHintOptions = {
  /** The lowest height that is wanted. */
  readonly from: number;
  readonly follow: boolean;
  /** Of the chains that are exported. */
  readonly heads: Heads;
  readonly stored: readonly StoredChain[];
};

/** Returns a sentence without a full stop; `undefined` if the height asks for something. */
export function fromHint({ from, follow, heads, stored }: FromHintOptions): string | undefined {
  const above = stored.find(({ chain, lowest }) => heads.has(chain) && lowest.height < from);
  if (above !== undefined) {
    const { chain, lowest, highest } = above;
    return `--from ${from} changes nothing: chain ${chain} is already stored from height ${lowest.height} to ${highest.height}, and goes on from there`;
  }
  const top = Math.max(...[...heads.values()].map(({ height }) => height));
  if (heads.size === 0 || from <= top) return undefined;
  const advice = follow ? 'The export waits for it' : 'Give a lower height, or wait with --follow';
  return `there are no blocks at --from ${from} yet: the newest one is at height ${top}. ${advice}`;
}
