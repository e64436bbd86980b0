// The largest value of a parameter that stays within a limit. Between what was measured it is sought
// by halving; what is found is measured, and so is the next value.

/** In order of the values. `within`: it runs, and costs no more than the limit. */
export type Judged = { readonly at: number; readonly within: boolean };

export type Largest =
  /** The limit is nowhere reached. */
  | { readonly kind: 'all'; readonly at: number }
  | { readonly kind: 'none'; readonly at: number }
  | { readonly kind: 'found'; readonly at: number }
  /** Beyond a value that is too large, others are not: no halving can tell between them. */
  | { readonly kind: 'uneven'; readonly at: number; readonly tooLarge: number };

/** `points`: at least one. `isWithin` measures another value. */
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
