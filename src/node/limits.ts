// Limits of a node that operators cannot set, with their reasons. Those of mining are the reference's values.
// Source: interface reference, sections 4.1 and 7.1.

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
} as const;

export const gossipLimits = {
  /**
   * Request keys, and bytes of their transactions, that another node gets at once: it asks for all of them with one request,
   * whose answer has at most 2 MiB.
   */
  keys: 2_000,
  keyedBytes: 1.5 * 1024 * 1024,
  /** Transactions of other nodes that wait to be checked, on each chain; more are not taken. */
  waiting: 2_048,
  /** Keys of transactions that are refused whatever their signatures are, and the milliseconds for which they are not wanted. */
  refusedKeys: 20_000,
  refusedMicros: 600_000_000n,
} as const;

export const admissionLimits = {
  /** Milliseconds for the check of transactions that are asked about together, or of one. */
  ms: 1000,
  /** Transactions whose check is one question to another thread: about ten milliseconds of work. */
  transactionsAtOnce: 16,
  charactersAtOnce: 16 * 1024,
} as const;

export const questionMemory = {
  /** Bytes of state and payloads that a thread for questions holds in memory, of all chains together. */
  stateBytes: 32 * 1024 * 1024,
  payloadBytes: 4 * 1024 * 1024,
} as const;

export const miningLimits = {
  /** Blocks that were handed out as work and may still be solved; if there are more, some are dropped. */
  workItems: 1200,
  /** Bytes of these blocks, with what they change. */
  workBytes: 128 * 1024 * 1024,
  /** Headers of handed-out work that came too late: about 500 bytes each. */
  staleItems: 5000,
  /** Miners that solved work and are served first from then on; the one whose last solution is oldest is forgotten. */
  provenMiners: 256,
  /**
   * Requests for work that wait for their block. A connection rarely has two; an address has as many as it may have
   * connections, so that miners behind one address are not refused because of their number.
   */
  waiting: { items: 4000, itemsOfNetwork: 2000, itemsOfConnection: 4 },
  /** Milliseconds of work on a block for a miner before others have their turn. */
  turnMs: 5,
  /** Milliseconds after which a block for an unknown miner gets no more transactions if others wait. */
  awaitedMs: 10,
  /** How often a block is begun again because its chain has moved on, until the miner is asked to retry. */
  attempts: 20,
  /** Microseconds after which handed-out work is discarded. */
  workMicros: 300_000_000n,
  /** Streams of updates that are open at the same time. */
  updateStreams: 2000,
  /** Updates that a miner may fall behind: one is enough to make it request new work. */
  eventsBehind: 64,
  /**
   * Milliseconds from the first new transaction until work includes it, so that transactions sent together are included
   * together.
   */
  gatherMs: 50,
  /** Milliseconds for making a block on demand, during which requests wait. At least the first transactions are included. */
  blockMs: 40,
} as const;

export const moveLimits = {
  /** Milliseconds of executing blocks of other nodes before others have their turn. */
  turnMs: 5,
  /**
   * Blocks that are put into the cut together, and bytes of their payloads: a longer move ends at cuts on the way, so that
   * the last act of each takes 10 to 20 ms.
   */
  blocksAtOnce: 64,
  bytesAtOnce: 384 * 1024,
  /** The same of a node that executes nothing: each stage looks through all that is left. */
  headersAtOnce: 512,
  /** Transactions whose signatures are checked together in other threads. */
  checkedAtOnce: 32,
  /** Executed blocks of a move that ended early, and their bytes. */
  keptBlocks: 128,
  keptBytes: 16 * 1024 * 1024,
} as const;

export const storageLimits = {
  /** Heights of a chain whose payloads are removed with one new block, when a node begins to prune. */
  prunedAtOnce: 64,
} as const;

export const historyLimits = {
  /** Milliseconds of executing stored blocks for the history of balances before others have as many. */
  turnMs: 5,
  /** Blocks after which the states are stored: so many are executed again after a kill. */
  blocksAtOnce: 64,
  /** Bytes of states after which they are stored, however few the blocks are. */
  bytesAtOnce: 16 * 1024 * 1024,
  /** Blocks after which it is said how many are left. */
  reportedBlocks: 10_000,
} as const;

export const frontLimits = {
  /**
   * Connections of clients that the engine tells from one another, of those that ask for mining work. The least recent one
   * is forgotten first.
   */
  clients: 8192,
  /** Milliseconds that a question waits for the block that makes the time of its chain recent. */
  freshenMs: 100,
  /** Microseconds up to which it does not wait longer. */
  freshEnoughMicros: 30_000_000n,
  /** Milliseconds in which many looks at the chains are told to the engine once. */
  noticeMs: 100,
  /** Milliseconds after which a fault of the disk is known everywhere, at the latest. */
  healthMs: 500,
} as const;
