// Transactions of one chain that wait for a block: highest gas price first, and of the same price the one that came
// first. Each leaves when it is in a block, when its time is over, when it turns out to be invalid, or when the pool is full
// and a better one comes.
// Source: Chainweb/Mempool/InMem.hs, InMemTypes.hs (`Down` of the gas price).

import { countLeading } from '../../base/binary-search.ts';
import type { KnownTransaction } from '../../chain/blocks/index.ts';
import type { Micros } from '../../chain/model/header.ts';
import { BadList } from './bad-list.ts';
import { mempoolLimits } from './limits.ts';
import { RecentKeys } from './recent-keys.ts';
import { expiryOf, priceUnits } from './times-and-prices.ts';

export type MempoolLimits = { readonly transactions: number; readonly bytes: number };

type Pending = {
  readonly known: KnownTransaction;
  readonly expiry: Micros;
  readonly price: bigint;
};

/** The transactions of one price, in the order in which they came. */
type Level = { readonly price: bigint; readonly keys: Set<string> };

export type Added = 'added' | 'known' | 'full';

export class Mempool {
  readonly bad = new BadList(mempoolLimits.badKeys);
  readonly recent: RecentKeys;
  private readonly limits: MempoolLimits;
  private readonly byKey = new Map<string, Pending>();
  /** Descending. */
  private readonly levels: Level[] = [];
  private readonly listeners = new Set<() => void>();
  private bytes = 0;

  /** `nonce`: of this process, 64 bits. */
  constructor(nonce: bigint, limits: MempoolLimits = mempoolLimits) {
    this.limits = limits;
    this.recent = new RecentKeys(nonce, mempoolLimits.recent);
  }

  get size(): number {
    return this.byKey.size;
  }

  /** Bytes of what waits: zero again once nothing does. */
  get heldBytes(): number {
    return this.bytes;
  }

  has(requestKey: string): boolean {
    return this.byKey.has(requestKey);
  }

  get(requestKey: string): KnownTransaction | undefined {
    return this.byKey.get(requestKey)?.known;
  }

  keys(): Iterable<string> {
    return this.byKey.keys();
  }

  /** `full`: there is no room, and none of a lower price to give up. */
  add(known: KnownTransaction): Added {
    const { requestKey, bytes, transaction } = known;
    if (this.byKey.has(requestKey)) return 'known';
    const { meta } = transaction.payload;
    const price = priceUnits(meta.gasPrice);
    if (!this.makeRoom(bytes.length, price)) return 'full';
    this.byKey.set(requestKey, { known, price, expiry: expiryOf(meta) });
    this.levelOf(price).keys.add(requestKey);
    this.bytes += bytes.length;
    this.recent.add(requestKey);
    for (const listener of this.listeners) listener();
    return 'added';
  }

  /** Told of each transaction that comes in; the answer ends it. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  remove(requestKey: string): boolean {
    const pending = this.byKey.get(requestKey);
    if (pending === undefined) return false;
    this.byKey.delete(requestKey);
    this.bytes -= pending.known.bytes.length;
    const at = this.indexOf(pending.price);
    const level = this.levels[at];
    level?.keys.delete(requestKey);
    if (level?.keys.size === 0) this.levels.splice(at, 1);
    return true;
  }

  /** It never had a place in a block: it is given up, and not taken again until then. */
  refuse(requestKey: string, until: Micros): void {
    this.remove(requestKey);
    this.bad.add(requestKey, until);
  }

  /** Gives up what is too old at this time. */
  expire(now: Micros): void {
    for (const [key, { expiry }] of this.byKey) if (expiry <= now) this.remove(key);
    this.bad.expire(now);
  }

  /** What a block is made of, the best first. The pool may change meanwhile. */
  *offered(most: number): Iterable<KnownTransaction> {
    let count = 0;
    for (const { keys } of [...this.levels]) {
      for (const key of [...keys]) {
        if (count++ >= most) return;
        const pending = this.byKey.get(key);
        if (pending !== undefined) yield pending.known;
      }
    }
  }

  private makeRoom(bytes: number, price: bigint): boolean {
    const { limits } = this;
    if (bytes > limits.bytes) return false;
    while (this.byKey.size >= limits.transactions || this.bytes + bytes > limits.bytes) {
      const lowest = this.levels.at(-1);
      if (lowest === undefined || lowest.price >= price) return false;
      // The one that came first ends first.
      const [oldest] = lowest.keys;
      if (oldest === undefined || !this.remove(oldest)) return false;
    }
    return true;
  }

  private levelOf(price: bigint): Level {
    const at = this.indexOf(price);
    const found = this.levels[at];
    if (found?.price === price) return found;
    const level = { price, keys: new Set<string>() };
    this.levels.splice(at, 0, level);
    return level;
  }

  /** Where the level of a price is, or belongs. */
  private indexOf(price: bigint): number {
    return countLeading(this.levels.length, (i) => (this.levels[i] as Level).price > price);
  }
}
