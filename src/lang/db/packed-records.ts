// Stores byte strings in a few large blocks, by number. As separate V8 objects they would fragment the heap whenever they
// are replaced, so that the process grows with every transaction. Here blocks with many replaced records are compacted.

import { assert } from '../../base/assert.ts';

/** Limits the bytes that may be packed: V8 does not count them, and memory checks read V8's numbers. */
export class PackingRoom {
  bytesLeft: number = 2 ** 30;
}

/** Words have four bytes. A place is a block number and a word in that block, as one number of 32 bits. */
const wordsInBlock = 2 ** 16;
const mostBlocks = 2 ** 16;

/** The header of a record: its number, and its length in bytes. */
const headWords = 2;

/** Sizes are multiples of this, so a record that grows a little usually keeps its place. */
const grain = 4;

/** A longer record has a block of its own. */
const mostSharedWords = wordsInBlock / 16;

/** The maximum proportion of replaced words before blocks are compacted. */
const deadPart = 1 / 64;

type Words = Uint32Array<ArrayBuffer>;

type Block = {
  readonly words: Words;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The number of words filled with records. */
  end: number;
  /** The number of words of records that were not replaced. */
  live: number;
};

/** Records by number, which count from 0. */
export class PackedRecords {
  private readonly room: PackingRoom;
  private blocks: (Block | undefined)[] = [];
  private freeBlocks: number[] = [];
  /** The block that is being filled. */
  private present = -1;
  /** An empty block, so that compaction need not allocate one. */
  private spare: Block | undefined = undefined;
  private places = new Uint32Array(1024);
  private count = 0;
  private used = 0;
  private dead = 0;

  constructor(room: PackingRoom) {
    this.room = room;
  }

  get size(): number {
    return this.count;
  }

  /** Adds a record made of both parts. Returns `false` if there is no room. */
  add(first: Uint8Array, second: Uint8Array): boolean {
    const place = this.put(this.count, first, second);
    if (place === undefined) return false;
    if (this.count === this.places.length) this.places = grown(this.places);
    this.places[this.count++] = place;
    return true;
  }

  /** Replaces a record. Returns `false` and changes nothing if there is no room. */
  replace(number: number, first: Uint8Array, second: Uint8Array): boolean {
    const before = this.placeOf(number);
    if (this.fitsAt(before, first.length + second.length)) {
      this.write(before, number, first, second);
      return true;
    }
    const place = this.put(number, first, second);
    if (place === undefined) return false;
    this.places[number] = place;
    this.leave(before);
    return true;
  }

  /** Returns a view that is valid until the next change. */
  get(number: number): Uint8Array {
    const place = this.placeOf(number);
    const { words, bytes } = this.block(Math.floor(place / wordsInBlock));
    const at = place % wordsInBlock;
    const start = 4 * (at + headWords);
    return bytes.subarray(start, start + (words[at + 1] as number));
  }

  copy(room: PackingRoom): PackedRecords {
    const copy = new PackedRecords(room);
    copy.blocks = this.blocks.map((block) => {
      if (block === undefined) return undefined;
      room.bytesLeft -= block.bytes.length;
      return { ...block, ...views(block.bytes.slice().buffer) };
    });
    copy.freeBlocks = [...this.freeBlocks];
    copy.present = this.present;
    copy.places = this.places.slice();
    copy.count = this.count;
    copy.used = this.used;
    copy.dead = this.dead;
    return copy;
  }

  /** Stores a record and returns its place. */
  private put(number: number, first: Uint8Array, second: Uint8Array): number | undefined {
    const size = sizeOf(first.length + second.length);
    const at = this.blockFor(size, this.room.bytesLeft);
    if (at === undefined) return undefined;
    const place = this.take(at, size);
    this.write(place, number, first, second);
    return place;
  }

  private write(place: number, number: number, first: Uint8Array, second: Uint8Array): void {
    const { words, bytes } = this.block(Math.floor(place / wordsInBlock));
    const at = place % wordsInBlock;
    words[at] = number;
    words[at + 1] = first.length + second.length;
    const start = 4 * (at + headWords);
    bytes.set(first, start);
    bytes.set(second, start + first.length);
  }

  /** Whether a record of this length takes as many words as the one at this place. */
  private fitsAt(place: number, length: number): boolean {
    const { words } = this.block(Math.floor(place / wordsInBlock));
    return sizeAt(words, place % wordsInBlock) === sizeOf(length);
  }

  private take(at: number, size: number): number {
    const block = this.block(at);
    const place = at * wordsInBlock + block.end;
    block.end += size;
    block.live += size;
    this.used += size;
    return place;
  }

  private leave(place: number): void {
    const at = Math.floor(place / wordsInBlock);
    const block = this.block(at);
    const size = sizeAt(block.words, place % wordsInBlock);
    block.live -= size;
    this.dead += size;
    if (block.live === 0 && at !== this.present) this.drop(at);
    const most = wordsInBlock + this.used * deadPart;
    while (this.dead > most && this.moveTogether());
  }

  /** Returns the number of a block with room for this many words. */
  private blockFor(size: number, bytesLeft: number): number | undefined {
    if (size > mostSharedWords) return this.newBlock(size, bytesLeft);
    const present = this.blocks[this.present];
    if (present !== undefined && present.end + size <= wordsInBlock) return this.present;
    const fresh = this.newBlock(wordsInBlock, bytesLeft);
    if (fresh !== undefined) this.present = fresh;
    return fresh;
  }

  private newBlock(size: number, bytesLeft: number): number | undefined {
    const isUsual = size === wordsInBlock;
    const spare = isUsual ? this.spare : undefined;
    if (spare === undefined && bytesLeft < 4 * size) return undefined;
    const at = this.freeBlocks.pop() ?? this.blocks.length;
    if (at === mostBlocks) return undefined;
    if (spare === undefined) this.room.bytesLeft -= 4 * size;
    else this.spare = undefined;
    this.blocks[at] = { ...(spare ?? views(new ArrayBuffer(4 * size))), end: 0, live: 0 };
    return at;
  }

  /** Releases a block without live records. */
  private drop(at: number): void {
    const block = this.block(at);
    this.used -= block.end;
    this.dead -= block.end - block.live;
    this.blocks[at] = undefined;
    this.freeBlocks.push(at);
    if (this.spare === undefined && block.words.length === wordsInBlock) this.spare = block;
    else this.room.bytesLeft += block.bytes.length;
  }

  /** Moves the live records out of the block with the most replaced words; `false` if there is no such block. */
  private moveTogether(): boolean {
    const from = this.emptiest();
    if (from === undefined) return false;
    const { words, end } = this.block(from);
    for (let at = 0; at < end; at += sizeAt(words, at)) {
      const number = words[at] as number;
      if (this.places[number] !== from * wordsInBlock + at) continue;
      this.move(words, at, number);
    }
    const block = this.block(from);
    this.dead += block.live;
    block.live = 0;
    this.drop(from);
    return true;
  }

  private move(words: Uint32Array, from: number, number: number): void {
    const size = sizeAt(words, from);
    // The source block is released afterwards, so there is room.
    const at = this.blockFor(size, Infinity);
    assert(at !== undefined, 'there is a block to move to');
    const target = this.block(at);
    for (let i = 0; i < size; i++) target.words[target.end + i] = words[from + i] as number;
    this.places[number] = this.take(at, size);
  }

  private emptiest(): number | undefined {
    let best: number | undefined;
    let most = 0;
    for (const [at, block] of this.blocks.entries()) {
      if (block === undefined || at === this.present) continue;
      const dead = block.end - block.live;
      if (dead > most) [best, most] = [at, dead];
    }
    return best;
  }

  private placeOf(number: number): number {
    const place = this.places[number];
    assert(place !== undefined && number < this.count, 'a record has a number that was given');
    return place;
  }

  private block(at: number): Block {
    const block = this.blocks[at];
    assert(block !== undefined, 'a block is there as long as a record of it');
    return block;
  }
}

function views(buffer: ArrayBuffer): { words: Words; bytes: Uint8Array<ArrayBuffer> } {
  return { words: new Uint32Array(buffer), bytes: new Uint8Array(buffer) };
}

function sizeAt(words: Uint32Array, at: number): number {
  return sizeOf(words[at + 1] as number);
}

/** Returns the size in words of a record with this many bytes. */
function sizeOf(length: number): number {
  return grain * Math.ceil((4 * headWords + length) / (4 * grain));
}

export function grown(words: Words): Words {
  const more = new Uint32Array(Math.ceil(words.length * 1.25));
  more.set(words);
  return more;
}
