// The source of time. Code that needs a clock receives one as a parameter, so that a test or a
// simulation can set the time.

export interface Clock {
  /** Milliseconds since an arbitrary moment. Never goes back: use it to measure and to wait. */
  nowMs(): number;
  /** Milliseconds since 1970. The system may set it back: use it only to record when something happened. */
  dateMs(): number;
}
