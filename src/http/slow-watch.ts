// Looks at everything that waits for a client, with one timer for all of it: a timer for each request would cost more than
// a small request does.

import type { Cancel } from '../base/ports/timer.ts';
import type { HttpOptions } from './read-body.ts';

export class SlowWatch {
  private readonly options: Pick<HttpOptions, 'limits' | 'timer'>;
  private readonly looks = new Set<() => void>();
  private cancel: Cancel | undefined;

  constructor(options: Pick<HttpOptions, 'limits' | 'timer'>) {
    this.options = options;
  }

  /** Calls `look` every `connectionCheckMs`, for the first time within it. The answer ends it. */
  watch(look: () => void): Cancel {
    const { limits, timer } = this.options;
    this.looks.add(look);
    this.cancel ??= timer.every(limits.connectionCheckMs, () => this.lookAtAll(), {
      isBackground: true,
    });
    return () => void this.looks.delete(look);
  }

  /** Ends the timer once there was nothing to look at since the last time. */
  private lookAtAll(): void {
    if (this.looks.size === 0) {
      this.cancel?.();
      this.cancel = undefined;
    }
    // A set goes on behind one that is taken out.
    for (const look of this.looks) look();
  }
}
