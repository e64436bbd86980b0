// How much is asked of peers at the same time. Each peer has a lane with a bucket of tokens, so that real nodes never
// answer 429, and a few requests in flight; all lanes share a bound.

import { onAbort } from '../../base/on-abort.ts';
import type { Cancel, Clock, Timer } from '../../base/ports/time.ts';
import type { PeerKey } from '../address/peer-info.ts';
import { fetchLimits } from './limits.ts';

type Task = { readonly start: () => void; readonly drop: () => void };

type Lane = {
  readonly waiting: Task[];
  inFlight: number;
  tokens: number;
  /** When the tokens were counted. */
  atMs: number;
  slowUntilMs: number;
  /** The timer for the next token. */
  wake: Cancel | undefined;
};

export class Lanes {
  private readonly clock: Clock;
  private readonly timer: Timer;
  private readonly lanes = new Map<PeerKey, Lane>();
  private inFlight = 0;
  private isClosed = false;

  constructor({ clock, timer }: { readonly clock: Clock; readonly timer: Timer }) {
    this.clock = clock;
    this.timer = timer;
  }

  /** Requests of a peer that run or wait. */
  load(peer: PeerKey): number {
    const lane = this.lanes.get(peer);
    if (lane === undefined) return 0;
    // One that is slow is asked last.
    const slow = lane.slowUntilMs > this.clock.nowMs() ? fetchLimits.inFlightOfPeer : 0;
    return lane.waiting.length + lane.inFlight + slow;
  }

  /** Runs the request when it is its turn; `undefined` if it was aborted before. */
  run<T>(peer: PeerKey, request: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    if (this.isClosed || signal.aborted) return Promise.resolve(undefined);
    const lane = this.laneOf(peer);
    return new Promise<T | undefined>((resolve, reject) => {
      let stop = (): void => undefined;
      const task: Task = {
        start: () => {
          stop();
          lane.inFlight++;
          this.inFlight++;
          void request()
            .then(resolve, reject)
            .finally(() => this.ended(peer, lane));
        },
        drop: () => {
          stop();
          const at = lane.waiting.indexOf(task);
          if (at >= 0) lane.waiting.splice(at, 1);
          resolve(undefined);
        },
      };
      stop = onAbort(signal, task.drop);
      lane.waiting.push(task);
      this.pump(peer, lane);
    });
  }

  /** Halves the rate of a peer for a while. */
  slow(peer: PeerKey): void {
    this.laneOf(peer).slowUntilMs = this.clock.nowMs() + fetchLimits.slowMs;
  }

  close(): void {
    this.isClosed = true;
    for (const lane of this.lanes.values()) {
      lane.wake?.();
      lane.wake = undefined;
      for (const task of [...lane.waiting]) task.drop();
    }
  }

  private ended(peer: PeerKey, lane: Lane): void {
    const wasFull = this.inFlight >= fetchLimits.inFlight;
    lane.inFlight--;
    this.inFlight--;
    this.pump(peer, lane);
    if (!wasFull) return;
    for (const [other, each] of this.lanes) this.pump(other, each);
  }

  private pump(peer: PeerKey, lane: Lane): void {
    if (this.isClosed) return;
    this.refill(lane);
    while (
      lane.waiting.length > 0 &&
      lane.tokens >= 1 &&
      lane.inFlight < fetchLimits.inFlightOfPeer &&
      this.inFlight < fetchLimits.inFlight
    ) {
      lane.tokens--;
      lane.waiting.shift()?.start();
    }
    if (lane.waiting.length === 0 || lane.tokens >= 1 || lane.wake !== undefined) return;
    const waitMs = Math.ceil(((1 - lane.tokens) * 1000) / this.rateOf(lane));
    lane.wake = this.timer.after(waitMs, () => {
      lane.wake = undefined;
      this.pump(peer, lane);
    });
  }

  private refill(lane: Lane): void {
    const nowMs = this.clock.nowMs();
    const gained = ((nowMs - lane.atMs) * this.rateOf(lane)) / 1000;
    lane.tokens = Math.min(fetchLimits.burst, lane.tokens + gained);
    lane.atMs = nowMs;
  }

  /** Tokens in a second. */
  private rateOf(lane: Lane): number {
    const { perSecond } = fetchLimits;
    return lane.slowUntilMs > this.clock.nowMs() ? perSecond / 2 : perSecond;
  }

  private laneOf(peer: PeerKey): Lane {
    const known = this.lanes.get(peer);
    if (known !== undefined) return known;
    this.dropIdle();
    const lane: Lane = {
      waiting: [],
      inFlight: 0,
      tokens: fetchLimits.burst,
      atMs: this.clock.nowMs(),
      slowUntilMs: 0,
      wake: undefined,
    };
    this.lanes.set(peer, lane);
    return lane;
  }

  private dropIdle(): void {
    if (this.lanes.size < fetchLimits.lanes) return;
    for (const [peer, lane] of this.lanes) {
      if (lane.inFlight === 0 && lane.waiting.length === 0) this.lanes.delete(peer);
    }
  }
}
