// Webs of headers for tests of fork choice: blocks that extend cuts, with hashes and weights but no proof of work.
import { toBase64Url } from '../../src/base/base64url.ts';
import {
  extensionOf,
  extendCut,
  genesisCut,
  minableChains,
  type Cut,
} from '../../src/chain/choice/cut.ts';
import { HeaderTreeInMemory } from '../../src/chain/choice/header-tree.ts';
import type { ChainGraph } from '../../src/chain/graph/chain-graph.ts';
import { blockHash } from '../../src/chain/model/block-hash.ts';
import type { BlockHeader } from '../../src/chain/model/header.ts';
import { weightAbove } from '../../src/chain/rules/difficulty.ts';
import { type Network, chainsOf, genesisHeader } from '../../src/chain/rules/network.ts';
import { testSingleton } from '../../src/chain/rules/networks/development.ts';

export const networkOn = (
  ...graphs: readonly { readonly from: number; readonly graph: ChainGraph }[]
): Network => ({
  ...testSingleton,
  graphs,
});

/** Extends a cut by a block on one of its chains. */
export function mined(
  cut: Cut,
  chain: number,
  { nonce = 0n, work = 1n }: { readonly nonce?: bigint; readonly work?: bigint } = {},
): { readonly header: BlockHeader; readonly cut: Cut } {
  const extension = extensionOf(cut, chain);
  if (extension === undefined) throw new Error(`chain ${chain} must wait`);
  const { parent, adjacents } = extension;
  const target = (2n ** 256n - 1n) / work;
  const content = {
    ...parent,
    parent: parent.hash,
    adjacents,
    target,
    nonce,
    height: parent.height + 1,
    creationTime: parent.creationTime + 1n,
    weight: weightAbove(parent, target),
  };
  const header = { ...content, hash: blockHash(content) };
  const extended = extendCut(cut, header);
  if (extended === undefined) throw new Error('a block that was mined on a cut extends it');
  return { header, cut: extended };
}

/** The header trees of a network, which keep all blocks. */
export class HeaderWeb {
  readonly network: Network;
  private readonly byChain: ReadonlyMap<number, HeaderTreeInMemory>;

  constructor(network: Network) {
    this.network = network;
    this.byChain = new Map(
      chainsOf(network).map((chain) => [
        chain,
        new HeaderTreeInMemory(genesisHeader(network, chain)!),
      ]),
    );
  }

  readonly tree = (chain: number): HeaderTreeInMemory => this.byChain.get(chain)!;

  get start(): Cut {
    return genesisCut(this.network);
  }

  mine(cut: Cut, chain: number, options: Parameters<typeof mined>[2] = {}): Cut {
    const { header, cut: extended } = mined(cut, chain, options);
    const inserted = this.tree(chain).insert(header);
    if (!inserted.ok) throw new Error(inserted.fault);
    return extended;
  }

  /** Adds `steps` blocks; `choose` selects each chain by an index below the number of chains that can be extended. */
  grow(cut: Cut, steps: number, choose: (below: number) => number): Cut {
    let at = cut;
    for (let i = 0; i < steps; i++) {
      const chains = minableChains(at);
      const chain = chains[choose(chains.length)]!;
      at = this.mine(at, chain, { nonce: BigInt(choose(1 << 30)), work: BigInt(1 + choose(3)) });
    }
    return at;
  }
}

export const hashesOf = ({ heads }: Cut): readonly string[] =>
  [...heads].map(([chain, { hash }]) => `${chain} ${toBase64Url(hash)}`);
