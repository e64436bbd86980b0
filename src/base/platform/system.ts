// The clock, the timers and the randomness of the system.

import type { Clock, Timer, TimerOptions } from '../ports/time.ts';
import { randomBytes } from 'node:crypto';
import type { Random } from '../ports/random.ts';

export const systemClock: Clock = {
  nowMs() {
    // Node's `performance` loads modules when it is first used, which takes a tenth of the startup time.
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
  dateMs: () => Date.now(),
};

export const systemTimer: Timer = {
  after(milliseconds, run, options) {
    const timer = held(setTimeout(run, milliseconds), options);
    return () => clearTimeout(timer);
  },
  every(milliseconds, run, options) {
    const timer = held(setInterval(run, milliseconds), options);
    return () => clearInterval(timer);
  },
  soon: (run) => void setImmediate(run),
};

function held(timer: NodeJS.Timeout, options: TimerOptions | undefined): NodeJS.Timeout {
  return options?.isBackground === true ? timer.unref() : timer;
}

/** Fit for keys. */
export const systemRandom: Random = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
};
