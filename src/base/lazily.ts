// A value that is created on first use and then kept, so that start-up does not wait for things that most
// programs never use.

export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
