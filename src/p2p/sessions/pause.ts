// Waiting that ends early when its conversation does.

import { onAbort } from '../../base/on-abort.ts';
import type { Timer } from '../../base/ports/time.ts';

/** Resolves after the time, or as soon as the signal is aborted. */
export function pause(timer: Timer, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      stopListening();
      resolve();
    };
    const cancel = timer.after(milliseconds, done);
    const stopListening = onAbort(signal, done);
  });
}

/** Lets one conversation wait until something happened since it last looked. */
export class Bell {
  private hasRung = false;
  private waiting: (() => void) | undefined;

  ring(): void {
    this.hasRung = true;
    this.waiting?.();
  }

  /** Resolves when it has rung since the last call ended, or as soon as the signal is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    if (!this.hasRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          stopListening();
          this.waiting = undefined;
          resolve();
        };
        this.waiting = done;
        const stopListening = onAbort(signal, done);
      });
    }
    this.hasRung = false;
  }
}
