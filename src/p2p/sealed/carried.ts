// The sealed commands that a node carries, in memory, with fair shares of the space: a seal needs a signature, but anybody
// can make keys, so signatures stop no flood. Who brought a command is what cannot be forged.
//
// When there is no space, the bringer with the most bytes loses its oldest command. So a flood pushes out itself, and what
// others brought stays; within one share new commands always find a place, and are passed on within seconds.

import type { Clock } from '../../base/ports/time.ts';
import { putNewest } from '../../base/newest.ts';
import { TokenBuckets } from '../../base/token-buckets.ts';
import type { Micros } from '../../chain/model/header.ts';
import type { PoolMark } from '../ledger.ts';
import { Arrivals } from '../mempool/arrivals.ts';
import { carriedLimits } from './limits.ts';

/** A command that passed all checks. */
export type CarriedCommand = {
  readonly requestKey: string;
  /** The JSON of the command. */
  readonly text: string;
  /** Of the text in UTF-8. */
  readonly bytes: number;
  readonly expiry: Micros;
  /** Who shares a part of the space: a group of addresses, or the node's own clients. */
  readonly bringer: string;
};

type Entry = { readonly command: CarriedCommand; readonly arrival: number };
type Share = { bytes: number; readonly keys: Set<string> };

export type CarriedSpace = Pick<typeof carriedLimits, 'bringerBytes'> & {
  readonly commands: number;
  readonly bytes: number;
};

export class CarriedSealed {
  private readonly arrivals: Arrivals;
  private readonly clock: Pick<Clock, 'nowMs'>;
  private readonly space: CarriedSpace;
  private readonly rates: TokenBuckets;
  private readonly byKey = new Map<string, Entry>();
  private readonly shares = new Map<string, Share>();
  /** Until when, by key. */
  private readonly unwanted = new Map<string, number>();
  private readonly listeners = new Set<(requestKey: string) => void>();
  private readonly dropListeners = new Set<(requestKey: string) => void>();
  private bytes = 0;

  /** `nonce`: identifies this process, 64 bits. */
  constructor(nonce: bigint, clock: Pick<Clock, 'nowMs'>, space: CarriedSpace = carriedLimits) {
    this.arrivals = new Arrivals(nonce);
    this.clock = clock;
    this.space = space;
    this.rates = new TokenBuckets({ ...space.bringerBytes, clock, max: carriedLimits.bringers });
  }

  get size(): number {
    return this.byKey.size;
  }

  get heldBytes(): number {
    return this.bytes;
  }

  has(requestKey: string): boolean {
    return this.byKey.has(requestKey);
  }

  get(requestKey: string): string | undefined {
    return this.byKey.get(requestKey)?.command.text;
  }

  /** Whether it is neither carried nor refused or dropped lately. */
  wants(requestKey: string): boolean {
    const isUnwanted = (this.unwanted.get(requestKey) ?? -Infinity) > this.clock.nowMs();
    return !isUnwanted && !this.byKey.has(requestKey);
  }

  /** Whether the bringer may bring more now. To be asked once for all that comes together, before signatures are checked. */
  admits(bringer: string): boolean {
    return this.rates.has(bringer);
  }

  /**
   * Carries a command. `full`: there is no space for it. `isKept`: it was carried before the node started, and costs its
   * bringer nothing.
   */
  add(command: CarriedCommand, isKept = false): 'added' | 'known' | 'full' {
    const { requestKey, bytes, bringer } = command;
    if (this.byKey.has(requestKey)) return 'known';
    if (bytes > this.space.bytes) return 'full';
    if (!isKept) this.rates.spend(bringer, bytes);
    this.byKey.set(requestKey, { command, arrival: this.arrivals.add(requestKey) });
    this.unwanted.delete(requestKey);
    const share = this.shares.get(bringer) ?? { bytes: 0, keys: new Set() };
    this.shares.set(bringer, share);
    share.bytes += bytes;
    share.keys.add(requestKey);
    this.bytes += bytes;
    this.makeSpace();
    if (!this.byKey.has(requestKey)) return 'full';
    for (const listener of this.listeners) listener(requestKey);
    return 'added';
  }

  /** For some minutes other nodes are not asked for it. Only for what no other signature makes valid. */
  refuse(requestKey: string): void {
    this.remove(requestKey);
    const untilMs = this.clock.nowMs() + carriedLimits.unwantedMs;
    putNewest(this.unwanted, carriedLimits.unwantedKeys, [requestKey, untilMs]);
  }

  /** Removes what has expired at this time. */
  expire(now: Micros): void {
    for (const [key, { command }] of this.byKey) if (command.expiry <= now) this.remove(key);
  }

  /** Returns a page of keys in order of arrival, as `SealedPool.pending` does. */
  page(since?: PoolMark): { readonly keys: readonly string[]; readonly mark: PoolMark } {
    const { nonce, mark } = this.arrivals;
    const isOurs = since?.nonce === nonce && since.mark >= 0 && since.mark <= mark;
    const keys: string[] = [];
    let bytes = 0;
    for (const [arrival, key] of this.arrivals.from(isOurs ? since.mark : 0)) {
      const entry = this.byKey.get(key);
      if (entry?.arrival !== arrival) continue;
      bytes += entry.command.bytes;
      const isFull = keys.length >= carriedLimits.pageKeys || bytes > carriedLimits.pageBytes;
      if (isFull && keys.length > 0) return { keys, mark: { nonce, mark: arrival } };
      keys.push(key);
    }
    return { keys, mark: { nonce, mark } };
  }

  /** Calls the listener for each new command; call the returned function to stop. */
  onArrival(listener: (requestKey: string) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Calls the listener for each command that is not carried any more: expired, refused, or dropped for others. */
  onDrop(listener: (requestKey: string) => void): () => void {
    this.dropListeners.add(listener);
    return () => void this.dropListeners.delete(listener);
  }

  private makeSpace(): void {
    const { commands, bytes } = this.space;
    while (this.byKey.size > commands || this.bytes > bytes) {
      const [oldest] = this.largestShare()?.keys ?? [];
      if (oldest === undefined) return;
      this.refuse(oldest);
    }
  }

  /** The shares are of bytes and of places: whichever of both a bringer uses more of counts. */
  private largestShare(): Share | undefined {
    const { commands, bytes } = this.space;
    let largest: Share | undefined;
    let most = -1;
    for (const share of this.shares.values()) {
      const part = Math.max(share.bytes / bytes, share.keys.size / commands);
      if (part > most) [largest, most] = [share, part];
    }
    return largest;
  }

  private remove(requestKey: string): void {
    const entry = this.byKey.get(requestKey);
    if (entry === undefined) return;
    const { bytes, bringer } = entry.command;
    this.byKey.delete(requestKey);
    this.bytes -= bytes;
    const share = this.shares.get(bringer);
    if (share !== undefined) {
      share.bytes -= bytes;
      share.keys.delete(requestKey);
      if (share.keys.size === 0) this.shares.delete(bringer);
    }
    this.arrivals.tidy(this.byKey.size, (key, arrival) => this.byKey.get(key)?.arrival === arrival);
    for (const listener of this.dropListeners) listener(requestKey);
  }
}
