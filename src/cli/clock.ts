// Measures the time of a run. Node's `performance` loads modules when it is first used, which takes a tenth of the
// start-up time; this does not.

/** Milliseconds since an arbitrary moment. */
export function milliseconds(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
