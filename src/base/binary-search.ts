// Returns how many items at the beginning of a sorted list meet a condition that no later item meets.

export function countLeading(length: number, fulfils: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fulfils(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
