// Cuts of peers that wait to be looked at. Each peer has one slot, for its newest cut: a peer that sends a thousand has one
// turn, as all others. After a cut whose blocks could not be had, a peer waits for its next turn, longer each time.

import { putNewest } from '../../base/newest.ts';
import type { Clock } from '../../base/ports/time.ts';
import type { PeerInfo, PeerKey } from '../address/peer-info.ts';
import type { Claim } from './claim.ts';
import { inboxLimits } from './limits.ts';

export type Arrival = {
  readonly claim: Claim;
  /** Who has the blocks, as the cut says. */
  readonly origin: PeerInfo;
  /** Who sent the cut, and is to blame for it. */
  readonly sender: PeerKey;
};

/** `useless`: the peer has not what it says; `late`: perhaps only the connection failed. */
export type Failure = 'useless' | 'late';

type PeerState = {
  readonly failures: number;
  readonly lateFailures: number;
  readonly untilMs: number;
  /** The number of its last turn. */
  readonly turn: number;
};

const fresh: PeerState = { failures: 0, lateFailures: 0, untilMs: 0, turn: 0 };

export class Inbox {
  private readonly clock: Clock;
  private readonly slots = new Map<PeerKey, Arrival>();
  private readonly states = new Map<PeerKey, PeerState>();
  private turns = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get size(): number {
    return this.slots.size;
  }

  /** A claimed weight counts only against the other cut of the same peer: pushes and pulls may arrive in any order. */
  put(arrival: Arrival): void {
    const { sender, claim } = arrival;
    const waiting = this.slots.get(sender);
    if (waiting !== undefined && waiting.claim.weight > claim.weight) return;
    if (waiting === undefined && this.slots.size >= inboxLimits.slots) return;
    this.slots.set(sender, arrival);
  }

  /** Takes the cut of the peer whose last turn is the longest ago. */
  next(isBusy: (sender: PeerKey) => boolean): Arrival | undefined {
    let best: Arrival | undefined;
    for (const arrival of this.slots.values()) {
      const { sender } = arrival;
      if (isBusy(sender) || this.isWaiting(sender)) continue;
      if (best === undefined || this.isBefore(sender, best.sender)) best = arrival;
    }
    if (best === undefined) return undefined;
    this.slots.delete(best.sender);
    this.set(best.sender, { ...this.state(best.sender), turn: ++this.turns });
    return best;
  }

  /** Whether cuts of the peer are not looked at for now. */
  isWaiting(sender: PeerKey): boolean {
    return this.state(sender).untilMs > this.clock.nowMs();
  }

  succeeded(sender: PeerKey): void {
    const { turn } = this.state(sender);
    this.set(sender, { ...fresh, turn });
  }

  /** Returns how long the peer waits. */
  failed(sender: PeerKey, failure: Failure): number {
    const { failures, lateFailures, turn } = this.state(sender);
    const counts =
      failure === 'late'
        ? { failures, lateFailures: lateFailures + 1 }
        : { failures: failures + 1, lateFailures };
    const waitMs =
      failure === 'late'
        ? Math.min(inboxLimits.lateMs * 2 ** lateFailures, inboxLimits.maxLateMs)
        : Math.min(inboxLimits.backOffMs * 2 ** failures, inboxLimits.maxBackOffMs);
    this.set(sender, { ...counts, untilMs: this.clock.nowMs() + waitMs, turn });
    return waitMs;
  }

  /** Nothing of the peer is looked at before, unless it turns out to be on our side after all. */
  hold(sender: PeerKey, forMs: number): void {
    this.set(sender, { ...this.state(sender), untilMs: this.clock.nowMs() + forMs });
  }

  private isBefore(one: PeerKey, other: PeerKey): boolean {
    const left = this.state(one);
    const right = this.state(other);
    return (
      left.failures < right.failures ||
      (left.failures === right.failures &&
        (left.turn < right.turn || (left.turn === right.turn && one < other)))
    );
  }

  private state(sender: PeerKey): PeerState {
    return this.states.get(sender) ?? fresh;
  }

  private set(sender: PeerKey, state: PeerState): void {
    putNewest(this.states, inboxLimits.slots, [sender, state]);
  }
}

/** What became of cuts lately, so that a repeated one costs a look-up. */
export class SeenCuts {
  private readonly clock: Clock;
  private readonly seen = new Map<string, { readonly untilMs: number }>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** `by`: the peer, if another one may have what this one did not serve. */
  add(id: string, by: PeerKey | undefined, forMs: number): void {
    const until = { untilMs: this.clock.nowMs() + forMs };
    putNewest(this.seen, inboxLimits.seen, [keyOf(id, by), until]);
  }

  has(id: string, by: PeerKey): boolean {
    const nowMs = this.clock.nowMs();
    return [keyOf(id, undefined), keyOf(id, by)].some(
      (key) => (this.seen.get(key)?.untilMs ?? 0) > nowMs,
    );
  }
}

const keyOf = (id: string, by: PeerKey | undefined): string => `${id} ${by ?? ''}`;
