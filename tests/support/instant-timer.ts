// A timer whose pauses end at once: code that waits runs as before, and costs no time.
import type { Timer } from '../../src/base/ports/time.ts';

export const instantTimer: Timer = {
  after: (_, run) => {
    const handle = setImmediate(run);
    return () => clearImmediate(handle);
  },
  every: () => () => undefined,
  soon: (run) => void setImmediate(run),
};
