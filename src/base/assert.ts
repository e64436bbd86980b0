// Checks of our own reasoning. A failed one is a bug of this program and never the user's fault.

export class BugError extends Error {
  override readonly name = 'BugError';
}

export function assert(condition: boolean, why: string): asserts condition {
  if (!condition) throw new BugError(why);
}

/** Marks a branch that the types already exclude. */
export function unreachable(value: never, why = 'unreachable'): never {
  throw new BugError(`${why}: ${String(value)}`);
}
