// The known headers of one chain as a tree, orphans included. `HeaderTree` is the port; the tree in memory is for tests
// and small tools, a node has one on disk.
// Source: Chainweb/TreeDB.hs, Chainweb/BlockHeaderDB/Internal.hs; consensus reference, section 5.8.

import { toBase64Url } from '../../base/base64url.ts';
import { countLeading } from '../../base/sorted.ts';
import { compareBytes, equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { BlockHeader, Hash } from '../model/header.ts';

export type HeaderTree = {
  readonly get: (hash: Hash) => BlockHeader | undefined;
  /**
   * Yields headers in the order of keys (by height, then by the bytes of the hash) from the first one at or after the
   * key.
   */
  readonly inOrder: (from: {
    readonly height: number;
    readonly hash?: Hash;
  }) => Iterable<BlockHeader>;
};

export class HeaderTreeInMemory implements HeaderTree {
  private readonly byHash = new Map<string, BlockHeader>();
  private readonly ordered: BlockHeader[] = [];

  /** `root`: the first block of the chain, which needs no parent. */
  constructor(root: BlockHeader) {
    this.place(root);
  }

  /** Adds a header whose parent is known. A known header changes nothing. */
  insert(header: BlockHeader): Result<undefined, 'missing-parent'> {
    if (this.get(header.hash) !== undefined) return good(undefined);
    if (this.get(header.parent) === undefined) return bad('missing-parent');
    this.place(header);
    return good(undefined);
  }

  get(hash: Hash): BlockHeader | undefined {
    return this.byHash.get(toBase64Url(hash));
  }

  *inOrder(from: { readonly height: number; readonly hash?: Hash }): Iterable<BlockHeader> {
    for (let at = this.indexOf(from); at < this.ordered.length; at++) {
      const header = this.ordered[at];
      if (header !== undefined) yield header;
    }
  }

  private place(header: BlockHeader): void {
    this.byHash.set(toBase64Url(header.hash), header);
    this.ordered.splice(this.indexOf(header), 0, header);
  }

  private indexOf({ height, hash }: { readonly height: number; readonly hash?: Hash }): number {
    return countLeading(this.ordered.length, (at) => {
      const header = this.ordered[at];
      if (header === undefined || header.height !== height) return (header?.height ?? 0) < height;
      return hash !== undefined && compareBytes(header.hash, hash) < 0;
    });
  }
}

/** Headers to walk down. */
export type HeaderPaths = Pick<HeaderTree, 'get'> & {
  /** Returns the block of the cut at a height: on its line, ancestors are found without walking. */
  readonly lineAt?: (height: number) => BlockHeader | undefined;
};

/** Returns the ancestor at a height, or the header itself; `undefined` above it and below the first block. */
export function ancestorAt(
  tree: HeaderPaths,
  header: BlockHeader,
  height: number,
): BlockHeader | undefined {
  if (height > header.height) return undefined;
  let at: BlockHeader | undefined = header;
  while (at !== undefined && at.height > height) {
    const inLine = tree.lineAt?.(at.height);
    if (inLine !== undefined && equalBytes(inLine.hash, at.hash)) return tree.lineAt?.(height);
    at = tree.get(at.parent);
  }
  return at;
}

/** Returns where the branches of two headers meet: an ancestor of both, or one of them. */
export function forkPoint(
  tree: Pick<HeaderTree, 'get'>,
  left: BlockHeader,
  right: BlockHeader,
): BlockHeader | undefined {
  const height = Math.min(left.height, right.height);
  let one = ancestorAt(tree, left, height);
  let other = ancestorAt(tree, right, height);
  while (one !== undefined && other !== undefined && compareBytes(one.hash, other.hash) !== 0) {
    one = tree.get(one.parent);
    other = tree.get(other.parent);
  }
  return other === undefined ? undefined : one;
}
