// Where the blocks of a node are stored: headers as trees by chain, payloads with their outputs. The engine writes a
// block before it adds it to a cut. This store keeps everything in memory; the one on disk has the same interface.

import { toBase64Url } from '../../base/base64url.ts';
import { HeaderTreeInMemory, type HeaderTree } from '../../chain/choice/header-tree.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { type Network, chainsOf, genesisHeader } from '../../chain/rules/network.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';
import { assert } from '../../base/assert.ts';

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
