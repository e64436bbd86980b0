// The blocks of one chain that are in the cut, by height: the hashes of all, and the newest ones as objects. Usually it
// grows by one; a reorganisation replaces its end.

import { assert } from '../../base/assert.ts';
import { ByteRows } from '../../base/hash-table.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';

/** Blocks that are held as objects; at most twice this number. */
const mostHeld = 32;
const hashBytes = 32;

export class ChainLine {
  /** The height of the first block. */
  readonly lowest: number;
  private readonly find: (hash: Hash) => BlockHeader | undefined;
  private readonly hashes = new ByteRows(hashBytes);
  /** The newest blocks, ascending. */
  private held: BlockHeader[];

  /** `find`: returns the header of a block that was added here. */
  constructor(first: BlockHeader, find: (hash: Hash) => BlockHeader | undefined) {
    this.lowest = first.height;
    this.find = find;
    this.hashes.push(first.hash);
    this.held = [first];
  }

  get head(): BlockHeader {
    return this.held.at(-1) as BlockHeader;
  }

  /** Returns `undefined` above the head and below the first block. */
  at(height: number): BlockHeader | undefined {
    const at = height - this.lowest;
    if (!Number.isInteger(at) || at < 0 || at >= this.hashes.length) return undefined;
    const held = this.held[at - (this.hashes.length - this.held.length)];
    return held ?? this.known(at);
  }

  has(header: BlockHeader): boolean {
    const at = header.height - this.lowest;
    if (!Number.isInteger(at) || at < 0 || at >= this.hashes.length) return false;
    return equalBytes(this.hashes.row(at), header.hash);
  }

  push(header: BlockHeader): void {
    assert(equalBytes(header.parent, this.head.hash), 'a block is put on the head');
    this.hashes.push(header.hash);
    if (this.held.length >= 2 * mostHeld) this.held = this.held.slice(-mostHeld);
    this.held.push(header);
  }

  /** Removes the blocks above a height, the highest first. */
  cutAbove(height: number): readonly BlockHeader[] {
    const above: BlockHeader[] = [];
    for (let at = this.head.height; at > height; at--) above.push(this.at(at) as BlockHeader);
    const count = this.hashes.length - above.length;
    const head = this.at(this.lowest + count - 1) as BlockHeader;
    this.hashes.cutTo(count);
    this.held = this.held.slice(0, Math.max(0, this.held.length - above.length));
    if (this.held.length === 0) this.held = [head];
    return above;
  }

  private known(at: number): BlockHeader {
    const header = this.find(this.hashes.row(at).slice());
    assert(header !== undefined, 'the header of every block of the cut is kept');
    return header;
  }
}
