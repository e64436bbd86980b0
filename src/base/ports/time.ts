// The sources of time. Code that reads a clock or waits receives it as a parameter, so that a test or a simulation can set
// and advance the time.

export interface Clock {
  /** Milliseconds since an arbitrary moment. Never goes back: use it to measure and to wait. */
  nowMs(): number;
  /** Milliseconds since 1970. The system may set it back: use it only to record when something happened. */
  dateMs(): number;
}

/** Cancels the callback; has no effect once it has run. */
export type Cancel = () => void;

export interface Timer {
  after(milliseconds: number, run: () => void, options?: TimerOptions): Cancel;
  every(milliseconds: number, run: () => void, options?: TimerOptions): Cancel;
  /** Runs the callback after pending input and output. */
  soon(run: () => void): void;
}

export type TimerOptions = {
  /** The process may end before this runs. */
  readonly isBackground?: boolean;
};

/** Resolves after pending input and output. */
export function nextTurn(timer: Pick<Timer, 'soon'>): Promise<void> {
  return new Promise((resolve) => timer.soon(resolve));
}
