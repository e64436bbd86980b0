// The ways of a move: for each chain whose head differs between two cuts, which blocks are taken back, and which ones,
// stored or new, are put on the block where the branches meet.

import { toBase64Url } from '../../base/base64url.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { type ChainBlock, inputsOf } from '../../chain/blocks/index.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';
import type { BlockStore, ChainLine } from './blocks.ts';
import type { Chain } from './engine.ts';

export type MoveFailure =
  /** The states of that height are no longer stored. */
  | { readonly kind: 'not-kept'; readonly chain: ChainId; readonly height: number }
  | { readonly kind: 'unknown-block'; readonly header: BlockHeader }
  /** Executing it gives a different result, or fails. */
  | { readonly kind: 'invalid-block'; readonly header: BlockHeader; readonly why: string }
  /** A block was put on one of its chains meanwhile. */
  | { readonly kind: 'overtaken' };

/** Blocks that are not stored yet, over those that are. */
export class NewBlocks implements HeaderSource {
  private readonly store: BlockStore;
  private readonly byHash = new Map<string, ChainBlock>();

  constructor(store: BlockStore, blocks: Iterable<ChainBlock>) {
    this.store = store;
    for (const block of blocks) this.byHash.set(toBase64Url(block.header.hash), block);
  }

  find(chain: ChainId, hash: Hash): BlockHeader | undefined {
    const header = this.newHeader(hash);
    return header?.chainId === chain ? header : this.store.find(chain, hash);
  }

  ancestor(header: BlockHeader, height: number): BlockHeader | undefined {
    let at: BlockHeader | undefined = header;
    while (at !== undefined && at.height > height && this.newHeader(at.hash) !== undefined) {
      at = this.find(at.chainId, at.parent);
    }
    return at && (at.height === height ? at : this.store.ancestor(at, height));
  }

  payload({ chainId, hash, payloadHash }: BlockHeader): ChainBlock['payload'] | undefined {
    const own = this.byHash.get(toBase64Url(hash));
    return own?.payload ?? this.store.payload(chainId, payloadHash);
  }

  /** The bytes of the transactions of a block. */
  bytesOf(header: BlockHeader): number {
    const payload = this.payload(header);
    const inputs = payload === undefined ? [] : inputsOf(payload);
    return inputs.reduce((sum, { length }) => sum + length, 0);
  }

  private newHeader(hash: Hash): BlockHeader | undefined {
    return this.byHash.get(toBase64Url(hash))?.header;
  }
}

/** A chain, with its blocks in the cut. */
export type LinedChain = { readonly id: ChainId; readonly line: ChainLine };

/** Of one chain. */
export type Way<Moved extends LinedChain = Chain> = {
  readonly chain: Moved;
  /** The newest block before the move. */
  readonly head: BlockHeader;
  /** The head itself if nothing is taken back. */
  readonly fork: BlockHeader;
  /** Ascending. */
  readonly above: readonly BlockHeader[];
};

/** What a move is made on. */
export type Ground<Moved extends LinedChain = Chain> = {
  readonly chain: (id: ChainId) => Moved;
  /** Whether a chain can go back to a height. */
  readonly keeps: (chain: Moved, height: number) => boolean;
  readonly find: (chain: ChainId, hash: Hash) => BlockHeader | undefined;
  /** Whether everything is there that a block of the way needs. */
  readonly hasContent: (header: BlockHeader) => boolean;
};

/** Returns the ways of the chains whose head changes. */
export function waysTo<Moved extends LinedChain>(
  ground: Ground<Moved>,
  cut: Cut,
): Result<readonly Way<Moved>[], MoveFailure> {
  const ways: Way<Moved>[] = [];
  for (const [id, head] of cut.heads) {
    const way = wayTo(ground, ground.chain(id), head);
    if (!way.ok) return way;
    const { fork, above } = way.value;
    if (above.length > 0 || fork !== way.value.head) ways.push(way.value);
  }
  return good(ways);
}

function wayTo<Moved extends LinedChain>(
  { keeps, find, hasContent }: Ground<Moved>,
  chain: Moved,
  target: BlockHeader,
): Result<Way<Moved>, MoveFailure> {
  const { id, line } = chain;
  const above: BlockHeader[] = [];
  let at = target;
  while (!line.has(at)) {
    const parent = hasContent(at) ? find(id, at.parent) : undefined;
    if (parent === undefined) return bad({ kind: 'unknown-block', header: at });
    above.push(at);
    at = parent;
  }
  const { head } = line;
  if (at.height < head.height && !keeps(chain, at.height)) {
    return bad({ kind: 'not-kept', chain: id, height: at.height });
  }
  const fork = at.height === head.height ? head : at;
  return good({ chain, head, fork, above: above.reverse() });
}
