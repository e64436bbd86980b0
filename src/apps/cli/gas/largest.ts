// Finds the largest value of a parameter within a limit, by bisection between the measured values. The result and the
// next value are both measured.

/** A measured value, in a list sorted by `at`. `within`: it runs and costs no more than the limit. */
export type Judged = { readonly at: number; readonly within: boolean };

export type Largest =
  /** No value exceeds the limit. */
  | { readonly kind: 'all'; readonly at: number }
  | { readonly kind: 'none'; readonly at: number }
  | { readonly kind: 'found'; readonly at: number }
  /** A value beyond one that is too large is within the limit, so bisection is impossible. */
  | { readonly kind: 'uneven'; readonly at: number; readonly tooLarge: number };

/** `points`: at least one. `isWithin` measures a further value. */
export function largestWithin(
  points: readonly Judged[],
  isWithin: (at: number) => boolean,
): Largest | undefined {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const firstOver = points.findIndex(({ within }) => !within);
  if (firstOver === -1) return { kind: 'all', at: last.at };
  const over = points[firstOver] ?? last;
  const laterWithin = points.slice(firstOver).findLast(({ within }) => within);
  if (laterWithin !== undefined) {
    return { kind: 'uneven', at: laterWithin.at, tooLarge: over.at };
  }
  if (firstOver === 0) return { kind: 'none', at: first.at };
  let low = points[firstOver - 1]?.at ?? first.at;
  let high = over.at;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isWithin(middle)) low = middle;
    else high = middle;
  }
  return { kind: 'found', at: low };
}
