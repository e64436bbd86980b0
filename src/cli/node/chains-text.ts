// How many chains, in words.

export function chainsText(count: number): string {
  return count === 1 ? '1 chain' : `${count} chains`;
}
