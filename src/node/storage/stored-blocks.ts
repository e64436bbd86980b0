// The blocks of a node on disk: headers and payloads are read when they are requested, recent ones from a cache of
// limited size; the least recently used one is dropped first.

import { assert } from '../../base/assert.ts';
import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { HashTable } from '../../base/hash-table.ts';
import { ancestorAt, type HeaderTree } from '../../chain/choice/header-tree.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { type Network, chainsOf, genesisHeader } from '../../chain/rules/network.ts';
import { PagedRows, type Aside } from '../../storage/entries/index.ts';
import type { Block, BlockStore } from '../engine/blocks.ts';
import { PackedHeaders } from './packed-headers.ts';
import type { RecordPlace } from './segment.ts';

export type PayloadPlace = { readonly segment: number; readonly place: RecordPlace };

type StoredBlocksParts = {
  readonly network: Network;
  readonly first: ReadonlyMap<ChainId, PayloadWithOutputs>;
  readonly cacheBytes: number;
  /** Storage for headers and positions of payloads, except the newest. */
  readonly aside: Aside;
  /** Returns the payloads of the blocks of a record; none if it cannot be read. */
  readonly read: (at: PayloadPlace) => readonly PayloadWithOutputs[];
};

type Chain = {
  readonly first: PayloadWithOutputs | undefined;
  readonly headers: PackedHeaders;
  /** By the hash of the payload: see `placeBytes`. */
  readonly places: HashTable;
};

export class StoredBlocks implements BlockStore {
  private readonly chains = new Map<ChainId, Chain>();
  /** Payloads of blocks that are in no record yet. */
  private readonly pending = new Map<string, PayloadWithOutputs>();
  private readonly cache: PayloadCache;
  private readonly read: StoredBlocksParts['read'];

  constructor({ network, first, cacheBytes, aside, read }: StoredBlocksParts) {
    const rowsOf = (width: number) => new PagedRows(width, aside);
    const degree = Math.max(...network.graphs.map(({ graph }) => graph.degree));
    for (const chain of chainsOf(network)) {
      const header = genesisHeader(network, chain);
      assert(header !== undefined, 'every chain of a network has a first block');
      this.chains.set(chain, {
        first: first.get(chain),
        headers: new PackedHeaders(header, degree, rowsOf),
        places: new HashTable(placeBytes, rowsOf),
      });
    }
    this.cache = new PayloadCache(cacheBytes);
    this.read = read;
  }

  headers(chain: ChainId): HeaderTree {
    return this.chain(chain).headers;
  }

  payload(chain: ChainId, hash: Hash): PayloadWithOutputs | undefined {
    const key = toBase64Url(hash);
    const held = this.pending.get(key) ?? this.cache.get(key);
    if (held !== undefined) return held;
    const known = this.chains.get(chain);
    const at = known && placeIn(known.places.get(hash));
    if (at === undefined) return known?.first && ifHashed(known.first, hash);
    const payload = this.read(at).find(({ payloadHash }) => equalBytes(payloadHash, hash));
    if (payload !== undefined) this.cache.set(key, payload);
    return payload;
  }

  /** Returns whether the payload has been stored until now. */
  hasPayload({ chainId, payloadHash }: BlockHeader): boolean {
    const { places, first } = this.chain(chainId);
    if (this.pending.has(toBase64Url(payloadHash))) return true;
    if (placeIn(places.get(payloadHash)) !== undefined) return true;
    return first !== undefined && ifHashed(first, payloadHash) !== undefined;
  }

  add({ header, payload }: Block): void {
    this.addHeader(header);
    if (!this.hasPayload(header)) this.pending.set(toBase64Url(header.payloadHash), payload);
  }

  addHeader(header: BlockHeader): void {
    this.chain(header.chainId).headers.insert(header);
  }

  /** The payload is in a record now. */
  isAt({ chainId, payloadHash }: BlockHeader, at: PayloadPlace): void {
    this.chain(chainId).places.set(payloadHash, bytesOfPlace(at));
    const key = toBase64Url(payloadHash);
    const payload = this.pending.get(key);
    this.pending.delete(key);
    if (payload !== undefined) this.cache.set(key, payload);
  }

  /** No record contains it any more. */
  isPruned({ chainId, payloadHash }: BlockHeader): void {
    const { places } = this.chain(chainId);
    if (places.find(payloadHash) !== undefined) places.set(payloadHash, noPlace);
    this.cache.delete(toBase64Url(payloadHash));
  }

  find(chain: ChainId, hash: Hash): BlockHeader | undefined {
    return this.chains.get(chain)?.headers.get(hash);
  }

  ancestor(header: BlockHeader, height: number): BlockHeader | undefined {
    const known = this.chains.get(header.chainId);
    return known && ancestorAt(known.headers, header, height);
  }

  private chain(id: ChainId): Chain {
    const chain = this.chains.get(id);
    assert(chain !== undefined, 'a chain of the network');
    return chain;
  }
}

function ifHashed(payload: PayloadWithOutputs, hash: Hash): PayloadWithOutputs | undefined {
  return equalBytes(payload.payloadHash, hash) ? payload : undefined;
}

/** The number of the file (4), the start of the record in it (8), and its length (4): 0 if the payload was pruned. */
const placeBytes = 16;
const noPlace = new Uint8Array(placeBytes);

function bytesOfPlace({ segment, place: { start, length } }: PayloadPlace): Uint8Array {
  const bytes = new Uint8Array(placeBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, segment);
  view.setFloat64(4, start);
  view.setUint32(12, length);
  return bytes;
}

function placeIn(bytes: Uint8Array | undefined): PayloadPlace | undefined {
  if (bytes === undefined) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const length = view.getUint32(12);
  if (length === 0) return undefined;
  return { segment: view.getUint32(0), place: { start: view.getFloat64(4), length } };
}

class PayloadCache {
  private readonly max: number;
  private readonly byKey = new Map<string, PayloadWithOutputs>();
  private held = 0;

  /** `most`: the size of all texts in bytes. */
  constructor(max: number) {
    this.max = max;
  }

  get bytes(): number {
    return this.held;
  }

  get(key: string): PayloadWithOutputs | undefined {
    const payload = this.byKey.get(key);
    if (payload === undefined) return undefined;
    this.byKey.delete(key);
    this.byKey.set(key, payload);
    return payload;
  }

  set(key: string, payload: PayloadWithOutputs): void {
    this.delete(key);
    this.byKey.set(key, payload);
    this.held += sizeOf(payload);
    for (const [oldest, each] of this.byKey) {
      if (this.held <= this.max) return;
      this.byKey.delete(oldest);
      this.held -= sizeOf(each);
    }
  }

  delete(key: string): void {
    const payload = this.byKey.get(key);
    if (payload === undefined) return;
    this.byKey.delete(key);
    this.held -= sizeOf(payload);
  }
}

/** The size of a payload, with the overhead of its parts. */
function sizeOf({ minerData, coinbase, transactions }: PayloadWithOutputs): number {
  let size = 1000 + minerData.length + coinbase.length;
  for (const { input, output } of transactions) size += 400 + input.length + output.length;
  return size;
}
