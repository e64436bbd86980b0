// The mempool of a chain of a simulated node: transactions by key, in order of arrival.

import type { Arrival, Inserted, Pool, PoolMark } from '../../ledger.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { isExpired } from './stub-execution.ts';
import { readTransaction, type SimulatedTransaction } from './transactions.ts';

/** What one answer lists, so that a single lookup can fetch it. */
const pageLimits = { keys: 2000, bytes: 1.5 * 1024 * 1024 } as const;

const maxPending = 10_000;

/** More than clocks are wrong. */
const expiredMicros = 600_000_000n;

type Pending = { readonly transaction: SimulatedTransaction; readonly arrival: number };

export class SimulatedPool implements Pool {
  private readonly chain: ChainId;
  private readonly nonce: bigint;
  private readonly isIncluded: (key: string) => boolean;
  private readonly now: () => bigint;
  private readonly pendingByKey = new Map<string, Pending>();
  private arrivals = 0;
  private readonly listeners = new Set<(arrival: Arrival) => void>();

  constructor(parts: {
    readonly chain: ChainId;
    readonly nonce: bigint;
    readonly isIncluded: (key: string) => boolean;
    readonly now: () => bigint;
  }) {
    this.chain = parts.chain;
    this.nonce = parts.nonce;
    this.isIncluded = parts.isIncluded;
    this.now = parts.now;
  }

  get size(): number {
    return this.pendingByKey.size;
  }

  has(key: string): boolean {
    return this.pendingByKey.has(key);
  }

  pending(
    since?: PoolMark,
  ): Promise<{ readonly keys: readonly string[]; readonly mark: PoolMark }> {
    const from = since?.nonce === this.nonce ? since.mark : 0;
    const keys: string[] = [];
    let bytes = 0;
    let mark = from;
    for (const [key, { transaction, arrival }] of this.pendingByKey) {
      if (arrival <= from) continue;
      bytes += transaction.bytes.length;
      if (keys.length >= pageLimits.keys || bytes > pageLimits.bytes) break;
      keys.push(key);
      mark = arrival;
    }
    return Promise.resolve({ keys, mark: { nonce: this.nonce, mark } });
  }

  member(keys: readonly string[]): Promise<readonly boolean[]> {
    return Promise.resolve(keys.map((key) => this.pendingByKey.has(key)));
  }

  lookup(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    return Promise.resolve(keys.map((key) => this.pendingByKey.get(key)?.transaction.text));
  }

  onArrival(listener: (arrival: Arrival) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  insert(commands: readonly string[]): Promise<readonly Inserted[]> {
    return Promise.resolve(commands.map((command) => this.add(command, 'peer')));
  }

  /** Adds a transaction of a client of this node. */
  send(command: string): Inserted {
    return this.add(command, 'client');
  }

  wants(keys: readonly string[]): Promise<readonly boolean[]> {
    return Promise.resolve(keys.map((key) => !this.pendingByKey.has(key) && !this.isIncluded(key)));
  }

  /** The oldest transactions that a block above these can include. */
  take(max: number, header: Pick<BlockHeader, 'creationTime'>): readonly SimulatedTransaction[] {
    const taken: SimulatedTransaction[] = [];
    for (const [key, { transaction }] of this.pendingByKey) {
      if (taken.length >= max) break;
      if (isExpired(transaction, header) || this.isIncluded(key)) continue;
      taken.push(transaction);
    }
    return taken;
  }

  /** Those of blocks that are in the cut now. */
  removeMined(keys: Iterable<string>): void {
    for (const key of keys) this.pendingByKey.delete(key);
  }

  /** Those of blocks that were taken back. */
  reintroduce(transactions: readonly Uint8Array[]): void {
    for (const bytes of transactions) this.add(bytes, 'block');
  }

  /** Long after that, because the clock may be wrong for a while. */
  dropExpired(): void {
    const creationTime = this.now() - expiredMicros;
    for (const [key, { transaction }] of this.pendingByKey) {
      if (isExpired(transaction, { creationTime })) this.pendingByKey.delete(key);
    }
  }

  private add(given: string | Uint8Array, source: 'client' | 'peer' | 'block'): Inserted {
    const read = readTransaction(given);
    if (!read.ok) return 'unreadable';
    const transaction = read.value;
    const { key } = transaction;
    if (transaction.chain !== this.chain) return 'refused';
    if (this.pendingByKey.has(key) || this.isIncluded(key)) return 'known';
    if (isExpired(transaction, { creationTime: this.now() })) return 'refused';
    if (this.pendingByKey.size >= maxPending) return 'full';
    this.pendingByKey.set(key, { transaction, arrival: ++this.arrivals });
    if (source !== 'block') {
      for (const listener of this.listeners) listener({ key, isOwn: source === 'client' });
    }
    return 'added';
  }
}
