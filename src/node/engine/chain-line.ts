// The blocks of one chain that are in the cut, by height. Mostly it grows by one; a reorganisation replaces its end.

import { assert } from '../../base/assert.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { BlockHeader } from '../../chain/model/header.ts';

export class ChainLine {
  private readonly blocks: BlockHeader[];
  /** The height of the first block. */
  readonly lowest: number;

  constructor(first: BlockHeader) {
    this.blocks = [first];
    this.lowest = first.height;
  }

  get head(): BlockHeader {
    return this.blocks.at(-1) as BlockHeader;
  }

  /** `undefined` above the head and below the first block. */
  at(height: number): BlockHeader | undefined {
    return this.blocks[height - this.lowest];
  }

  has(header: BlockHeader): boolean {
    const own = this.at(header.height);
    return own !== undefined && equalBytes(own.hash, header.hash);
  }

  push(header: BlockHeader): void {
    assert(equalBytes(header.parent, this.head.hash), 'a block is put on the head');
    this.blocks.push(header);
  }

  /** Takes out the blocks above a height; the highest first. */
  cutAbove(height: number): readonly BlockHeader[] {
    return this.blocks.splice(height - this.lowest + 1).reverse();
  }
}
