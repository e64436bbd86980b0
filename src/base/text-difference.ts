// Finds the difference of two texts: the part that remains without their common beginning and end.

export type Difference = {
  /** In both texts. */
  readonly start: number;
  /** In the former text. */
  readonly end: number;
  /** How much longer the newer text is. */
  readonly added: number;
};

export function differenceOf(before: string, now: string): Difference {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === now.charCodeAt(start)) start++;
  const added = now.length - before.length;
  let end = before.length;
  const least = Math.max(start, start - added);
  while (end > least && before.charCodeAt(end - 1) === now.charCodeAt(end - 1 + added)) end--;
  return { start, end, added };
}
