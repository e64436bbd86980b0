// Work for later. Rooms that wait are handed a timer, so that a test or a simulation can let time pass.

/** Calls off what was planned; has no effect afterwards. */
export type Cancel = () => void;

export interface Timer {
  after(milliseconds: number, run: () => void, options?: TimerOptions): Cancel;
  every(milliseconds: number, run: () => void, options?: TimerOptions): Cancel;
  /** As soon as input and output that are ready were served. */
  soon(run: () => void): void;
}

export type TimerOptions = {
  /** The process may end before this runs. */
  readonly isBackground?: boolean;
};
