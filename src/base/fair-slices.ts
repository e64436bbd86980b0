// Slices of the main thread for work of several clients that takes longer than a few milliseconds: one slice in each turn
// of the event loop, so that other requests never wait for more than one, and clients take turns.

import type { Client } from './client.ts';
import { FairLine } from './fair-line.ts';
import type { Clock, Timer } from './ports/time.ts';

type FairSlicesParts = {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Items beyond it get no slice; each request waits for one at a time. */
  readonly maxWaiting: number;
};

type Waiting = { readonly client: Client; readonly begin: (hasSlice: boolean) => void };

export class FairSlices {
  private readonly parts: FairSlicesParts;
  private readonly line: FairLine<Waiting>;
  private isTaken = false;

  constructor(parts: FairSlicesParts) {
    const { maxWaiting: items } = parts;
    this.parts = parts;
    this.line = new FairLine({ items, itemsOfNetwork: items, itemsOfConnection: items });
  }

  /**
   * Resolves when the client may work for a few milliseconds; it should then ask for the next slice. Resolves with false
   * if too many wait.
   */
  next(client: Client): Promise<boolean> {
    if (!this.isTaken) {
      this.pass(client);
      return Promise.resolve(true);
    }
    return new Promise((begin) => {
      this.line.add(client, { client, begin })?.begin(false);
    });
  }

  /** The slice of the client lasts until the next turn of the event loop. */
  private pass(client: Client): void {
    const { clock, timer } = this.parts;
    this.isTaken = true;
    const begun = clock.nowMs();
    timer.soon(() => {
      this.line.charge(client, clock.nowMs() - begun);
      const next = this.line.take();
      this.isTaken = next !== undefined;
      if (next === undefined) return;
      this.pass(next.client);
      next.begin(true);
    });
  }
}
