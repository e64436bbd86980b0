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
import { ByteRows } from '../../base/hash-table.ts';
import { equalBytes } from '../../base/bytes.ts';

export type Block = { readonly header: BlockHeader; readonly payload: PayloadWithOutputs };

export interface BlockStore extends HeaderSource {
  /** Every header of a chain, orphans included. */
  headers(chain: ChainId): HeaderTree;
  payload(chain: ChainId, hash: Hash): PayloadWithOutputs | undefined;
  /** Adds a block whose parent is known. An existing block changes nothing. */
  add(block: Block): void;
}

export class MemoryBlocks implements BlockStore {
  private readonly trees = new Map<ChainId, HeaderTreeInMemory>();
  private readonly payloads = new Map<ChainId, Map<string, PayloadWithOutputs>>();

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
    if (this.held.length >= 2 * maxHeld) this.held = this.held.slice(-maxHeld);
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
