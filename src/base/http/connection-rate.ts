// How fast clients may open connections, where each costs a handshake: a rate for all, and one for each group of neighbouring
// addresses. A group that opened none lately has a share of its own, which busy groups cannot use up.

import { ipText, parseIpAddress, prefixOf, unmapped } from '../ip-address.ts';
import type { Clock } from '../ports/time.ts';

export type ConnectionRateOptions = {
  readonly clock: Clock;
  /** Connections a second, of all and of one group. */
  readonly perSecond: number;
  readonly perSecondOfGroup: number;
};

/** How many seconds of their rate clients may use at once. */
const burstSeconds = 2;
const maxGroups = 4096;

type Bucket = { left: number; atMs: number };

export class ConnectionRate {
  private readonly options: ConnectionRateOptions;
  /** The group that opened a connection last comes last. */
  private readonly groups = new Map<string, Bucket>();
  private readonly usual: Bucket;
  private readonly ofNewcomers: Bucket;

  constructor(options: ConnectionRateOptions) {
    this.options = options;
    const atMs = options.clock.nowMs();
    const left = burstSeconds * options.perSecond;
    this.usual = { left, atMs };
    this.ofNewcomers = { left, atMs };
  }

  /** Returns whether a group may open a connection now, and counts it. */
  admits(group: string): boolean {
    const { perSecond, perSecondOfGroup } = this.options;
    const burst = burstSeconds * perSecondOfGroup;
    const own = this.groups.get(group) ?? { left: burst, atMs: this.options.clock.nowMs() };
    this.remember(group, own);
    const isNewcomer = this.refill(own, perSecondOfGroup) === burst;
    if (!this.take(own, perSecondOfGroup)) return false;
    return (
      this.take(this.usual, perSecond) || (isNewcomer && this.take(this.ofNewcomers, perSecond))
    );
  }

  private take(bucket: Bucket, perSecond: number): boolean {
    this.refill(bucket, perSecond);
    if (bucket.left < 1) return false;
    bucket.left--;
    return true;
  }

  private refill(bucket: Bucket, perSecond: number): number {
    const now = this.options.clock.nowMs();
    const gained = ((now - bucket.atMs) * perSecond) / 1000;
    bucket.left = Math.min(burstSeconds * perSecond, bucket.left + gained);
    bucket.atMs = now;
    return bucket.left;
  }

  private remember(group: string, bucket: Bucket): void {
    this.groups.delete(group);
    this.groups.set(group, bucket);
    const [oldest] = this.groups.keys();
    if (this.groups.size > maxGroups && oldest !== undefined) this.groups.delete(oldest);
  }
}

/** Returns the addresses that probably have one owner: the first 24 bits of an IPv4 address, or 48 bits of an IPv6 address. */
export function neighbourhoodOf(address: string): string {
  const read = parseIpAddress(address);
  if (read === undefined) return address;
  const plain = unmapped(read);
  return ipText(prefixOf(plain, plain.version === 4 ? 24 : 48));
}
