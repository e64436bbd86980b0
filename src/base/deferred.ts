// Values that are created later than their names: on first use, so that start-up does not wait for things that most
// programs never use, or in steps.

/** A value created on first use. Unlike a function of `lazily` it is recognisable among other values, so it can be stored
 * without being created.
 */
export class Deferred<T> {
  private make: (() => T) | undefined;
  private made: { readonly value: T } | undefined;

  constructor(make: () => T) {
    this.make = make;
    this.made = undefined;
  }

  static of<T>(value: T): Deferred<T> {
    const deferred = new Deferred(() => value);
    deferred.made = { value };
    return deferred;
  }

  get value(): T {
    if (this.made !== undefined) return this.made.value;
    const value = (this.make as () => T)();
    this.made = { value };
    this.make = undefined;
    return value;
  }
}

/** Returns a function that creates its value on first use and then keeps it. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns a function that makes a value once for each object and keeps it as long as the object. */
export function onceFor<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, { readonly value: T }>();
  return (key) => {
    let known = made.get(key);
    if (known === undefined) made.set(key, (known = { value: make(key) }));
    return known.value;
  };
}

/** Runs all steps of work whose caller could also decide when to run each, or stop. */
export function lastOf<Result>(steps: Generator<undefined, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
