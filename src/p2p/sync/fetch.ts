// Fetching one thing from several peers: of the one with the least to do first, soon after of a second one, and of others if
// they fail. Whoever wants the same thing waits for the same request. What peers do wrong is reported here, once.

import { putNewest } from '../../base/newest.ts';
import { onAbort } from '../../base/on-abort.ts';
import type { Cancel, Clock, Timer } from '../../base/ports/time.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { keyOf, type PeerInfo, type PeerKey } from '../address/peer-info.ts';
import type { AskFault } from '../messages/message.ts';
import { isPassing, statuses } from '../messages/statuses.ts';
import type { Lanes } from './lanes.ts';
import { fetchLimits } from './limits.ts';
import type { FaultClass, SyncPeers } from './port.ts';

export type Wanted<T> = {
  /** Requests with the same key are one. */
  readonly key: string;
  /** Whether the answer is long, so that a second peer is asked much later. */
  readonly isLong?: boolean;
  readonly ask: (peer: PeerInfo, signal: AbortSignal) => Promise<Result<T, AskFault>>;
  /** Returns why the answer is not what was asked for. */
  readonly check: (answer: T) => { readonly fault: FaultClass; readonly what: string } | undefined;
};

export type Fetched<T> = { readonly value: T; readonly from: PeerInfo };

/** `late`: a peer did not answer in time, or not at all; `missing`: those that answered have it not. */
export type FetchFault = 'missing' | 'late' | 'aborted';

type Running = {
  readonly promise: Promise<Result<Fetched<unknown>, FetchFault>>;
  readonly sources: PeerInfo[];
  readonly controller: AbortController;
  waiters: number;
  grace: Cancel | undefined;
};

type FetcherParts = {
  readonly lanes: Lanes;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly peers: SyncPeers;
};

type AttemptParts = FetcherParts & {
  /** A peer did not answer in time. */
  readonly onLate: (peer: PeerKey, what: string) => void;
};

export class Fetcher {
  private readonly parts: AttemptParts;
  private readonly running = new Map<string, Running>();
  /** When peers were last blamed for an answer that did not come. */
  private readonly late = new Map<PeerKey, number>();

  constructor(parts: FetcherParts) {
    this.parts = { ...parts, onLate: (peer, what) => this.blameLate(peer, what) };
  }

  /** `sources`: peers that may have it, the best first. */
  async fetch<T>(
    wanted: Wanted<T>,
    sources: readonly PeerInfo[],
    signal: AbortSignal,
  ): Promise<Result<Fetched<T>, FetchFault>> {
    if (signal.aborted) return bad('aborted');
    const running = this.join(wanted, sources);
    running.waiters++;
    running.grace?.();
    running.grace = undefined;
    let stop = (): void => undefined;
    const left = new Promise<'aborted'>((resolve) => {
      stop = onAbort(signal, () => resolve('aborted'));
    });
    const result = await Promise.race([running.promise, left]);
    stop();
    this.leave(wanted.key, running);
    if (result === 'aborted') return bad('aborted');
    // Requests with the same key have answers of the same type.
    return result as Result<Fetched<T>, FetchFault>;
  }

  close(): void {
    for (const running of this.running.values()) {
      running.grace?.();
      running.controller.abort();
    }
    this.running.clear();
  }

  private join<T>(wanted: Wanted<T>, sources: readonly PeerInfo[]): Running {
    const known = this.running.get(wanted.key);
    if (known !== undefined) {
      const names = new Set(known.sources.map(({ address }) => keyOf(address)));
      known.sources.push(...sources.filter(({ address }) => !names.has(keyOf(address))));
      return known;
    }
    const controller = new AbortController();
    const list = [...sources];
    const attempt = new Attempt(this.parts, wanted, { sources: list, signal: controller.signal });
    const running: Running = {
      promise: attempt.run().finally(() => this.forget(wanted.key, running)),
      sources: list,
      controller,
      waiters: 0,
      grace: undefined,
    };
    this.running.set(wanted.key, running);
    return running;
  }

  private leave(key: string, running: Running): void {
    running.waiters--;
    if (running.waiters > 0 || this.running.get(key) !== running) return;
    running.grace = this.parts.timer.after(fetchLimits.graceMs, () => running.controller.abort());
  }

  /** A connection that is cut makes many requests late at once, which is one fault. */
  private blameLate(peer: PeerKey, what: string): void {
    const nowMs = this.parts.clock.nowMs();
    if (nowMs - (this.late.get(peer) ?? -Infinity) < fetchLimits.lateMs) return;
    putNewest(this.late, fetchLimits.lanes, [peer, nowMs]);
    this.parts.peers.fault(peer, 'late', what);
  }

  private forget(key: string, running: Running): void {
    running.grace?.();
    running.grace = undefined;
    if (this.running.get(key) === running) this.running.delete(key);
  }
}

/** One thing, asked of one peer after the other, and of two at once if the first takes long. */
class Attempt<T> {
  private readonly parts: AttemptParts;
  private readonly wanted: Wanted<T>;
  private readonly sources: readonly PeerInfo[];
  private readonly signal: AbortSignal;
  private readonly tried = new Set<PeerKey>();
  private readonly active = new Map<PeerKey, AbortController>();
  private readonly hedges = new Set<Cancel>();
  private readonly slow = new Set<PeerKey>();
  private isLate = false;
  private resolve: (result: Result<Fetched<T>, FetchFault>) => void = () => undefined;

  constructor(
    parts: AttemptParts,
    wanted: Wanted<T>,
    of: { readonly sources: readonly PeerInfo[]; readonly signal: AbortSignal },
  ) {
    this.parts = parts;
    this.wanted = wanted;
    this.sources = of.sources;
    this.signal = of.signal;
  }

  run(): Promise<Result<Fetched<T>, FetchFault>> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      onAbort(this.signal, () => this.end(bad('aborted')));
      this.next();
    });
  }

  /** Asks one more peer; ends if there is none and nobody is asked any more. */
  private next(): void {
    const peer = this.choose();
    if (peer !== undefined) return void this.ask(peer);
    if (this.active.size === 0) this.end(bad(this.isLate ? 'late' : 'missing'));
  }

  private choose(): PeerInfo | undefined {
    if (this.tried.size >= fetchLimits.peers) return undefined;
    let best: PeerInfo | undefined;
    let least = Infinity;
    for (const peer of this.sources) {
      const key = keyOf(peer.address);
      if (this.tried.has(key)) continue;
      // The first ones are the likeliest to have it: others are asked once these have all that they answer at once.
      const rounds = Math.floor(this.parts.lanes.load(key) / fetchLimits.inFlightOfPeer);
      if (rounds >= least) continue;
      best = peer;
      least = rounds;
    }
    return best;
  }

  private async ask(peer: PeerInfo): Promise<void> {
    const key = keyOf(peer.address);
    const own = new AbortController();
    this.tried.add(key);
    this.active.set(key, own);
    const answer = await this.parts.lanes.run(
      key,
      () => {
        this.hedge(key);
        return this.wanted.ask(peer, own.signal);
      },
      own.signal,
    );
    if (!this.active.delete(key)) return;
    if (answer?.ok === true) {
      const wrong = this.wanted.check(answer.value);
      if (wrong === undefined) {
        this.end(good({ value: answer.value, from: peer }));
        return;
      }
      this.parts.peers.fault(key, wrong.fault, wrong.what);
    } else if (answer !== undefined) this.isLate = this.report(key, answer.fault) || this.isLate;
    this.next();
  }

  /** A second peer is asked if this one takes long. */
  private hedge(asked: PeerKey): void {
    const { hedgeMs, longHedgeMs } = fetchLimits;
    const waitMs = this.wanted.isLong === true ? longHedgeMs : hedgeMs;
    const cancel = this.parts.timer.after(waitMs, () => {
      this.hedges.delete(cancel);
      if (!this.active.has(asked)) return;
      this.slow.add(asked);
      this.next();
    });
    this.hedges.add(cancel);
  }

  /** Returns whether the peer may have it nevertheless. */
  private report(peer: PeerKey, fault: AskFault): boolean {
    const { lanes, peers, onLate } = this.parts;
    if (fault.kind === 'aborted') return false;
    if (fault.kind === 'status') {
      if (fault.status === statuses.tooMany) lanes.slow(peer);
      if (fault.status >= statuses.ownFault) onLate(peer, fault.sentence);
      return isPassing(fault.status);
    }
    if (fault.kind === 'too-slow') lanes.slow(peer);
    const isOutside = fault.kind === 'too-large' || isUnreadable(fault.kind);
    if (isOutside) peers.fault(peer, 'malformed', fault.sentence);
    else onLate(peer, fault.sentence);
    return !isOutside;
  }

  private end(result: Result<Fetched<T>, FetchFault>): void {
    for (const cancel of this.hedges) cancel();
    this.hedges.clear();
    // One that another was faster than has done nothing wrong, but is asked later next time.
    const asked = [...this.active];
    this.active.clear();
    for (const [peer, controller] of asked) {
      if (result.ok && this.slow.has(peer)) this.parts.lanes.slow(peer);
      controller.abort();
    }
    this.resolve(result);
  }
}

const isUnreadable = (kind: AskFault['kind']): boolean =>
  kind === 'unreadable' || kind === 'malformed';
