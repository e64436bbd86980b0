// Ends what makes no progress: aborts its requests when nothing new has come for some time. Execution does not count.

import type { Cancel, Timer } from '../../base/ports/time.ts';

export class StallWatch {
  private readonly timer: Timer;
  private readonly limitMs: number;
  private readonly controller = new AbortController();
  private cancel: Cancel | undefined;
  private pauses = 0;
  private hasEnded = false;

  constructor(timer: Timer, limitMs: number) {
    this.timer = timer;
    this.limitMs = limitMs;
    this.progress();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The time begins anew. */
  progress(): void {
    this.cancel?.();
    this.cancel = undefined;
    if (this.hasEnded || this.pauses > 0) return;
    this.cancel = this.timer.after(this.limitMs, () => this.controller.abort());
  }

  pause(): void {
    this.pauses++;
    this.progress();
  }

  resume(): void {
    this.pauses--;
    this.progress();
  }

  /** Also aborts what is still under way. */
  end(): void {
    this.hasEnded = true;
    this.progress();
    this.controller.abort();
  }
}
