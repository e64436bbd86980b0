// Whether a program keeps more than half of what memory there is. What it let go counts until it is
// collected, so that is done first, after `release` has let go what is kept beside the program. But
// only where the heap is half full, and not again until an eighth of it has been filled since.

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
    // The function is handed only to contexts that are made after the flag is set.
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
    collector = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
  }
  collector();
}
