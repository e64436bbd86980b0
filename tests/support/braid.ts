// Chains that refer to each other, built block by block without proof of work, for tests of proofs.
import { utf8 } from '../../src/base/bytes.ts';
import { ChainGraph } from '../../src/chain/graph/chain-graph.ts';
import { blockHash, genesisParentHash } from '../../src/chain/model/block-hash.ts';
import type { BlockHeader } from '../../src/chain/model/header.ts';
import { makePayload, type PayloadWithOutputs } from '../../src/chain/model/payload.ts';
import type { Network } from '../../src/chain/rules/network.ts';
import type { ProofSource } from '../../src/chain/spv/create-proof.ts';
import { HeadersByHash } from '../../src/chain/spv/header-source.ts';
import { toBase64Url } from '../../src/base/base64url.ts';

/** The output of a transaction as a string. */
export type BraidBlock = readonly string[];

export class Braid implements ProofSource {
  readonly network: Pick<Network, 'graphs' | 'code'>;
  readonly headers = new HeadersByHash();
  private readonly payloads = new Map<string, PayloadWithOutputs>();
  private heads: readonly BlockHeader[];

  constructor(graph: ChainGraph, code = 0x99) {
    this.network = { graphs: [{ from: 0, graph }], code };
    this.heads = graph.neighbours.map((_, chain) => this.block(chain, undefined, []));
  }

  get height(): number {
    return this.heads[0]!.height;
  }

  get graph(): ChainGraph {
    return this.network.graphs[0]!.graph;
  }

  head(chain: number): BlockHeader {
    return this.heads[chain]!;
  }

  find(chain: number, hash: Uint8Array): BlockHeader | undefined {
    return this.headers.find(chain, hash);
  }

  ancestor(header: BlockHeader, height: number): BlockHeader | undefined {
    return this.headers.ancestor(header, height);
  }

  payload(header: BlockHeader): PayloadWithOutputs | undefined {
    return this.payloads.get(toBase64Url(header.payloadHash));
  }

  /** Adds one block to every chain, with these outputs by chain. */
  grow(outputs: ReadonlyMap<number, BraidBlock> = new Map(), nonce = 0n): void {
    this.heads = this.heads.map((parent, chain) =>
      this.block(chain, parent, outputs.get(chain) ?? [], nonce),
    );
  }

  growBy(count: number): void {
    for (let i = 0; i < count; i++) this.grow();
  }

  /** Resets the cut to these heads; blocks built since then stay known. */
  rewind(heads: readonly BlockHeader[]): void {
    this.heads = heads;
  }

  get cut(): readonly BlockHeader[] {
    return this.heads;
  }

  private block(
    chain: number,
    parent: BlockHeader | undefined,
    outputs: BraidBlock,
    nonce = 0n,
  ): BlockHeader {
    const { code } = this.network;
    const height = parent === undefined ? 0 : parent.height + 1;
    const payload = makePayload({
      minerData: utf8('{}'),
      coinbase: utf8(`coinbase ${chain} ${height}`),
      transactions: outputs.map((output, i) => ({
        input: utf8(`transaction ${i}`),
        output: utf8(output),
      })),
    });
    const header = {
      forkState: 0n,
      creationTime: BigInt(height) * 30_000_000n,
      parent: parent?.hash ?? genesisParentHash(code, chain),
      adjacents: this.graph.adjacentTo(chain).map((chainId) => ({
        chainId,
        hash: parent === undefined ? genesisParentHash(code, chainId) : this.head(chainId).hash,
      })),
      target: 2n ** 256n - 1n,
      payloadHash: payload.payloadHash,
      chainId: chain,
      weight: BigInt(height),
      height,
      networkCode: code,
      epochStart: 0n,
      nonce,
    };
    const block = { ...header, hash: blockHash(header) };
    this.headers.add(block);
    this.payloads.set(toBase64Url(payload.payloadHash), payload);
    return block;
  }
}
