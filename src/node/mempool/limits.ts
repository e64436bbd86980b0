// The limits of a mempool.

export const mempoolLimits = {
  /**
   * Pending transactions of a chain. The reference has 10,000 and silently drops further ones; here a better one
   * replaces the cheapest, or else the sender gets an error. The maximum is a few tens of seconds of blocks.
   */
  transactions: 50_000,
  /** Bytes of pending transactions of a chain; a transaction has at most 2 MiB, which is the limit of a body. */
  bytes: 128 * 1024 * 1024,
  /** Keys on the list of bad transactions: about 64 bytes each. The oldest is removed first. */
  badKeys: 20_000,
  /** Arrivals that other nodes can query since a mark (Chainweb/Mempool/InMem.hs, `maxNumRecent`). */
  recent: 2048,
} as const;
