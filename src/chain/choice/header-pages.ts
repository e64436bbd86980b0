// Pages of the headers of a chain: all of them in the order of their keys, or the branches below some blocks, from the
// top. Unknown blocks are faults, because clients name them.
// Source: Chainweb/TreeDB.hs (getBranch, entries), Chainweb/BlockHeaderDB/RestAPI/Server.hs; interface reference,
// section 1.3.

import { toBase64Url } from '../../base/base64url.ts';
import { compareBytes, equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { BlockHeader, Hash } from '../model/header.ts';
import type { Page, PageCursor } from '../model/page-cursor.ts';
import { ancestorAt, type HeaderPaths, type HeaderTree } from './header-tree.ts';

export type PageRequest = {
  readonly limit: number;
  readonly next?: PageCursor<Hash> | undefined;
  readonly minHeight?: number | undefined;
  readonly maxHeight?: number | undefined;
};

type HeaderPage = Page<BlockHeader, Hash>;
export type UnknownBlock = { readonly kind: 'unknown-block'; readonly hash: Hash };

/**
 * Returns headers in ascending order, orphans included. At the end the cursor is after the last one, because the list
 * may grow. A cursor below the lowest height gives an empty page, as in the reference.
 */
export function headerPage(
  tree: HeaderTree,
  { limit, next, minHeight = 0, maxHeight = Infinity }: PageRequest,
): Result<HeaderPage, UnknownBlock> {
  const start = next === undefined ? undefined : tree.get(next.key);
  if (next !== undefined && start === undefined) {
    return bad({ kind: 'unknown-block', hash: next.key });
  }
  const items: BlockHeader[] = [];
  for (const header of tree.inOrder(start ?? { height: minHeight })) {
    if (next?.kind === 'exclusive' && equalBytes(header.hash, next.key)) continue;
    if (header.height > maxHeight || header.height < minHeight) break;
    if (items.length >= limit) {
      return good({ items, next: { kind: 'inclusive', key: header.hash } });
    }
    items.push(header);
  }
  const last = items.at(-1);
  return good({ items, next: last && { kind: 'exclusive', key: last.hash } });
}

export type BranchBounds = {
  /** They and their ancestors are left out; unknown ones are ignored. */
  readonly lower: readonly Hash[];
  readonly upper: readonly Hash[];
};

/**
 * Returns the upper blocks and all their ancestors, without the lower blocks and theirs, from the top. Where the tree has a
 * line, this takes as many steps as a page has blocks, and those above the forks.
 */
export function branchPage(
  tree: HeaderPaths,
  { lower, upper }: BranchBounds,
  { limit, next, minHeight = 0, maxHeight }: PageRequest,
): Result<HeaderPage, UnknownBlock> {
  const from = next && tree.get(next.key);
  if (next !== undefined && from === undefined) {
    return bad({ kind: 'unknown-block', hash: next.key });
  }
  const tops = topsOf(tree, upper, maxHeight);
  if (!tops.ok) return tops;
  const start = from?.height ?? Infinity;
  const starts = tops.value.flatMap(
    (top) => ancestorAt(tree, top, Math.min(top.height, start)) ?? [],
  );
  const bottoms = lower.flatMap((hash) => tree.get(hash) ?? []);
  const items: BlockHeader[] = [];
  for (const header of continued(descending(tree, starts, bottoms), next, start)) {
    if (header.height < minHeight) break;
    if (items.length >= limit) {
      return good({ items, next: { kind: 'inclusive', key: header.hash } });
    }
    items.push(header);
  }
  return good({ items, next: undefined });
}

/** Yields the headers from a cursor on, whose block has this height; none if its block is not among them. */
function* continued(
  headers: Iterable<BlockHeader>,
  next: PageCursor<Hash> | undefined,
  height: number,
): Iterable<BlockHeader> {
  let isBefore = next !== undefined;
  for (const header of headers) {
    if (next !== undefined && isBefore) {
      if (header.height < height) return;
      if (!equalBytes(header.hash, next.key)) continue;
      isBefore = false;
      if (next.kind === 'exclusive') continue;
    }
    yield header;
  }
}

/** A block below the greatest height has no ancestor there: the reference leaves its branch out. */
function topsOf(
  tree: HeaderPaths,
  upper: readonly Hash[],
  maxHeight: number | undefined,
): Result<readonly BlockHeader[], UnknownBlock> {
  const tops: BlockHeader[] = [];
  for (const hash of upper) {
    const header = tree.get(hash);
    if (header === undefined) return bad({ kind: 'unknown-block', hash });
    const top = maxHeight === undefined ? header : ancestorAt(tree, header, maxHeight);
    if (top !== undefined) tops.push(top);
  }
  return good(tops);
}

/** Goes height by height, so that each block is listed once even if it is on several branches. */
function* descending(
  tree: HeaderPaths,
  tops: readonly BlockHeader[],
  bottoms: readonly BlockHeader[],
): Iterable<BlockHeader> {
  const wanted = new Frontier(tops);
  const excluded = new Frontier(bottoms);
  for (let height = wanted.highest; height >= 0 && wanted.size > 0; height = wanted.highest) {
    excluded.descendTo(tree, height);
    for (const header of wanted.takeAt(height)) {
      // Ancestors of an excluded block are excluded too.
      if (excluded.has(header)) continue;
      yield header;
      const parent = tree.get(header.parent);
      if (parent !== undefined) wanted.add(parent);
    }
  }
}

/** The lowest blocks reached so far, by hash. */
class Frontier {
  private readonly headers = new Map<string, BlockHeader>();

  constructor(headers: readonly BlockHeader[]) {
    for (const header of headers) this.add(header);
  }

  get size(): number {
    return this.headers.size;
  }

  get highest(): number {
    let highest = -1;
    for (const { height } of this.headers.values()) highest = Math.max(highest, height);
    return highest;
  }

  add(header: BlockHeader): void {
    this.headers.set(toBase64Url(header.hash), header);
  }

  has({ hash }: BlockHeader): boolean {
    return this.headers.has(toBase64Url(hash));
  }

  /** Removes the blocks of a height, in the order of their hashes. */
  takeAt(height: number): readonly BlockHeader[] {
    const taken = [...this.headers.values()].filter((header) => header.height === height);
    for (const { hash } of taken) this.headers.delete(toBase64Url(hash));
    return taken.sort((left, right) => compareBytes(left.hash, right.hash));
  }

  /** Replaces blocks above a height by their ancestors. */
  descendTo(tree: HeaderPaths, height: number): void {
    for (const [key, header] of [...this.headers]) {
      if (header.height <= height) continue;
      this.headers.delete(key);
      const ancestor = ancestorAt(tree, header, height);
      if (ancestor !== undefined) this.add(ancestor);
    }
  }
}
