// Formats counts for sentences.

/** `1 file`, `2 files`: for words whose plural ends in `s`. */
export const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;
