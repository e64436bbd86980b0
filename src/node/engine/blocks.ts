// The blocks of a node: where they are stored, and those of one chain that are in the cut. The engine writes a block
// before it adds it to a cut. The store here keeps everything in memory; the one on disk has the same interface.

import { toBase64Url } from '../../base/base64url.ts';
import { HeaderTreeInMemory, type HeaderTree } from '../../chain/choice/header-tree.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { type Network, chainsOf, genesisHeader } from '../../chain/rules/network.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';
import { assert } from '../../base/assert.ts';
import { equalBytes } from '../../base/bytes.ts';

export type Block = { readonly header: BlockHeader; readonly payload: PayloadWithOutputs };

export interface BlockStore extends HeaderSource {
  /** Every header of a chain, orphans included. */
  headers(chain: ChainId): HeaderTree;
  payload(chain: ChainId, hash: Hash): PayloadWithOutputs | undefined;
  /** Adds a block whose parent is known. An existing block changes nothing. */
  add(block: Block): void;
  /** Where the line of a chain is kept: the blocks of the cut. */
  line(chain: ChainId): LineRows;
}

/** The hashes of the blocks of a chain in the cut, by height, without gaps. */
export interface LineRows {
  get(height: number): Hash | undefined;
  set(height: number, hash: Hash): void;
  remove(height: number): void;
  /** The height of the newest block; `undefined` if there is none. */
  top(): number | undefined;
  /** That of the oldest one. */
  bottom(): number | undefined;
}

/** Lines in memory. */
class MemoryLine implements LineRows {
  private readonly hashes = new Map<number, Hash>();

  get(height: number): Hash | undefined {
    return this.hashes.get(height);
  }

  set(height: number, hash: Hash): void {
    this.hashes.set(height, hash);
  }

  remove(height: number): void {
    this.hashes.delete(height);
  }

  top(): number | undefined {
    return this.most(Math.max);
  }

  bottom(): number | undefined {
    return this.most(Math.min);
  }

  private most(of: (left: number, right: number) => number): number | undefined {
    const [first, ...others] = this.hashes.keys();
    return first === undefined ? undefined : others.reduce((most, each) => of(most, each), first);
  }
}

export class MemoryBlocks implements BlockStore {
  private readonly trees = new Map<ChainId, HeaderTreeInMemory>();
  private readonly payloads = new Map<ChainId, Map<string, PayloadWithOutputs>>();
  private readonly lines = new Map<ChainId, MemoryLine>();

  /** `first`: the payloads of the first blocks. */
  constructor(network: Network, first: ReadonlyMap<ChainId, PayloadWithOutputs>) {
    for (const chain of chainsOf(network)) {
      const header = genesisHeader(network, chain);
      assert(header !== undefined, 'every chain of a network has a first block');
      this.trees.set(chain, new HeaderTreeInMemory(header));
      const payload = first.get(chain);
      const known =
        payload === undefined ? [] : [[toBase64Url(header.payloadHash), payload] as const];
      this.payloads.set(chain, new Map(known));
      this.lines.set(chain, new MemoryLine());
    }
  }

  headers(chain: ChainId): HeaderTree {
    return this.tree(chain);
  }

  payload(chain: ChainId, hash: Hash): PayloadWithOutputs | undefined {
    return this.payloads.get(chain)?.get(toBase64Url(hash));
  }

  add({ header, payload }: Block): void {
    this.payloads.get(header.chainId)?.set(toBase64Url(header.payloadHash), payload);
    this.addHeader(header);
  }

  addHeader(header: BlockHeader): void {
    const inserted = this.tree(header.chainId).insert(header);
    assert(inserted.ok, 'a block is added after its parent');
  }

  line(chain: ChainId): LineRows {
    const line = this.lines.get(chain);
    assert(line !== undefined, 'a chain of the network');
    return line;
  }

  find(chain: ChainId, hash: Hash): BlockHeader | undefined {
    return this.trees.get(chain)?.get(hash);
  }

  ancestor(header: BlockHeader, height: number): BlockHeader | undefined {
    let at: BlockHeader | undefined = header;
    while (at !== undefined && at.height > height) at = this.find(at.chainId, at.parent);
    return at?.height === height ? at : undefined;
  }

  private tree(chain: ChainId): HeaderTreeInMemory {
    const tree = this.trees.get(chain);
    assert(tree !== undefined, 'a chain of the network');
    return tree;
  }
}

/** Blocks that are held as objects; at most twice this number. */
const maxHeld = 32;

/** The blocks of a chain in the cut, by height. */
export abstract class LineView {
  /** The height of the first block. */
  readonly lowest: number;
  protected readonly rows: LineRows;
  /** Returns the header of a block of the chain. */
  protected readonly find: (hash: Hash) => BlockHeader | undefined;

  constructor(
    lowest: number,
    { rows, find }: { readonly rows: LineRows; readonly find: LineView['find'] },
  ) {
    this.lowest = lowest;
    this.rows = rows;
    this.find = find;
  }

  /** The newest block. */
  abstract get head(): BlockHeader;

  /** The height of the newest block. */
  protected abstract get top(): number;

  /** Returns `undefined` above the head and below the first block. */
  at(height: number): BlockHeader | undefined {
    const hash = this.hashAt(height);
    return hash && this.find(hash);
  }

  has({ height, hash }: BlockHeader): boolean {
    const own = this.hashAt(height);
    return own !== undefined && equalBytes(own, hash);
  }

  protected isWithin(height: number): boolean {
    return Number.isInteger(height) && height >= this.lowest && height <= this.top;
  }

  private hashAt(height: number): Hash | undefined {
    return this.isWithin(height) ? this.rows.get(height) : undefined;
  }
}

/** The line that the engine changes. */
export class ChainLine extends LineView {
  /** The newest blocks, ascending. */
  private held: BlockHeader[];

  /** Continues the line of the rows. */
  constructor(first: BlockHeader, parts: ConstructorParameters<typeof LineView>[1]) {
    super(first.height, parts);
    const { rows } = parts;
    const top = rows.top();
    if (top === undefined) rows.set(first.height, first.hash);
    this.held = [top === undefined ? first : this.stored(top)];
  }

  get head(): BlockHeader {
    return this.held.at(-1) as BlockHeader;
  }

  override at(height: number): BlockHeader | undefined {
    if (!this.isWithin(height)) return undefined;
    const held = this.held[height - (this.top + 1 - this.held.length)];
    return held ?? this.stored(height);
  }

  push(header: BlockHeader): void {
    assert(equalBytes(header.parent, this.head.hash), 'a block is put on the head');
    this.rows.set(header.height, header.hash);
    if (this.held.length >= 2 * maxHeld) this.held = this.held.slice(-maxHeld);
    this.held.push(header);
  }

  /** Removes the blocks above a height, the highest first. */
  cutAbove(height: number): readonly BlockHeader[] {
    const above: BlockHeader[] = [];
    for (let at = this.head.height; at > height; at--) above.push(this.at(at) as BlockHeader);
    const head = this.at(this.head.height - above.length) as BlockHeader;
    for (const each of above) this.rows.remove(each.height);
    this.held = this.held.slice(0, Math.max(0, this.held.length - above.length));
    if (this.held.length === 0) this.held = [head];
    return above;
  }

  protected get top(): number {
    return this.head.height;
  }

  private stored(height: number): BlockHeader {
    const hash = this.rows.get(height);
    const header = hash && this.find(hash);
    assert(header !== undefined, 'the header of every block of the cut is kept');
    return header;
  }
}
