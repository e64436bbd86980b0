// What theory says of a network: figures to compare simulated ones with, and those that need no simulation.
// Seconds everywhere; shares are of 1.

/**
 * The share of blocks that are lost. Miners can work only on a part of the chains, so each of those is found faster than
 * the network's rate says, and forks more often than a single chain would.
 */
export function orphanShareOf(network: {
  readonly delay: number;
  readonly blockTime: number;
  readonly shares: readonly number[];
  /** The part of all chains that a miner can extend. */
  readonly minableShare: number;
}): number {
  const { delay, blockTime, shares, minableShare } = network;
  // A miner knows its own blocks at once.
  const fromOthers = 1 - shares.reduce((sum, share) => sum + share * share, 0);
  return 1 - Math.exp((-delay * fromOthers) / (minableShare * blockTime));
}

/** The mean time from a random moment to the next block: gaps are more even than chance, since chains wait for each other. */
export function waitForBlock(meanGap: number, variation: number): number {
  return (meanGap * (1 + variation * variation)) / 2;
}

/** How many nodes pass on a block before all have it, if each speaks to as many others, chosen at random. */
export function hopsBetween(nodes: number, sessions: number): number {
  if (nodes <= 1) return 0;
  return nodes - 1 <= sessions ? 1 : Math.log(nodes) / Math.log(sessions);
}

export type Traffic = {
  readonly chains: number;
  readonly blocksPerSecond: number;
  readonly headerBytes: number;
  readonly payloadBytes: number;
  readonly sessions: number;
};

/** Bytes in a second that a node receives for blocks, and for the cuts of its sessions. */
export function bandwidthOf({
  chains,
  blocksPerSecond,
  headerBytes,
  payloadBytes,
  sessions,
}: Traffic): { readonly blocks: number; readonly cuts: number } {
  const cutBytes = 250 + 78 * chains;
  return {
    // Payloads travel as base64url in JSON.
    blocks: blocksPerSecond * (headerBytes + payloadBytes * 1.35),
    // One for each block, and a question every two seconds.
    cuts: sessions * cutBytes * (blocksPerSecond + 0.5),
  };
}
