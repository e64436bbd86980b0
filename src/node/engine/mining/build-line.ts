// Requests that need a block to be built for a miner. Every account needs blocks of its own, and inventing accounts costs
// nothing, so one block is built at a time, in turns of a few milliseconds between which other requests are answered.
// Clients take turns, and miners that have solved work before come first.

import type { Client } from '../../../base/client.ts';
import { FairLine } from '../../../base/fair-line.ts';
import type { Clock, Timer } from '../../../base/ports/time.ts';
import { bad, type Result } from '../../../base/result.ts';
import { miningLimits } from '../../limits.ts';
import type { WorkFailure } from '../../port.ts';

export type WorkAnswer = Result<Uint8Array, WorkFailure>;

export type Build = {
  readonly client: Client;
  /** Whether its miner has solved work before. */
  readonly isProven: boolean;
  /** Aborted when the client disconnects. */
  readonly left: AbortSignal | undefined;
  /**
   * Works for a few milliseconds. `isAwaited`: others wait, so the block should soon be finished with what it has. Returns
   * `undefined` if there is more to do.
   */
  readonly turn: (isAwaited: boolean) => WorkAnswer | undefined;
};

type BuildLineParts = { readonly clock: Clock; readonly timer: Timer };

type Waiting = { readonly build: Build; readonly settle: (answer: WorkAnswer) => void };

export class BuildLine {
  private readonly parts: BuildLineParts;
  private readonly proven = new FairLine<Waiting>(miningLimits.waiting);
  private readonly others = new FairLine<Waiting>(miningLimits.waiting);
  private current: Waiting | undefined;
  private isPlanned = false;

  constructor(parts: BuildLineParts) {
    this.parts = parts;
  }

  /** Whether a block is being built, or requests wait for theirs. */
  get isBusy(): boolean {
    return this.current !== undefined || this.waits();
  }

  /** Resolves when it is built; if it loses its place, with `too-many`. */
  request(build: Build): Promise<WorkAnswer> {
    return new Promise((settle) => {
      const waiting = { build, settle };
      const { client, left } = build;
      const line = this.lineOf(build);
      line.add(client, waiting)?.settle(tooMany);
      left?.addEventListener(
        'abort',
        () => {
          if (line.remove(client, waiting)) settle(tooMany);
        },
        { once: true },
      );
      if (!this.isPlanned) this.proceed();
    });
  }

  private proceed(): void {
    if (!this.isBusy) return;
    const { clock } = this.parts;
    const begun = clock.nowMs();
    let now = begun;
    while (now - begun < miningLimits.turnMs) {
      this.current ??= this.proven.take() ?? this.others.take();
      if (this.current === undefined) break;
      const { build, settle } = this.current;
      const answer = build.turn(this.waits());
      const before = now;
      now = clock.nowMs();
      this.lineOf(build).charge(build.client, Math.max(now - before, leastMs));
      if (answer === undefined) continue;
      this.current = undefined;
      settle(answer);
    }
    this.planAfter(now - begun);
  }

  /** Requests that came in one turn of the event loop are not built in one: the line always takes a break. */
  private planAfter(took: number): void {
    const { timer } = this.parts;
    this.isPlanned = true;
    const again = (): void => {
      this.isPlanned = false;
      this.proceed();
    };
    // While several wait, at least half of the time is left for everything else.
    if (this.waits()) timer.after(took, again);
    else timer.soon(again);
  }

  private waits(): boolean {
    return this.proven.size > 0 || this.others.size > 0;
  }

  private lineOf({ isProven }: Build): FairLine<Waiting> {
    return isProven ? this.proven : this.others;
  }
}

/** Milliseconds that a turn counts at least. */
const leastMs = 0.05;

const tooMany: WorkAnswer = bad({ kind: 'too-many' });
