// The clock and the timers of the system.

import type { Clock } from '../ports/clock.ts';
import type { Timer, TimerOptions } from '../ports/timer.ts';

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
