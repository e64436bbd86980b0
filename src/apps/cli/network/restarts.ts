// When a node that died starts again: soon after the first time, later and later if it dies again and again, and not at all
// if it never was ready, because it would fail for the same reason.

const firstDelayMs = 1000;
const longestDelayMs = 60_000;
/** A node that ran this long counts as healthy: its next death is a first one. */
const healthyMs = 60_000;

export class Restarts {
  private delayMs = firstDelayMs;

  /** `ranMs`: how long it was ready; `undefined`: it never was. Returns the wait, or `undefined` if it stays down. */
  next(ranMs: number | undefined): number | undefined {
    if (ranMs === undefined) return undefined;
    if (ranMs >= healthyMs) this.delayMs = firstDelayMs;
    const delayMs = this.delayMs;
    this.delayMs = Math.min(delayMs * 2, longestDelayMs);
    return delayMs;
  }
}
