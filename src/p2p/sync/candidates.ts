// Headers and payloads of blocks that are not executed yet, and perhaps never will be. Both pools are bounded, and no peer
// fills more than a quarter. Whoever needs an entry for longer keeps it himself.

import { toBase64Url } from '../../base/base64url.ts';
import type { Clock } from '../../base/ports/time.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PayloadData } from '../../chain/model/payload.ts';
import type { PeerKey } from '../address/peer-info.ts';
import { poolLimits } from './limits.ts';

/** `isValid`: all rules of headers hold, not only those that need no parents. */
export type KnownHeader = { readonly header: BlockHeader; readonly isValid: boolean };

/** Entries by key, the oldest first; each belongs to a peer, or to nobody. */
class SharedPool<Item> {
  private readonly entries = new Map<
    string,
    {
      readonly item: Item;
      readonly size: number;
      readonly from: PeerKey | undefined;
      readonly atMs: number;
    }
  >();
  private readonly bounds: { readonly total: number; readonly ofPeer: number };
  private readonly sizeOf: (item: Item) => number;
  private readonly shares = new Map<PeerKey, { readonly keys: Set<string>; size: number }>();
  private total = 0;

  constructor(
    bounds: { readonly total: number; readonly ofPeer: number },
    sizeOf: (item: Item) => number,
  ) {
    this.bounds = bounds;
    this.sizeOf = sizeOf;
  }

  get size(): number {
    return this.total;
  }

  get(key: string): Item | undefined {
    return this.entries.get(key)?.item;
  }

  put(
    key: string,
    item: Item,
    { from, nowMs }: { from: PeerKey | undefined; nowMs: number },
  ): void {
    const size = this.sizeOf(item);
    this.remove(key);
    if (size > this.bounds.ofPeer) return;
    if (from !== undefined) this.makeRoomFor(from, size);
    for (const other of this.entries.keys()) {
      if (this.total + size <= this.bounds.total) break;
      this.remove(other);
    }
    this.entries.set(key, { item, size, from, atMs: nowMs });
    this.total += size;
    if (from === undefined) return;
    const share = this.shares.get(from) ?? { keys: new Set<string>(), size: 0 };
    share.keys.add(key);
    share.size += size;
    this.shares.set(from, share);
  }

  remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.total -= entry.size;
    const share = entry.from === undefined ? undefined : this.shares.get(entry.from);
    if (share === undefined || entry.from === undefined) return;
    share.keys.delete(key);
    share.size -= entry.size;
    if (share.keys.size === 0) this.shares.delete(entry.from);
  }

  /** Removes what is older. */
  prune(beforeMs: number): void {
    for (const [key, { atMs }] of this.entries) {
      if (atMs >= beforeMs) return;
      this.remove(key);
    }
  }

  /** Removes the oldest entries of a peer until it may add more. */
  private makeRoomFor(peer: PeerKey, size: number): void {
    const share = this.shares.get(peer);
    if (share === undefined) return;
    for (const key of share.keys) {
      if (share.size + size <= this.bounds.ofPeer) return;
      this.remove(key);
    }
  }
}

export class Candidates {
  private readonly clock: Clock;
  private readonly headers = new SharedPool<KnownHeader>(
    { total: poolLimits.headers, ofPeer: poolLimits.headersOfPeer },
    () => 1,
  );
  private readonly verified = new Map<string, BlockHeader>();
  private readonly payloads = new SharedPool<PayloadData>(
    { total: poolLimits.payloadBytes, ofPeer: poolLimits.payloadBytesOfPeer },
    payloadSize,
  );

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get counts(): { readonly headers: number; readonly payloadBytes: number } {
    return { headers: this.headers.size, payloadBytes: this.payloads.size };
  }

  header(hash: Hash): KnownHeader | undefined {
    const key = toBase64Url(hash);
    const verified = this.verified.get(key);
    return verified === undefined ? this.headers.get(key) : { header: verified, isValid: true };
  }

  /** A valid header of a long way, which is kept until its block is stored or the way is given up. */
  addVerified(header: BlockHeader): void {
    this.verified.set(toBase64Url(header.hash), header);
  }

  get verifiedHeaders(): number {
    return this.verified.size;
  }

  dropVerified(): void {
    this.verified.clear();
  }

  /** A header that is known to be valid stays so. */
  addHeader(header: BlockHeader, of: { readonly from?: PeerKey; readonly isValid: boolean }): void {
    const key = toBase64Url(header.hash);
    const isValid = of.isValid || this.headers.get(key)?.isValid === true;
    this.headers.put(key, { header, isValid }, { from: of.from, nowMs: this.clock.nowMs() });
  }

  payload(payloadHash: Hash): PayloadData | undefined {
    return this.payloads.get(toBase64Url(payloadHash));
  }

  /** The caller has compared its hashes. */
  addPayload(payload: PayloadData, from: PeerKey): void {
    const key = toBase64Url(payload.payloadHash);
    this.payloads.put(key, payload, { from, nowMs: this.clock.nowMs() });
  }

  /** Forgets blocks that are stored now, and old ones. */
  settle(stored: readonly BlockHeader[]): void {
    for (const { hash, payloadHash } of stored) {
      const key = toBase64Url(hash);
      this.headers.remove(key);
      this.verified.delete(key);
      this.payloads.remove(toBase64Url(payloadHash));
    }
    const beforeMs = this.clock.nowMs() - poolLimits.keptMs;
    this.headers.prune(beforeMs);
    this.payloads.prune(beforeMs);
  }
}

/** With what objects take besides the bytes. */
export function payloadSize({ transactions, minerData }: PayloadData): number {
  let bytes = 512 + minerData.length;
  for (const transaction of transactions) bytes += 128 + transaction.length;
  return bytes;
}
