// Leaves out parts of what differs, for as long as the rest still does.

const mostTries = 400;

/**
 * Gives shorter lists one after the other, and is told of each whether it still differs: it goes on from the last one that
 * does. The answer is the shortest found.
 */
export function* shorter<T>(
  items: readonly T[],
  tries = mostTries,
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
