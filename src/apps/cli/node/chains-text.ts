// Formats a number of chains.

export function chainsText(count: number): string {
  return count === 1 ? '1 chain' : `${count} chains`;
}
