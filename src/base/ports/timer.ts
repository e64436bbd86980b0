// Schedules callbacks. Code that waits receives a timer as a parameter, so that a test or a simulation can advance the time.

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
