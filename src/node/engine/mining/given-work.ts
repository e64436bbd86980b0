// Work that was handed out to miners, by payload hash. Its blocks are dropped as soon as they cannot be added any more; of
// those only the header is kept, to tell a late solution from an invented one. If there is too much, the oldest work of
// the client with the most is dropped, and work of miners that have solved some before comes last.

import { toBase64Url } from '../../../base/base64url.ts';
import type { Client } from '../../../base/client.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import type { BlockHeader, Micros } from '../../../chain/model/header.ts';
import type { Candidate } from '../engine.ts';

export type GivenWork = {
  readonly candidate: Candidate;
  /** The miner as bytes of a payload, in base64url. */
  readonly miner: string;
  readonly client: Client;
  /** The number of transactions that had arrived when the block was built. */
  readonly arrivals: number;
  readonly since: Micros;
  readonly bytes: number;
};

export type FoundWork =
  | { readonly kind: 'current'; readonly work: GivenWork }
  /** The cut has moved on. */
  | { readonly kind: 'stale'; readonly header: BlockHeader };

type StaleWork = { readonly header: BlockHeader; readonly since: Micros };

type GivenWorkParts = {
  readonly limits: {
    readonly workItems: number;
    readonly workBytes: number;
    readonly workMicros: bigint;
    readonly staleItems: number;
  };
  /** Whether a miner has solved work before. */
  readonly isProven: (miner: string) => boolean;
};

export class AllGivenWork {
  private readonly parts: GivenWorkParts;
  /** By payload hash, the oldest first. */
  private readonly works = new Map<string, GivenWork>();
  /** The newest work of each miner on each chain. */
  private readonly newest = new Map<string, GivenWork>();
  /** Headers of work whose block cannot be added any more, the oldest first. */
  private readonly stale = new Map<string, StaleWork>();
  private bytes = 0;

  constructor(parts: GivenWorkParts) {
    this.parts = parts;
  }

  /** The number of blocks that may still be added. */
  get size(): number {
    return this.works.size;
  }

  get usedBytes(): number {
    return this.bytes;
  }

  /** Returns the newest work of a miner on a chain. */
  newestOf(miner: string, chain: ChainId): GivenWork | undefined {
    return this.newest.get(placeOf(miner, chain));
  }

  add(work: GivenWork): void {
    const { limits } = this.parts;
    const key = keyOf(work.candidate.header);
    this.drop(key);
    this.stale.delete(key);
    this.works.set(key, work);
    this.newest.set(placeOf(work.miner, work.candidate.chain), work);
    this.bytes += work.bytes;
    while (
      this.works.size > limits.workItems ||
      (this.bytes > limits.workBytes && this.works.size > 1)
    ) {
      this.drop(this.leastMissed(key));
    }
  }

  /** Finds the work of a solution. */
  find(header: Pick<BlockHeader, 'payloadHash'>): FoundWork | undefined {
    const key = keyOf(header);
    const work = this.works.get(key);
    if (work !== undefined) return { kind: 'current', work };
    const stale = this.stale.get(key);
    return stale && { kind: 'stale', header: stale.header };
  }

  /** Removes work that is solved. */
  remove(header: Pick<BlockHeader, 'payloadHash'>): void {
    const key = keyOf(header);
    this.drop(key);
    this.stale.delete(key);
  }

  /** Drops the blocks of work that cannot be added any more. */
  dropStale(isFresh: (candidate: Candidate) => boolean): void {
    const { limits } = this.parts;
    for (const [key, { candidate, since }] of this.works) {
      if (isFresh(candidate)) continue;
      this.drop(key);
      this.stale.set(key, { header: candidate.header, since });
    }
    for (const key of this.stale.keys()) {
      if (this.stale.size <= limits.staleItems) break;
      this.stale.delete(key);
    }
  }

  dropOld(now: Micros): void {
    const oldest = now - this.parts.limits.workMicros;
    for (const [key, { since }] of this.works) {
      if (since >= oldest) break;
      this.drop(key);
    }
    for (const [key, { since }] of this.stale) if (since < oldest) this.stale.delete(key);
  }

  private drop(key: string): void {
    const work = this.works.get(key);
    if (work === undefined) return;
    this.works.delete(key);
    this.bytes -= work.bytes;
    const place = placeOf(work.miner, work.candidate.chain);
    if (this.newest.get(place) === work) this.newest.delete(place);
  }

  /** Returns the oldest work of the client with the most on the network with the most, but not `except`. */
  private leastMissed(except: string): string {
    const counts = new Map<string | Client, number>();
    for (const { client } of this.works.values()) {
      counts.set(client, (counts.get(client) ?? 0) + 1);
      counts.set(client.network, (counts.get(client.network) ?? 0) + 1);
    }
    const rankOf = ({ miner, client }: GivenWork): readonly number[] => [
      this.parts.isProven(miner) ? 0 : 1,
      counts.get(client.network) ?? 0,
      counts.get(client) ?? 0,
    ];
    let [found, rank]: [string, readonly number[]] = [except, []];
    for (const [key, work] of this.works) {
      const own = rankOf(work);
      if (key !== except && (found === except || isAbove(own, rank))) [found, rank] = [key, own];
    }
    return found;
  }
}

const keyOf = ({ payloadHash }: Pick<BlockHeader, 'payloadHash'>): string =>
  toBase64Url(payloadHash);

const placeOf = (miner: string, chain: ChainId): string => `${chain} ${miner}`;

function isAbove(left: readonly number[], right: readonly number[]): boolean {
  const at = left.findIndex((each, i) => each !== right[i]);
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}

/** Returns the bytes of a block that waits for its nonce: its payload, and about as much for what it changes. */
export function bytesOf({ built: { payload } }: Candidate): number {
  let bytes = payload.coinbase.length;
  for (const { input, output } of payload.transactions) bytes += input.length + output.length;
  return 2 * bytes;
}
