// The headers of one chain on the disk, orphans included, and the line of the cut. Recently used headers are held as
// objects.

import { toBase64Url } from '../../base/base64url.ts';
import type { HeaderTree } from '../../chain/choice/header-tree.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import {
  decodeHeader,
  encodeHeader,
  type BlockHeader,
  type Hash,
} from '../../chain/model/header.ts';
import type { DiskTable, Environment } from '../../storage/disk/index.ts';
import { StoreFault } from '../../storage/entries/index.ts';
import type { LineRows } from '../engine/blocks.ts';
import { hashKey, heightIn, heightKey, orderEnd, orderKey, orderedHash } from './block-keys.ts';

/** Headers of a chain that are held as objects; at most twice this number. */
const maxHeld = 64;

export class StoredHeaders implements HeaderTree {
  private readonly chain: ChainId;
  /** By chain and hash. */
  private readonly headers: DiskTable;
  /** By chain, height and hash. */
  private readonly order: DiskTable;
  private young = new Map<string, BlockHeader>();
  private old = new Map<string, BlockHeader>();

  constructor(environment: Environment, chain: ChainId) {
    this.chain = chain;
    this.headers = environment.table('headers');
    this.order = environment.table('order');
  }

  /** Adds a header whose parent is known. A known header changes nothing. Returns whether it is new. */
  insert(header: BlockHeader): boolean {
    if (this.get(header.hash) !== undefined) return false;
    const { chain } = this;
    this.headers.put(hashKey(chain, header.hash), encodeHeader(header));
    this.order.put(orderKey(chain, header.height, header.hash), new Uint8Array());
    this.hold(toBase64Url(header.hash), header);
    return true;
  }

  get(hash: Hash): BlockHeader | undefined {
    const key = toBase64Url(hash);
    const held = this.young.get(key) ?? this.old.get(key);
    const header = held ?? this.stored(hash);
    if (header !== undefined) this.hold(key, header);
    return header;
  }

  *inOrder(start: { readonly height: number; readonly hash?: Hash }): Iterable<BlockHeader> {
    const { chain, order } = this;
    // A copy of a part of the keys at a time: others may write between two headers.
    let from = orderKey(chain, start.height, start.hash);
    for (;;) {
      const hashes: Hash[] = [];
      for (const { key } of order.range({ from, to: orderEnd(chain) })) {
        hashes.push(orderedHash(key));
        from = after(key);
        if (hashes.length >= maxHeld) break;
      }
      for (const hash of hashes) {
        const header = this.get(hash);
        if (header !== undefined) yield header;
      }
      if (hashes.length < maxHeld) return;
    }
  }

  /** Yields the headers of one height. */
  *at(height: number): Iterable<BlockHeader> {
    for (const header of this.inOrder({ height })) {
      if (header.height !== height) return;
      yield header;
    }
  }

  private stored(hash: Hash): BlockHeader | undefined {
    const bytes = this.headers.get(hashKey(this.chain, hash));
    if (bytes === undefined) return undefined;
    const read = decodeHeader(bytes);
    if (read.ok) return read.value;
    throw new StoreFault('damaged', `the header ${toBase64Url(hash)} cannot be read from the disk`);
  }

  private hold(key: string, header: BlockHeader): void {
    if (this.young.size >= maxHeld && !this.young.has(key)) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, header);
  }
}

/** Returns the first key after another one. */
function after(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.length + 1);
  next.set(key);
  return next;
}

/** The line of a chain on the disk. */
export class StoredLine implements LineRows {
  private readonly chain: ChainId;
  private readonly lines: DiskTable;

  constructor(environment: Environment, chain: ChainId) {
    this.chain = chain;
    this.lines = environment.table('lines');
  }

  get(height: number): Hash | undefined {
    return this.lines.get(heightKey(this.chain, height));
  }

  set(height: number, hash: Hash): void {
    this.lines.put(heightKey(this.chain, height), hash);
  }

  remove(height: number): void {
    this.lines.remove(heightKey(this.chain, height));
  }

  top(): number | undefined {
    const last = this.lines.lastKey(this.range);
    return last && heightIn(last);
  }

  bottom(): number | undefined {
    for (const { key } of this.lines.range(this.range)) return heightIn(key);
    return undefined;
  }

  private get range(): { readonly from: Uint8Array; readonly to: Uint8Array } {
    return { from: heightKey(this.chain, 0), to: heightKey(this.chain + 1, 0) };
  }
}
