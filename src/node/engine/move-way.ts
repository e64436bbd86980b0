// The ways of a move: for each chain whose head differs between two cuts, which blocks are taken back, and which ones,
// stored or new, are put on the block where the branches meet.

import { toBase64Url } from '../../base/base64url.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { ChainBlock } from '../../chain/blocks/index.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';
import type { Chain, Engine } from './engine.ts';
import type { BlockStore } from './blocks.ts';

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

  private newHeader(hash: Hash): BlockHeader | undefined {
    return this.byHash.get(toBase64Url(hash))?.header;
  }
}

/** Of one chain. */
export type Way = {
  readonly chain: Chain;
  /** The newest block before the move. */
  readonly head: BlockHeader;
  /** The head itself if nothing is taken back. */
  readonly fork: BlockHeader;
  /** Ascending. */
  readonly above: readonly BlockHeader[];
};

/** Returns the ways of the chains whose head changes. */
export function waysTo(
  engine: Engine,
  cut: Cut,
  blocks: NewBlocks,
): Result<readonly Way[], MoveFailure> {
  const ways: Way[] = [];
  for (const [id, head] of cut.heads) {
    const chain = engine.chain(id);
    const way = wayTo(chain, head, blocks);
    if (!way.ok) return way;
    const { fork, above } = way.value;
    if (above.length > 0 || fork !== way.value.head) ways.push(way.value);
  }
  return good(ways);
}

function wayTo(chain: Chain, target: BlockHeader, blocks: NewBlocks): Result<Way, MoveFailure> {
  const { line, state } = chain;
  const above: BlockHeader[] = [];
  let at = target;
  while (!line.has(at)) {
    if (blocks.payload(at) === undefined) return bad({ kind: 'unknown-block', header: at });
    above.push(at);
    const parent = blocks.find(chain.id, at.parent);
    if (parent === undefined) return bad({ kind: 'unknown-block', header: at });
    at = parent;
  }
  const { head } = line;
  if (at.height < head.height && !state.at(at.height).ok) {
    return bad({ kind: 'not-kept', chain: chain.id, height: at.height });
  }
  const fork = at.height === head.height ? head : at;
  return good({ chain, head, fork, above: above.reverse() });
}

/** By height, then by chain: proofs find the blocks that they refer to. */
export function inOrder(left: BlockHeader, right: BlockHeader): number {
  return left.height - right.height || left.chainId - right.chainId;
}
