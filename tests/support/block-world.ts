// All blocks that nodes of a test make, and cuts of them as nodes send them.

import { toBase64Url } from '../../src/base/base64url.ts';
import { utf8 } from '../../src/base/bytes.ts';
import { extendCut, extensionOf, genesisCut, type Cut } from '../../src/chain/choice/cut.ts';
import { cutHashesOf } from '../../src/chain/choice/cut-hashes.ts';
import { HeaderTreeInMemory } from '../../src/chain/choice/header-tree.ts';
import { knownGraphs, type GraphName } from '../../src/chain/graph/chain-graph.ts';
import type { CutHashes } from '../../src/chain/model/cut-json.ts';
import type { BlockHeader, Hash } from '../../src/chain/model/header.ts';
import { makePayload, type PayloadData } from '../../src/chain/model/payload.ts';
import { word256Of } from '../../src/chain/model/binary.ts';
import { powHash } from '../../src/chain/model/block-hash.ts';
import { headerAbove, earliestTime, withNonce } from '../../src/chain/rules/next-header.ts';
import { chainsOf, genesisHeader, type Network } from '../../src/chain/rules/network.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { networkOn } from './header-web.ts';

export const syncNetwork = (graph: GraphName, changes: Partial<Network> = {}): Network => ({
  ...networkOn({ from: 0, graph: knownGraphs[graph] }),
  isPowDisabled: true,
  ...changes,
});

/** Blocks of all nodes of a test: what exists somewhere. */
export class BlockWorld {
  readonly network: Network;
  private readonly trees: ReadonlyMap<number, HeaderTreeInMemory>;
  private readonly payloads = new Map<string, PayloadData>();
  private made = 0;

  constructor(network: Network) {
    this.network = network;
    this.trees = new Map(
      chainsOf(network).map((chain) => [
        chain,
        new HeaderTreeInMemory(genesisHeader(network, chain)!),
      ]),
    );
  }

  readonly tree = (chain: number): HeaderTreeInMemory => this.trees.get(chain)!;

  get start(): Cut {
    return genesisCut(this.network);
  }

  payload(hash: Hash): PayloadData | undefined {
    return this.payloads.get(toBase64Url(hash));
  }

  /** Extends a cut by a valid block; `change` makes it another one. */
  mine(
    cut: Cut,
    chain: number,
    change: (header: BlockHeader) => BlockHeader = (same) => same,
  ): Cut {
    const extension = extensionOf(cut, chain);
    if (extension === undefined) throw new Error(`chain ${chain} must wait`);
    const { parent, adjacents } = extension;
    const made = makePayload({
      minerData: utf8(`block ${++this.made}`),
      coinbase: utf8('coinbase'),
      transactions: [],
    });
    const adjacentParents = adjacents.map(({ chainId, hash }) => this.found(chainId, hash));
    const creationTime = earliestTime({ parent, adjacentParents }) + this.network.blockDelay - 1n;
    const header = this.worked(
      change(
        headerAbove(this.network, {
          parent,
          adjacents,
          adjacentParents,
          payloadHash: made.payloadHash,
          creationTime,
        }),
      ),
    );
    this.payloads.set(toBase64Url(header.payloadHash), { ...made, kind: 'data', transactions: [] });
    this.tree(chain).insert(header);
    const extended = extendCut(cut, header);
    if (extended === undefined) throw new Error('a block that was mined on a cut extends it');
    return extended;
  }

  /** Adds a block to each chain, over and over. */
  grow(cut: Cut, heights: number): Cut {
    let at = cut;
    for (let i = 0; i < heights; i++) {
      for (const chain of cut.heads.keys()) at = this.mine(at, chain);
    }
    return at;
  }

  /** Mines the chains in turn. */
  mineAll(cut: Cut, chains: readonly number[]): Cut {
    return chains.reduce((at, chain) => this.mine(at, chain), cut);
  }

  /** Searches a nonce if the network needs one. */
  private worked(header: BlockHeader): BlockHeader {
    if (this.network.isPowDisabled) return header;
    let found = header;
    for (let nonce = 1n; word256Of(powHash(found)) > header.target; nonce++) {
      found = withNonce(header, nonce);
    }
    return found;
  }

  private found(chain: number, hash: Hash): BlockHeader {
    return this.tree(chain).get(hash) ?? genesisHeader(this.network, chain)!;
  }
}

export function wireCut(
  cut: Cut,
  attached: { readonly headers?: JsonObject; readonly payloads?: JsonObject } = {},
): CutHashes {
  return {
    ...cutHashesOf(cut),
    origin: '',
    headers: attached.headers ?? new Map(),
    payloads: attached.payloads ?? new Map(),
  };
}
