// Maps of bounded size, which keep what was put last.

/** Puts an entry behind all others, and removes the oldest ones if there are more than `max`. */
export function putNewest<Key, Value>(
  map: Map<Key, Value>,
  max: number,
  [key, value]: readonly [Key, Value],
): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}
