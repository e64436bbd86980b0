// Assertions. A failed one is a bug in this program, never the user's fault.

export class BugError extends Error {
  override readonly name = 'BugError';
}

export function assert(condition: boolean, why: string): asserts condition {
  if (!condition) throw new BugError(why);
}

/** Marks a branch that the types exclude. */
export function unreachable(value: never, why = 'unreachable'): never {
  throw new BugError(`${why}: ${String(value)}`);
}
