// Which of many open streams or connections makes room, so that one network cannot keep all others out.

/**
 * Returns the oldest item of the network with the most, if `network` would still have fewer with one more; `undefined`: it
 * has no better claim to a place. `open`: the items with their networks, the oldest first.
 */
export function oldestOfMany<Item>(
  open: ReadonlyMap<Item, string>,
  network: string,
): Item | undefined {
  const counts = new Map<string, number>();
  for (const each of open.values()) counts.set(each, (counts.get(each) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  if (most <= (counts.get(network) ?? 0) + 1) return undefined;
  for (const [item, each] of open) if (counts.get(each) === most) return item;
  return undefined;
}
