// What the crash tests share.

export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Whole numbers below a bound, the same for the same seed. */
export function generator(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
