// Checks whether a program holds more than half of the memory. Garbage counts until it is collected, so a collection runs
// first, after `release` has freed caches and the like. This happens only if the heap is half full, and again only after
// another eighth has been filled.

let usedAfterCollection = 0;

export function isMemoryShort(release?: () => void): boolean {
  const { getHeapStatistics } = process.getBuiltinModule('node:v8');
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  if (used < limit / 2) usedAfterCollection = 0;
  if (used < Math.max(limit / 2, usedAfterCollection + limit / 8)) return false;
  release?.();
  collectGarbage();
  usedAfterCollection = getHeapStatistics().used_heap_size;
  return usedAfterCollection > limit / 2;
}

let collector: (() => void) | undefined;

function collectGarbage(): void {
  if (collector === undefined) {
    // Only contexts made after the flag is set have the function.
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
    collector = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
  }
  collector();
}
