// What is made when it is first needed, and kept: a start should not wait for what most programs
// never use.

export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
