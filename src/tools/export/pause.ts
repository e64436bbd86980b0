// Waits between requests.

import { onAbort } from '../../base/on-abort.ts';
import type { Timer } from '../../base/ports/time.ts';
import { endedEarly } from './export-error.ts';

/** Rejects with an `ExportError` if the signal is aborted. */
export function pause(timer: Timer, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(endedEarly());
      return;
    }
    const stopListening = onAbort(signal, () => {
      cancel();
      stopListening();
      reject(endedEarly());
    });
    const cancel = timer.after(milliseconds, () => {
      stopListening();
      resolve();
    });
  });
}

/** Ends a wait when something happens, or after a time at the latest. A happening between two waits counts for the next one. */
export class Bell {
  private hasRung = false;
  private wake: (() => void) | undefined;

  ring(): void {
    this.hasRung = true;
    this.wake?.();
  }

  async wait(timer: Timer, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.hasRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const end = (): void => {
          this.wake = undefined;
          cancel();
          stopListening();
          resolve();
        };
        const stopListening = onAbort(signal, end);
        const cancel = timer.after(milliseconds, end);
        this.wake = end;
      });
    }
    this.hasRung = false;
    if (signal.aborted) throw endedEarly();
  }
}
