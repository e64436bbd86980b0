// The headers of one chain as bytes, in order of arrival: as objects they would take four times as much memory.
// Recently requested ones are also held as objects.

import { assert } from '../../base/assert.ts';
import { countLeading } from '../../base/sorted.ts';
import { compareBytes } from '../../base/bytes.ts';
import { type Rows, HashTable } from '../../base/hash-table.ts';
import type { HeaderTree } from '../../chain/choice/header-tree.ts';
import {
  decodeHeaderWithoutHash,
  encodeHeaderWithoutHash,
  headerAt,
  headerSize,
  type BlockHeader,
  type Hash,
} from '../../chain/model/header.ts';

/** Headers of a chain that are held as objects; at most twice this number. */
const maxHeld = 64;
const hashBytes = 32;

export class PackedHeaders implements HeaderTree {
  private readonly table: HashTable;
  /** Numbers of headers by height, then by the bytes of the hash. */
  private order = new Uint32Array(64);
  /** Heights of headers, in that order. */
  private heights = new Uint32Array(64);
  private young = new Map<number, BlockHeader>();
  private old = new Map<number, BlockHeader>();

  /**
   * `root`: the first block of the chain, which needs no parent. `degree`: the most neighbours of a chain. `rowsOf`:
   * makes the storage for the bytes (default: in memory).
   */
  constructor(root: BlockHeader, degree: number, rowsOf?: (width: number) => Rows) {
    this.table = new HashTable(headerSize(degree) - hashBytes, rowsOf);
    this.place(root);
  }

  get size(): number {
    return this.table.size;
  }

  /** Adds a header whose parent is known. A known header changes nothing. */
  insert(header: BlockHeader): void {
    if (this.table.find(header.hash) !== undefined) return;
    assert(this.table.find(header.parent) !== undefined, 'a block is added after its parent');
    this.place(header);
  }

  get(hash: Hash): BlockHeader | undefined {
    const number = this.table.find(hash);
    return number === undefined ? undefined : this.header(number);
  }

  *inOrder(from: { readonly height: number; readonly hash?: Hash }): Iterable<BlockHeader> {
    for (let at = this.indexOf(from); at < this.size; at++) {
      yield this.header(this.order[at] as number);
    }
  }

  private place(header: BlockHeader): void {
    const bytes = new Uint8Array(this.table.valueBytes);
    bytes.set(encodeHeaderWithoutHash(header));
    const at = this.indexOf(header);
    const { size } = this;
    const number = this.table.set(header.hash, bytes);
    this.order = withInserted(this.order, { at, size, value: number });
    this.heights = withInserted(this.heights, { at, size, value: header.height });
    this.hold(number, header);
  }

  private indexOf({ height, hash }: { readonly height: number; readonly hash?: Hash }): number {
    return countLeading(this.size, (at) => {
      const own = this.heights[at] as number;
      if (own !== height) return own < height;
      const number = this.order[at] as number;
      return hash !== undefined && compareBytes(this.table.keyAt(number), hash) < 0;
    });
  }

  private header(number: number): BlockHeader {
    const held = this.young.get(number) ?? this.old.get(number);
    if (held !== undefined) {
      this.hold(number, held);
      return held;
    }
    const value = this.table.valueAt(number).slice();
    const length = headerSize(degreeIn(value)) - hashBytes;
    const read = decodeHeaderWithoutHash(value.subarray(0, length));
    assert(read.ok, 'these are the bytes of a header');
    const header = { ...read.value, hash: this.table.keyAt(number).slice() };
    this.hold(number, header);
    return header;
  }

  private hold(number: number, header: BlockHeader): void {
    if (this.young.size >= maxHeld && !this.young.has(number)) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(number, header);
  }
}

function degreeIn(header: Uint8Array): number {
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  return view.getUint16(headerAt.adjacentCount, true);
}

/** Returns the same list, or a larger one. `size`: the amount of numbers in use. */
function withInserted(
  list: Uint32Array<ArrayBuffer>,
  { at, size, value }: { readonly at: number; readonly size: number; readonly value: number },
): Uint32Array<ArrayBuffer> {
  let room = list;
  if (size === list.length) {
    room = new Uint32Array(2 * size);
    room.set(list);
  }
  room.copyWithin(at + 1, at, size);
  room[at] = value;
  return room;
}
