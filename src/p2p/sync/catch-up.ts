// Catching up with a cut that is far ahead, or on the other side of a long fork: window by window, headers first. While the
// blocks of one window are executed, headers and payloads of the next are fetched. No own block is taken back before the
// verified headers of the other side are heavier.

import { compareCuts, lowestHeight, type Cut } from '../../chain/choice/cut.ts';
import type { PeerKey } from '../address/peer-info.ts';
import type { Advanced, Advancer } from './advance.ts';
import { relationTo } from './claim.ts';
import type { SyncEvent } from './events.ts';
import type { Gatherer, GatherOptions } from './gather.ts';
import type { Future } from './headers.ts';
import type { Arrival } from './inbox.ts';
import { catchUpLimits, inboxLimits } from './limits.ts';
import { Backers, type Shared } from './shared.ts';
import { StallWatch } from './stall-watch.ts';
import { HeaderWindows, type WindowFault } from './windows.ts';

export type CatchUpOutcome =
  | Advanced
  | WindowFault
  /** A newer goal is better by now. */
  | { readonly kind: 'renewed' }
  /** A part of it does not count yet. */
  | ({ readonly kind: 'future' } & Future);

type CatchUpParts = {
  readonly shared: Shared;
  readonly advancer: Advancer;
  readonly gatherer: Gatherer;
  /** The newest cuts of peers that may be asked, the highest first. */
  readonly claims: () => readonly Arrival[];
  readonly isFollowed: (sender: PeerKey) => boolean;
  readonly report: (event: SyncEvent) => void;
  readonly onEnd: (
    goal: Arrival,
    ended: { readonly outcome: CatchUpOutcome; readonly senders: readonly PeerKey[] },
  ) => void;
};

type Running = {
  readonly goal: Arrival;
  readonly watch: StallWatch;
  readonly startMs: number;
  /** Whether some headers above our own are verified. */
  isVerified: boolean;
};

export class CatchUp {
  private readonly parts: CatchUpParts;
  private readonly deep = new Map<PeerKey, Arrival>();
  private running: Running | undefined;
  private isClosed = false;

  constructor(parts: CatchUpParts) {
    this.parts = parts;
  }

  /** The lowest height of the goal, once some of its headers are verified. */
  verifiedGoal(): number | undefined {
    return this.running?.isVerified === true ? this.running.goal.claim.lowest : undefined;
  }

  isGoalOf(sender: PeerKey): boolean {
    return this.running?.goal.sender === sender;
  }

  /** A fork whose headers are too many for a plan. */
  addDeep(arrival: Arrival): void {
    if (this.deep.size < inboxLimits.slots) this.deep.set(arrival.sender, arrival);
    this.start();
  }

  /** Starts with the best goal, if there is one and none is pursued. */
  start(): void {
    if (this.running !== undefined || this.isClosed) return;
    const goal = this.bestGoal();
    if (goal === undefined) return;
    this.deep.delete(goal.sender);
    const { shared, report } = this.parts;
    const watch = new StallWatch(shared.timer, catchUpLimits.stalledMs);
    const running = { goal, watch, startMs: shared.clock.nowMs(), isVerified: false };
    this.running = running;
    const from = lowestHeight(shared.ledger.cut().heads);
    report({ kind: 'catching-up', from, to: goal.claim.lowest });
    void this.run(running);
  }

  close(): void {
    this.isClosed = true;
    this.running?.watch.end();
  }

  private bestGoal(): Arrival | undefined {
    const { shared, claims, isFollowed } = this.parts;
    const own = shared.ledger.cut();
    const all = claims();
    return (
      all.find(({ sender }) => isFollowed(sender)) ??
      all.find(({ claim }) => relationTo(own, claim) === 'far-ahead') ??
      all.find(({ sender }) => this.deep.has(sender))
    );
  }

  private async run(running: Running): Promise<void> {
    const { shared, claims, onEnd, report } = this.parts;
    const { goal, watch } = running;
    const backers = new Backers(shared.peers);
    for (const each of [goal, ...claims()]) if (each.claim.id === goal.claim.id) backers.add(each);
    const outcome = await this.pursue(running, { backers, signal: watch.signal, watch });
    watch.end();
    shared.candidates.dropVerified();
    this.running = undefined;
    if (this.isClosed) return;
    if (outcome.kind === 'reached') {
      report({ kind: 'caught-up', height: lowestHeight(shared.ledger.cut().heads) });
    }
    onEnd(goal, { outcome, senders: [...backers.senders] });
    this.start();
  }

  private async pursue(running: Running, options: GatherOptions): Promise<CatchUpOutcome> {
    const { shared, advancer } = this.parts;
    const isFollowed = this.parts.isFollowed(running.goal.sender);
    const goal = running.goal.claim;
    const windows = new HeaderWindows({ shared, goal, options, isFollowed });
    const bottom = await windows.bottom();
    if (!bottom.ok) return bottom.fault;
    let executing: Promise<Advanced> = Promise.resolve({ kind: 'lighter' });
    for (let below = bottom.value; ;) {
      const window = await windows.above(below);
      if (window.ok) {
        running.isVerified ||= window.value.headers.length > 0;
        await this.fetchAhead(window.value.cut, window.value.headers, options);
      }
      const before = await executing;
      if (!isDone(before)) return before;
      if (!window.ok) return window.fault;
      const { cut, end } = window.value;
      executing = advancer.advance(cut, options);
      const stop = end ?? this.stopReason(running);
      if (stop !== undefined) {
        const last = await executing;
        return isDone(last) && stop.kind !== 'goal' ? stop : last;
      }
      below = cut;
    }
  }

  /** Fetches payloads while blocks before them are executed, unless they may never be needed. */
  private async fetchAhead(
    cut: Cut,
    headers: Parameters<Gatherer['gather']>[0],
    options: GatherOptions,
  ): Promise<void> {
    const { shared, gatherer } = this.parts;
    if (shared.ledger.follow === 'headers') return;
    if (compareCuts(cut, shared.ledger.cut()) > 0) await gatherer.gather(headers, options);
  }

  private stopReason(running: Running): { readonly kind: 'deep-fork' | 'renewed' } | undefined {
    const { shared, isFollowed } = this.parts;
    const limit = isFollowed(running.goal.sender)
      ? catchUpLimits.followedHeaders
      : catchUpLimits.headers;
    if (shared.candidates.verifiedHeaders > limit) return { kind: 'deep-fork' };
    return this.isOld(running) ? { kind: 'renewed' } : undefined;
  }

  private isOld({ startMs, goal }: Running): boolean {
    const { shared, claims } = this.parts;
    if (shared.clock.nowMs() - startMs < catchUpLimits.renewMs) return false;
    const [best] = claims();
    return best !== undefined && best.claim.lowest > goal.claim.lowest;
  }
}

const isDone = ({ kind }: Advanced): boolean => kind === 'reached' || kind === 'lighter';
