// Limits of the exchange of transactions with a peer, with their reasons.

export const gossipLimits = {
  /** Keys of one lookup, so that the answer fits into what a node answers. */
  lookupKeys: 256,
  /** Bytes of the transactions of one insert. */
  insertBytes: 512 * 1024,
  insertCommands: 256,
  /** Lists of one chain that are read in a row: the rest waits for the next round. */
  lists: 8,
  /** After this time another peer is asked for what one has listed: its answer takes a few seconds at most. */
  claimMs: 3000,
  /** Keys of a chain that are asked for later, since other peers are being asked. */
  laterKeys: 4096,
  /** Keys that are remembered for each peer: what it has listed or was sent. */
  knownKeys: 5000,
  /** Peers of which that is remembered. */
  peers: 32,
  /** Requests in a second: nodes of the reference answer twenty. */
  requestMs: 1000 / 16,
  /** All requests about transactions to a peer, pushes with them: those that fetch come first. */
  requests: { perSecond: 16, burst: 48 },
  /** Arrivals of this time are pushed together. */
  gatherMs: 50,
  /** Transactions of a chain that wait to be pushed to a peer; it fetches the others. */
  pushedKeys: 512,
  /** Peers that are told of what another peer sent: most will have it. */
  relays: 3,
  /** Between two exchanges about the same chain, by the number of chains. */
  chainMs: 250,
  minRoundMs: 2000,
  maxRoundMs: 15_000,
  /** Of transactions that a peer sent, so many must be refused until it is a nuisance: more than half of these. */
  judgedCommands: 16,
} as const;
