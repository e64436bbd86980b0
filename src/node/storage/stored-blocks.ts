// The blocks of a node that are on the disk: headers in memory, payloads read when they are asked for, the last ones
// from a cache of limited size.

import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { HeaderTree } from '../../chain/choice/header-tree.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import type { Network } from '../../chain/rules/network.ts';
import { MemoryBlocks, type Block, type BlockStore } from '../engine/block-store.ts';
import { PayloadCache } from './payload-cache.ts';
import type { RecordPlace } from './segment.ts';

export type PayloadPlace = { readonly segment: number; readonly place: RecordPlace };

export type StoredBlocksParts = {
  readonly network: Network;
  readonly first: ReadonlyMap<ChainId, PayloadWithOutputs>;
  readonly cacheBytes: number;
  /** The payloads of the blocks of a record; none where it cannot be read. */
  readonly read: (at: PayloadPlace) => readonly PayloadWithOutputs[];
};

export class StoredBlocks implements BlockStore {
  /** Headers, and the payloads of first blocks. */
  private readonly known: MemoryBlocks;
  private readonly places = new Map<ChainId, Map<string, PayloadPlace>>();
  /** Of blocks that no record holds yet. */
  private readonly pending = new Map<string, PayloadWithOutputs>();
  private readonly cache: PayloadCache;
  private readonly read: StoredBlocksParts['read'];

  constructor({ network, first, cacheBytes, read }: StoredBlocksParts) {
    this.known = new MemoryBlocks(network, first);
    this.cache = new PayloadCache(cacheBytes);
    this.read = read;
  }

  headers(chain: ChainId): HeaderTree {
    return this.known.headers(chain);
  }

  payload(chain: ChainId, hash: Hash): PayloadWithOutputs | undefined {
    const key = toBase64Url(hash);
    const held = this.pending.get(key) ?? this.cache.get(key);
    if (held !== undefined) return held;
    const at = this.places.get(chain)?.get(key);
    if (at === undefined) return this.known.payload(chain, hash);
    const payload = this.read(at).find(({ payloadHash }) => equalBytes(payloadHash, hash));
    if (payload !== undefined) this.cache.set(key, payload);
    return payload;
  }

  /** Whether the payload was kept until now. */
  hasPayload({ chainId, payloadHash }: BlockHeader): boolean {
    const key = toBase64Url(payloadHash);
    if (this.pending.has(key) || this.places.get(chainId)?.has(key) === true) return true;
    return this.known.payload(chainId, payloadHash) !== undefined;
  }

  add({ header, payload }: Block): void {
    this.known.addHeader(header);
    if (!this.hasPayload(header)) this.pending.set(toBase64Url(header.payloadHash), payload);
  }

  addHeader(header: BlockHeader): void {
    this.known.addHeader(header);
  }

  /** A record has the payload now. */
  isAt({ chainId, payloadHash }: BlockHeader, at: PayloadPlace): void {
    const key = toBase64Url(payloadHash);
    let places = this.places.get(chainId);
    if (places === undefined) this.places.set(chainId, (places = new Map<string, PayloadPlace>()));
    places.set(key, at);
    const payload = this.pending.get(key);
    this.pending.delete(key);
    if (payload !== undefined) this.cache.set(key, payload);
  }

  /** No record has it any more. */
  isPruned({ chainId, payloadHash }: BlockHeader): void {
    const key = toBase64Url(payloadHash);
    this.places.get(chainId)?.delete(key);
    this.cache.delete(key);
  }

  find(chain: ChainId, hash: Hash): BlockHeader | undefined {
    return this.known.find(chain, hash);
  }

  ancestor(header: BlockHeader, height: number): BlockHeader | undefined {
    return this.known.ancestor(header, height);
  }
}
