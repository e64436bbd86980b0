// Checks everything that waits for a client, with one timer for all: a timer for each request would cost more than
// handling a small request.

import type { Cancel } from '../ports/timer.ts';
import type { HttpOptions } from './read-body.ts';

export class SlowWatch {
  private readonly options: Pick<HttpOptions, 'limits' | 'timer'>;
  private readonly looks = new Set<() => void>();
  private cancel: Cancel | undefined;

  constructor(options: Pick<HttpOptions, 'limits' | 'timer'>) {
    this.options = options;
  }

  /** Calls `look` every `connectionCheckMs`, the first time within that. Call the returned function to stop. */
  watch(look: () => void): Cancel {
    const { limits, timer } = this.options;
    this.looks.add(look);
    this.cancel ??= timer.every(limits.connectionCheckMs, () => this.lookAtAll(), {
      isBackground: true,
    });
    return () => void this.looks.delete(look);
  }

  /** Stops the timer if there was nothing to check since the last time. */
  private lookAtAll(): void {
    if (this.looks.size === 0) {
      this.cancel?.();
      this.cancel = undefined;
    }
    // Iteration continues correctly after an element is removed.
    for (const look of this.looks) look();
  }
}
