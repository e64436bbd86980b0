// Where time comes from. Rooms that need a clock are handed one, so that a test or a simulation can
// decide what time it is.

export interface Clock {
  /** Milliseconds since some moment. It never goes back: use it to measure and to wait. */
  nowMs(): number;
  /** Milliseconds since 1970. The system may set it back: use it to record when something happened. */
  dateMs(): number;
}
