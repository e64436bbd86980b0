// A number of things that may exist at the same time, such as open requests. Those who wait are served in their order.

import { onAbort } from '../../base/on-abort.ts';
import { endedEarly } from './export-error.ts';

export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /** Resolves with the function that gives the slot back; rejects with an `ExportError` if the signal is aborted. */
  async take(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw endedEarly();
    if (this.free > 0) this.free--;
    else await this.turn(signal);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.release();
    };
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        stopListening();
        resolve();
      };
      const stopListening = onAbort(signal, () => {
        stopListening();
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        reject(endedEarly());
      });
      this.waiting.push(turn);
    });
  }

  /** The slot passes to the next one that waits. */
  private release(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free++;
    else next();
  }
}
