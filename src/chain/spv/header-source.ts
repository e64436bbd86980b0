// Finds headers for proofs, and defines which blocks of a chain may be roots of proofs.
// Source: Chainweb/BlockHeaderDB/HeaderOracle.hs; consensus reference, section 7.4.

import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../model/header.ts';

/** The headers of a node: those of all forks that it knows. */
export interface HeaderSource {
  /** Returns `undefined` if the chain has no block with the hash. */
  find(chain: ChainId, hash: Hash): BlockHeader | undefined;
  /** Returns a block or its ancestor at a height; `undefined` if it is not known. */
  ancestor(header: BlockHeader, height: number): BlockHeader | undefined;
}

/** The parent of the executed block and a window of blocks below it. */
export type HeaderBounds = {
  readonly chain: ChainId;
  readonly parent: BlockHeader;
  readonly genesisHeight: number;
  /** How far below the parent the oldest block may be; `undefined`: no limit. */
  readonly window: number | undefined;
};

/** Checks whether a block is the parent or an ancestor of it, and within the window. */
export function isWithinBounds(headers: HeaderSource, bounds: HeaderBounds, hash: Hash): boolean {
  const root = headers.find(bounds.chain, hash);
  if (root === undefined || root.chainId !== bounds.chain) return false;
  if (root.height > bounds.parent.height || root.height < lowestHeight(bounds)) return false;
  const ancestor = headers.ancestor(bounds.parent, root.height);
  return ancestor !== undefined && equalBytes(ancestor.hash, hash);
}

/** A block at exactly this height is still within bounds. Near genesis there is no window. */
function lowestHeight({ parent, genesisHeight, window }: HeaderBounds): number {
  if (window === undefined || genesisHeight + window > parent.height) return genesisHeight;
  return parent.height - window;
}

/** Headers in memory; ancestors are found step by step. */
export class HeadersByHash implements HeaderSource {
  private readonly byHash = new Map<string, BlockHeader>();

  constructor(headers: Iterable<BlockHeader> = []) {
    for (const header of headers) this.add(header);
  }

  add(header: BlockHeader): void {
    this.byHash.set(toBase64Url(header.hash), header);
  }

  find(chain: ChainId, hash: Hash): BlockHeader | undefined {
    const header = this.byHash.get(toBase64Url(hash));
    return header?.chainId === chain ? header : undefined;
  }

  ancestor(header: BlockHeader, height: number): BlockHeader | undefined {
    let at: BlockHeader | undefined = header;
    while (at !== undefined && at.height > height) at = this.find(at.chainId, at.parent);
    return at?.height === height ? at : undefined;
  }
}
