// What follows from how a plan or a long way ended: for the cut, which may be looked at again; and for the peers that
// announced it, which may be to blame, and wait for their next turn.

import type { Cancel } from '../../base/ports/time.ts';
import type { PeerKey } from '../address/peer-info.ts';
import type { CatchUpOutcome } from './catch-up.ts';
import { relationTo } from './claim.ts';
import type { ClockSkew } from './clock-skew.ts';
import type { DeepForks } from './deep-forks.ts';
import type { SyncEvent } from './events.ts';
import type { Future } from './headers.ts';
import type { Arrival, Failure, Inbox, SeenCuts } from './inbox.ts';
import { catchUpLimits, inboxLimits, planLimits } from './limits.ts';
import type { PlanOutcome } from './plan.ts';
import type { FaultClass } from './port.ts';
import type { Shared } from './shared.ts';

type ConclusionParts = {
  readonly shared: Shared;
  readonly inbox: Inbox;
  readonly seen: SeenCuts;
  readonly deepForks: DeepForks;
  readonly clockSkew: ClockSkew;
  /** Its headers are too many for a plan. */
  readonly addDeep: (arrival: Arrival) => void;
  readonly lookAgain: (arrival: Arrival) => void;
  readonly report: (event: SyncEvent) => void;
};

type Ended = {
  readonly outcome: PlanOutcome | CatchUpOutcome;
  /** The peers that announced the cut. */
  readonly senders: readonly PeerKey[];
};

export class Conclusions {
  private readonly parts: ConclusionParts;
  private readonly parked = new Map<PeerKey, Cancel>();

  constructor(parts: ConclusionParts) {
    this.parts = parts;
  }

  draw(arrival: Arrival, { outcome, senders }: Ended): void {
    switch (outcome.kind) {
      case 'reached':
      case 'lighter':
        return this.settle(arrival, senders);
      case 'renewed':
        return;
      case 'future':
        return this.wait(arrival, { senders, future: outcome });
      case 'impossible':
        this.blame(senders, outcome.fault, outcome.what);
        return this.giveUp(arrival, senders, { failure: 'useless', why: outcome.what });
      case 'missing':
        this.blame(senders, 'late', reasons.missing);
        return this.giveUp(arrival, senders, { failure: 'useless', why: reasons.missing });
      case 'unbraided':
      case 'refused':
        return this.giveUp(arrival, senders, { failure: 'useless', why: reasons[outcome.kind] });
      case 'late':
      case 'aborted':
        return this.giveUp(arrival, senders, { failure: 'late', why: reasons.late });
      case 'too-deep':
        return this.parts.addDeep(arrival);
      case 'deep-fork':
        return this.standOff(arrival, { senders, isBeyondStates: false });
      case 'not-kept':
        return this.standOff(arrival, { senders, isBeyondStates: true });
      case 'ill':
        this.hold(senders, inboxLimits.lateMs);
        return this.parts.report({ kind: 'ill', sentence: outcome.sentence });
    }
  }

  close(): void {
    for (const cancel of this.parked.values()) cancel();
    this.parked.clear();
  }

  private settle(arrival: Arrival, senders: readonly PeerKey[]): void {
    const { inbox, seen, deepForks } = this.parts;
    seen.add(arrival.claim.id, undefined, planLimits.repeatMs);
    for (const sender of senders) {
      inbox.succeeded(sender);
      deepForks.resolve(sender);
    }
    // There is more of it, but it has less work than ours.
    if (this.isFar(arrival)) this.hold(senders, inboxLimits.backOffMs);
  }

  /** Looks at a cut again once more of it counts. One for each peer. */
  private wait(
    arrival: Arrival,
    of: { readonly senders: readonly PeerKey[]; readonly future: Future },
  ): void {
    const { shared, seen, clockSkew, lookAgain } = this.parts;
    const { first, last } = of.future;
    const { claim, sender } = arrival;
    if (this.isFar(arrival)) this.hold(of.senders, inboxLimits.backOffMs);
    const now = shared.ledger.now();
    const waitMs = Number((first - now) / 1000n) + 1;
    clockSkew.add(sender, Number((last - now) / 1000n));
    seen.add(claim.id, undefined, Math.min(waitMs, planLimits.repeatMs));
    this.parked.get(sender)?.();
    this.parked.delete(sender);
    if (waitMs > planLimits.futureMs || this.parked.size >= inboxLimits.slots) return;
    const cancel = shared.timer.after(waitMs, () => {
      this.parked.delete(sender);
      lookAgain(arrival);
    });
    this.parked.set(sender, cancel);
  }

  /** Another side that only an operator can decide to follow. */
  private standOff(
    arrival: Arrival,
    of: { readonly senders: readonly PeerKey[]; readonly isBeyondStates: boolean },
  ): void {
    const { deepForks, report } = this.parts;
    for (const sender of of.senders) {
      const isKnown = deepForks.has(sender);
      const cutId = deepForks.add({ ...arrival, sender }, of.isBeyondStates);
      if (!isKnown) report({ kind: 'deep-fork', peer: sender, cutId });
    }
    this.hold(of.senders, catchUpLimits.deepForkMs);
  }

  private giveUp(
    { claim }: Arrival,
    senders: readonly PeerKey[],
    { failure, why }: { readonly failure: Failure; readonly why: string },
  ): void {
    const { inbox, seen, report } = this.parts;
    for (const sender of senders) {
      const waitMs = inbox.failed(sender, failure);
      seen.add(claim.id, sender, waitMs);
      report({ kind: 'gave-up', peer: sender, why });
    }
  }

  private blame(senders: readonly PeerKey[], fault: FaultClass, what: string): void {
    for (const sender of senders) this.parts.shared.peers.fault(sender, fault, what);
  }

  private hold(senders: readonly PeerKey[], forMs: number): void {
    for (const sender of senders) this.parts.inbox.hold(sender, forMs);
  }

  private isFar({ claim }: Arrival): boolean {
    return relationTo(this.parts.shared.ledger.cut(), claim) === 'far-ahead';
  }
}

const reasons = {
  missing: 'it does not have the blocks of its cut',
  unbraided: 'the blocks of its cut do not belong together',
  refused: 'a block of its cut is invalid',
  late: 'the blocks of its cut came too late',
} as const;
