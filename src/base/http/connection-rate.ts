// How fast clients may open connections, where each costs a handshake: a rate for all, and one for each group of neighbouring
// addresses. A group that opened none lately has a share of its own, which busy groups cannot use up.

import { ipText, parsePlainAddress, prefixOf } from '../ip-address.ts';
import type { Clock } from '../ports/time.ts';
import { TokenBuckets } from '../token-buckets.ts';

export type ConnectionRateOptions = {
  readonly clock: Clock;
  /** Connections a second, of all and of one group. */
  readonly perSecond: number;
  readonly perSecondOfGroup: number;
};

/** How many seconds of their rate clients may use at once. */
const burstSeconds = 2;
const maxGroups = 4096;

export class ConnectionRate {
  private readonly groups: TokenBuckets;
  /** One bucket for all, and one that only newcomers may use. */
  private readonly shared: TokenBuckets;

  constructor({ clock, perSecond, perSecondOfGroup }: ConnectionRateOptions) {
    const bucketsOf = (rate: number, max: number) =>
      new TokenBuckets({ clock, perSecond: rate, burst: burstSeconds * rate, max });
    this.groups = bucketsOf(perSecondOfGroup, maxGroups);
    this.shared = bucketsOf(perSecond, 2);
  }

  /** Returns whether a group may open a connection now, and counts it. */
  admits(group: string): boolean {
    const isNewcomer = this.groups.isFull(group);
    if (!this.groups.take(group)) return false;
    return this.shared.take('all') || (isNewcomer && this.shared.take('newcomers'));
  }
}

/** Returns the addresses that probably have one owner: the first 24 bits of an IPv4 address, or 48 bits of an IPv6 address. */
export function neighbourhoodOf(address: string): string {
  const plain = parsePlainAddress(address);
  if (plain === undefined) return address;
  return ipText(prefixOf(plain, plain.version === 4 ? 24 : 48));
}
