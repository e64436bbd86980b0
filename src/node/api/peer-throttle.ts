// How often other nodes may ask: the rates of the reference for each address, one for neighbouring addresses together, and a
// price for requests that cost more than usual, so that nobody profits from finding the dearest one.
// Source: Chainweb/Chainweb.hs (throttles); interface reference, section 2.5.

import { TokenBuckets, type BucketRate } from '../../base/token-buckets.ts';
import type { Clock } from '../../base/ports/time.ts';
import type { GatedRequest, RequestCost, RequestGate } from '../../base/http/index.ts';
import { groupOf } from '../../p2p/address/reserved.ts';
import type { Sender } from '../../p2p/peers/desk.ts';

/** Requests a second. All rates that apply to a request count; a burst is four times the rate, as in the reference. */
export const peerRates = {
  putPeer: { perSecond: 11, burst: 44 },
  mempool: { perSecond: 20, burst: 80 },
  /** The reference has no such messages. */
  sealed: { perSecond: 10, burst: 40 },
  all: { perSecond: 50, burst: 200 },
  /** Of neighbouring addresses together. The reference has no such rate. */
  group: { perSecond: 200, burst: 800 },
} as const satisfies Record<string, BucketRate>;

export const prices = {
  /** Milliseconds of the main thread that count as one more request, after the first ones. */
  freeMs: 2,
  requestMs: 2,
  /** The most requests that time counts as: nothing takes longer than 80 ms, unless the machine is busy with other things. */
  maxTime: 40,
  /** Bytes of an answer that count as one more request: 3.2 MB a second for one address. */
  requestBytes: 64 * 1024,
  /** Transactions that were checked for nothing, and count as one more request. */
  refusedTransactions: 8,
} as const;

/** Addresses and groups that are remembered, each with about a hundred bytes. */
const maxKeys = 10_000;

type PeerThrottleParts = {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Friends, and addresses of tests, have no limits. */
  readonly isExempt: (sender: Sender) => boolean;
};

type Lane = { readonly buckets: TokenBuckets; readonly key: string };

export class PeerThrottle implements RequestGate {
  private readonly isExempt: PeerThrottleParts['isExempt'];
  private readonly buckets: Readonly<Record<keyof typeof peerRates, TokenBuckets>>;

  constructor({ clock, isExempt }: PeerThrottleParts) {
    this.isExempt = isExempt;
    const bucketsOf = (rate: BucketRate) => new TokenBuckets({ ...rate, clock, max: maxKeys });
    this.buckets = {
      putPeer: bucketsOf(peerRates.putPeer),
      mempool: bucketsOf(peerRates.mempool),
      sealed: bucketsOf(peerRates.sealed),
      all: bucketsOf(peerRates.all),
      group: bucketsOf(peerRates.group),
    };
  }

  admits(request: GatedRequest): boolean {
    if (this.isExempt(request.sender)) return true;
    const lanes = this.lanesOf(request);
    if (!lanes.every(({ buckets, key }) => buckets.has(key))) return false;
    for (const { buckets, key } of lanes) buckets.spend(key, 1);
    return true;
  }

  charge(request: GatedRequest, { milliseconds, bytes, price: added }: RequestCost): void {
    const time = Math.max(0, milliseconds - prices.freeMs) / prices.requestMs;
    const price = Math.floor(Math.min(time, prices.maxTime) + bytes / prices.requestBytes + added);
    if (price === 0 || this.isExempt(request.sender)) return;
    for (const { buckets, key } of this.lanesOf(request)) buckets.spend(key, price);
  }

  private lanesOf({ method, path, network, sender }: GatedRequest): readonly Lane[] {
    const { putPeer, mempool, sealed, all, group } = this.buckets;
    const segments = path.split('/', maxSegments);
    return [
      ...(method === 'PUT' && segments.includes('peer')
        ? [{ buckets: putPeer, key: network }]
        : []),
      ...(segments.includes('mempool') ? [{ buckets: mempool, key: network }] : []),
      ...(segments.includes('sealed') ? [{ buckets: sealed, key: network }] : []),
      { buckets: all, key: network },
      { buckets: group, key: groupOf(sender.address) },
    ];
  }
}

/** More than any path has that is served. */
const maxSegments = 16;
