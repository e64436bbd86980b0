// The blocks of a node on disk: headers, payloads with outputs and the lines of the cut, in one environment. Payloads that
// were made or read recently are in a cache of limited size; the least recently used one is dropped first.

import { assert } from '../../base/assert.ts';
import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { ancestorAt, type HeaderTree } from '../../chain/choice/header-tree.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { type Network, chainsOf, genesisHeader } from '../../chain/rules/network.ts';
import type { DiskTable, Environment } from '../../storage/disk/index.ts';
import { StoreFault } from '../../storage/entries/index.ts';
import type { Block, BlockStore, LineRows } from '../engine/blocks.ts';
import { hashKey } from './block-keys.ts';
import { payloadBytes, readPayloadBytes } from './payload-bytes.ts';
import { StoredHeaders, StoredLine } from './stored-headers.ts';

/** The tables that blocks need in their environment. */
export const blockTables = ['headers', 'order', 'lines', 'payloads'] as const;

type StoredBlocksParts = {
  readonly environment: Environment;
  readonly network: Network;
  readonly cacheBytes: number;
};

type Chain = {
  readonly first: BlockHeader;
  readonly headers: StoredHeaders;
  readonly line: StoredLine;
};

export class StoredBlocks implements BlockStore {
  private readonly chains = new Map<ChainId, Chain>();
  private readonly payloads: DiskTable;
  private readonly cache: PayloadCache;

  constructor({ environment, network, cacheBytes }: StoredBlocksParts) {
    this.payloads = environment.table('payloads');
    for (const chain of chainsOf(network)) {
      const first = genesisHeader(network, chain);
      assert(first !== undefined, 'every chain of a network has a first block');
      const headers = new StoredHeaders(environment, chain);
      this.chains.set(chain, { first, headers, line: new StoredLine(environment, chain) });
    }
    this.cache = new PayloadCache(cacheBytes);
  }

  /** Adds the first blocks, which are not stored yet. */
  begin(payloads: ReadonlyMap<ChainId, PayloadWithOutputs>): void {
    for (const [chain, { first: header, headers, line }] of this.chains) {
      const payload = payloads.get(chain);
      headers.insert(header);
      if (payload !== undefined) this.add({ header, payload });
      line.set(header.height, header.hash);
    }
  }

  /** Begins the lines of their chains with trusted headers, one of each chain. */
  beginAt(trusted: Iterable<BlockHeader>): void {
    for (const header of trusted) {
      const { headers, line } = this.chain(header.chainId);
      headers.insert(header);
      line.set(header.height, header.hash);
    }
  }

  headers(chain: ChainId): HeaderTree {
    return this.chain(chain).headers;
  }

  line(chain: ChainId): LineRows {
    return this.chain(chain).line;
  }

  payload(chain: ChainId, hash: Hash): PayloadWithOutputs | undefined {
    const place = placeOf(chain, hash);
    const held = this.cache.get(place);
    if (held !== undefined) return held;
    const bytes = this.payloads.get(hashKey(chain, hash));
    if (bytes === undefined) return undefined;
    const payload = readPayloadBytes(bytes);
    if (payload === undefined || !equalBytes(payload.payloadHash, hash)) {
      const text = toBase64Url(hash);
      throw new StoreFault('damaged', `the payload ${text} cannot be read from the disk`);
    }
    this.cache.set(place, payload);
    return payload;
  }

  add({ header, payload }: Block): void {
    const { chainId, payloadHash } = header;
    const isNew = this.chain(chainId).headers.insert(header);
    if (isNew || this.payload(chainId, payloadHash) === undefined) {
      this.payloads.put(hashKey(chainId, payloadHash), payloadBytes(payload));
    }
    this.cache.set(placeOf(chainId, payloadHash), payload);
  }

  /** Adds a header whose parent is known, without its payload. */
  addHeader(header: BlockHeader): void {
    this.chain(header.chainId).headers.insert(header);
  }

  /** Returns the headers of a height, orphans included. */
  headersAt(chain: ChainId, height: number): Iterable<BlockHeader> {
    return this.chain(chain).headers.at(height);
  }

  /** Removes the payloads of all blocks of a height. */
  prune(chain: ChainId, height: number): void {
    for (const { payloadHash } of this.chain(chain).headers.at(height)) {
      this.payloads.remove(hashKey(chain, payloadHash));
      this.cache.delete(placeOf(chain, payloadHash));
    }
  }

  find(chain: ChainId, hash: Hash): BlockHeader | undefined {
    return this.chains.get(chain)?.headers.get(hash);
  }

  ancestor(header: BlockHeader, height: number): BlockHeader | undefined {
    const known = this.chains.get(header.chainId);
    if (known === undefined) return undefined;
    // Most headers are in the cut, whose blocks are found by height.
    const inLine = known.line.get(header.height);
    if (inLine === undefined || !equalBytes(inLine, header.hash) || height > header.height) {
      return ancestorAt(known.headers, header, height);
    }
    const hash = known.line.get(height);
    return hash && known.headers.get(hash);
  }

  private chain(id: ChainId): Chain {
    const chain = this.chains.get(id);
    assert(chain !== undefined, 'a chain of the network');
    return chain;
  }
}

/** The key of a payload in the cache. */
const placeOf = (chain: ChainId, hash: Hash): string => `${chain} ${toBase64Url(hash)}`;

class PayloadCache {
  private readonly max: number;
  private readonly byKey = new Map<string, PayloadWithOutputs>();
  private held = 0;

  /** `max`: the size of all texts in bytes. */
  constructor(max: number) {
    this.max = max;
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
