// Reduces a list while it still differs.

const maxTries = 400;

/**
 * Yields shorter lists one by one. The caller answers whether each still differs; the next ones are derived from the last
 * one that does. Returns the shortest one found.
 */
export function* shorter<T>(
  items: readonly T[],
  tries = maxTries,
): Generator<readonly T[], readonly T[], boolean> {
  let best = items;
  let left = tries;
  for (let length = Math.ceil(best.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let at = best.length - length; at >= 0 && left > 0; at -= length) {
      left--;
      const less = [...best.slice(0, at), ...best.slice(at + length)];
      if (yield less) best = less;
    }
  }
  return best;
}
