// Distinguishes names that a program can write from those that the resolver makes.

export function isWrittenName(name: string): boolean {
  return !/^#|[:\s()]/.test(name);
}
