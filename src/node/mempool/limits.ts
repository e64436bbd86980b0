// What a mempool holds at most.

export const mempoolLimits = {
  /**
   * Pending transactions of a chain. The reference has 10,000 and drops what comes after without a word; here the cheapest
   * one makes room for a better one, and else the sender is told. The most are held for some tens of seconds of blocks.
   */
  transactions: 50_000,
  /** Bytes of pending transactions of a chain; a transaction has 2 MiB at most, which is the limit of a body. */
  bytes: 128 * 1024 * 1024,
  /** Keys on the list of bad transactions: 64 bytes or so each. The oldest goes first. */
  badKeys: 20_000,
  /** Arrivals that other nodes can ask for since a mark (Chainweb/Mempool/InMem.hs, `maxNumRecent`). */
  recent: 2048,
} as const;
