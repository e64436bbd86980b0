// Limits of the conversations with peers, with their reasons.

export const sessionLimits = {
  /** Milliseconds of a session, and what is drawn to that, either way: others get their turn (P2P/Node.hs). */
  lifeMs: 240_000,
  lifeSpreadMs: 24_000,
  /** Between questions for the cut of a peer (CutDB/Sync.hs). */
  pullMs: 2000,
  /** Successive requests without an answer that end a session. */
  failures: 2,
  /** After "too many requests" a peer is asked half as often for this time. */
  slowMs: 10_000,
  /** Until a peer that does not know us is told again of this node. */
  announceMs: 10_000,
  /** Between questions for peers in a session, while there are too few of them. */
  pageMs: 30_000,
  /** Sessions that are opened in one round. */
  openedAtOnce: 3,
  roundMs: 1000,
  crowdsMs: 60_000,
  saveMs: 300_000,
  /** Milliseconds without an answer of anybody, after which a node is alone. */
  aloneMs: 60_000,
  /** So long a node that needs peers is starting, and not alone. */
  startMs: 60_000,
  /** So long a node that may be alone waits for its first peer before it makes blocks. */
  firstPeerMs: 5000,
  /** Until peers are asked again at which address they see this node. */
  lookAgainMs: 10_000,
  /** Peers that are listed for operators. */
  listed: 1000,
} as const;

export const pushLimits = {
  /** Own blocks that ride along with a cut: a peer that missed more asks for them. */
  ownBlocks: 16,
  ownBlockMs: 30_000,
  /** Bytes of the JSON of a payload, and of all that rides along: a body may have 1 MiB. */
  payloadBytes: 128 * 1024,
  attachedBytes: 768 * 1024,
} as const;
