// Transactions of one chain that wait for a block: highest gas price first; for equal prices, the oldest first. A
// transaction is removed when it is in a block, when it expires, when it turns out to be invalid, or when the pool is
// full and a better one arrives.
// Source: Chainweb/Mempool/InMem.hs, InMemTypes.hs (`Down` of the gas price); api reference, section 1.8.

import { countLeading } from '../../base/sorted.ts';
import type { KnownTransaction } from '../../chain/blocks/index.ts';
import type { Micros } from '../../chain/model/header.ts';
import { mempoolLimits } from '../limits.ts';
import { Arrivals } from '../../p2p/mempool/arrivals.ts';
import { expiryOf, priceUnits } from './gate.ts';
import { refusalTexts } from '../../chain/execute/index.ts';

export type MempoolLimits = { readonly transactions: number; readonly bytes: number };

type Pending = {
  readonly known: KnownTransaction;
  readonly expiry: Micros;
  readonly price: bigint;
  /** See `Arrivals`. */
  readonly arrival: number;
};

/** Returns the request keys of the transactions that arrived first, at most as many as `max`. */
export function waitingIn(mempool: Mempool, max: number): readonly string[] {
  const keys: string[] = [];
  for (const { known } of mempool.arrivedFrom(0)) {
    if (keys.length >= max) break;
    keys.push(known.requestKey);
  }
  return keys;
}

/** The transactions with one price, in order of arrival. */
type Level = { readonly price: bigint; readonly keys: Set<string> };

/** `block`: one that was taken back. */
export type Source = 'client' | 'peer' | 'block';

type ArrivalListener = (requestKey: string, source: Source) => void;
type RefusalListener = (requestKey: string, until: Micros) => void;

type Added = 'added' | 'known' | 'full';

export class Mempool {
  readonly bad = new BadList(mempoolLimits.badKeys);
  readonly arrivals: Arrivals;
  private readonly limits: MempoolLimits;
  private readonly byKey = new Map<string, Pending>();
  /** Descending. */
  private readonly levels: Level[] = [];
  private readonly listeners = new Set<ArrivalListener>();
  private readonly refusalListeners = new Set<RefusalListener>();
  private bytes = 0;

  /** `nonce`: identifies this process, 64 bits. */
  constructor(nonce: bigint, limits: MempoolLimits = mempoolLimits) {
    this.limits = limits;
    this.arrivals = new Arrivals(nonce);
  }

  get size(): number {
    return this.byKey.size;
  }

  /** Bytes of all pending transactions. */
  get heldBytes(): number {
    return this.bytes;
  }

  has(requestKey: string): boolean {
    return this.byKey.has(requestKey);
  }

  get(requestKey: string): KnownTransaction | undefined {
    return this.byKey.get(requestKey)?.known;
  }

  /** Yields pending transactions from this arrival on, in the order of arrival. */
  *arrivedFrom(
    mark: number,
  ): Iterable<{ readonly arrival: number; readonly known: KnownTransaction }> {
    for (const [arrival, key] of this.arrivals.from(mark)) {
      const pending = this.byKey.get(key);
      if (pending?.arrival === arrival) yield { arrival, known: pending.known };
    }
  }

  /** Adds a transaction that came from there. `full`: there is no room, and no cheaper transaction to remove. */
  add(known: KnownTransaction, source: Source = 'block'): Added {
    const { requestKey, bytes, meta } = known;
    if (this.byKey.has(requestKey)) return 'known';
    const price = priceUnits(meta.gasPrice);
    if (!this.makeRoom(bytes.length, price)) return 'full';
    const arrival = this.arrivals.add(requestKey);
    this.byKey.set(requestKey, { known, price, expiry: expiryOf(meta), arrival });
    this.levelOf(price).keys.add(requestKey);
    this.bytes += bytes.length;
    for (const listener of this.listeners) listener(requestKey, source);
    return 'added';
  }

  /** Calls the listener for each new transaction; call the returned function to stop. */
  listen(listener: ArrivalListener): () => void {
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
    this.arrivals.tidy(this.byKey.size, (key, arrival) => this.byKey.get(key)?.arrival === arrival);
    return true;
  }

  /** Removes a transaction that cannot be in a block, and refuses it for a while. */
  refuse(requestKey: string, until: Micros): void {
    this.remove(requestKey);
    this.bad.add(requestKey, until);
    for (const listener of this.refusalListeners) listener(requestKey, until);
  }

  /** Calls the listener for each transaction that is refused from now on. */
  onRefusal(listener: RefusalListener): void {
    this.refusalListeners.add(listener);
  }

  /** Removes the transactions that have expired at this time. */
  expire(now: Micros): void {
    for (const [key, { expiry }] of this.byKey) if (expiry <= now) this.remove(key);
    this.bad.expire(now);
  }

  /** Yields transactions for a block, the best first. The pool may change meanwhile. */
  *offered(): Iterable<KnownTransaction> {
    for (const { keys } of [...this.levels]) {
      for (const key of [...keys]) {
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
      // Of the cheapest, the oldest one is removed first.
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

  /** Returns the index of the level of a price, or where it would be inserted. */
  private indexOf(price: bigint): number {
    return countLeading(this.levels.length, (i) => (this.levels[i] as Level).price > price);
  }
}

/** The message for such a transaction in the answer of a poll. */
export const badListedText = refusalTexts.badListed;

/** Transactions that are refused for now. */
export class BadList {
  private readonly max: number;
  private readonly until = new Map<string, Micros>();

  constructor(max: number) {
    this.max = max;
  }

  get size(): number {
    return this.until.size;
  }

  has(requestKey: string): boolean {
    return this.until.has(requestKey);
  }

  add(requestKey: string, until: Micros): void {
    this.until.delete(requestKey);
    this.until.set(requestKey, until);
    if (this.until.size <= this.max) return;
    const [oldest] = this.until.keys();
    if (oldest !== undefined) this.until.delete(oldest);
  }

  expire(now: Micros): void {
    for (const [key, until] of this.until) if (until <= now) this.until.delete(key);
  }
}
