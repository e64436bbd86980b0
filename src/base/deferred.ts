// A value created on first use. Unlike a function of `lazily` it is recognisable among other values, so it can be stored
// without being created.

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
