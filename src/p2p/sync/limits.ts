// Limits of synchronization, each with its reason. What a peer claims never decides more than where to look, and looking is
// bounded here.

const mebibyte = 1024 * 1024;

/** The filters of cuts. Source: Chainweb/CutDB.hs (processCuts, farAheadThreshold). */
export const cutLimits = {
  /** A cut whose highest block is this many heights above ours is only a goal. */
  farAhead: 20,
  /** What a pull asks for above the own sum of heights, as real nodes do: so that the answer is not far ahead. */
  pullAhead: 100,
  /** Heights of headers have 64 bits; no chain gets this far in a million years. */
  height: 2 ** 48,
  /** Headers and payloads that ride along with a pushed cut: the newest blocks of all chains of the largest network. */
  attachments: 32,
} as const;

export const planLimits = {
  /** Cuts that are completed at the same time. */
  plans: 8,
  /** Headers that a plan holds; a deeper fork is searched from its bottom (catch-up.ts). */
  headers: 2000,
  /** Headers of a page: that of real nodes. */
  page: 20,
  /** Up to this many headers of a chain are asked for one by one: the common case, and always served. */
  single: 2,
  /** A plan ends after this time without a new header or payload. */
  stalledMs: 3000,
  /** A block of the future is waited for at most this long. */
  futureMs: 120_000,
  /** Blocks so far in the future mean that somebody's clock is wrong. */
  skewMs: 20_000,
  /** How often blocks are joined again because the own cut changed meanwhile. */
  joins: 16,
  /** The same cut from the same peer is not looked at again so soon. */
  repeatMs: 10_000,
} as const;

/** How deep a fork may be: states are kept as far. Source: Chainweb/Pact/PactService.hs (reorgLimit). */
export const deepFork = 480;

export const catchUpLimits = {
  /** A goal this far above the own cut is caught up with, before anything is announced. */
  near: 40,
  /** Below this distance the node is near again: less, so that it does not go back and forth. */
  nearAgain: 20,
  /** Heights of a window: a page of headers of each chain, and a consistent cut at the end. */
  window: 20,
  /** The same of a node that executes nothing: peers of ours give as many headers at once, others some of them. */
  headerWindow: 100,
  /** Headers that are verified and not executed, while another side is not heavier yet. */
  headers: 12_000,
  /** The same after an operator's command to follow another side. */
  followedHeaders: 200_000,
  stalledMs: 30_000,
  /** A goal is replaced by a newer one after this time. */
  renewMs: 60_000,
  /** A fork that is too deep is not tried again before. */
  deepForkMs: 600_000,
  /** Peers with lighter blocks follow this node sooner than that, unless their fork is too deep. */
  lighterMs: 120_000,
  /** What peers claimed is forgotten after this time. */
  claimMs: 300_000,
} as const;

/** Memory for blocks that are not executed yet. A peer may fill a quarter. */
export const poolLimits = {
  headers: 20_000,
  headersOfPeer: 5000,
  payloadBytes: 64 * mebibyte,
  payloadBytesOfPeer: 16 * mebibyte,
  /** Headers of forks that lost are kept in case they win after all. */
  keptMs: 600_000,
} as const;

export const verdictLimits = {
  invalid: 8192,
  keptMs: 24 * 3_600_000,
  /** Whether others hold the same block shows within a few pulls; only then is it somebody's fault. */
  doubtMs: 10_000,
  /** As many groups of addresses holding a block that only we refuse: the fault is ours. */
  groups: 3,
  /** A cut with a block that is known to be invalid counts once in this time. */
  countedMs: 60_000,
} as const;

export const inboxLimits = {
  /** One for each peer that may be connected. */
  slots: 512,
  /** After a cut whose blocks could not be had, the same peer waits: doubled each time. */
  backOffMs: 10_000,
  maxBackOffMs: 600_000,
  /** The same if only the connection failed: it may have healed. */
  lateMs: 1000,
  maxLateMs: 8000,
  seen: 4096,
} as const;

export const fetchLimits = {
  inFlight: 64,
  inFlightOfPeer: 6,
  /** Real nodes answer 50 requests a second, in bursts of 200. */
  perSecond: 40,
  burst: 40,
  /** What is wanted is asked of a second peer after this time. */
  hedgeMs: 250,
  /** The same for pages and batches: they take longer to send, and would be sent twice. */
  longHedgeMs: 1500,
  /** Peers that are asked for one block. */
  peers: 5,
  /** How long a peer that was slow or said 429 gets half the rate. */
  slowMs: 10_000,
  /** A request that nobody waits for goes on for a moment, since the next cut usually needs the same block. */
  graceMs: 2000,
  /** Answers of a peer that do not come in this time are one fault. */
  lateMs: 30_000,
  lanes: 512,
  /** Payloads of one request between friends. */
  batch: 100,
  /** A peer without batches is asked again after this time. */
  noBatchMs: 600_000,
} as const;
