// Assertions. A failed assertion is a bug in this program, never the user's fault.

export class BugError extends Error {
  override readonly name = 'BugError';
}

export function assert(condition: boolean, why: string): asserts condition {
  if (!condition) throw new BugError(why);
}

/** Marks a branch that cannot be reached according to the types. */
export function unreachable(value: never, why = 'unreachable'): never {
  throw new BugError(`${why}: ${String(value)}`);
}
