// Limits of what peers can make a node remember and do, with their reasons.

export const tableLimits = {
  /** Peers that were heard of but never answered. */
  newSlots: 4096,
  /** Peers that have answered. */
  triedSlots: 1024,
  /** Places in the new part for what the peers of one group say: 64 groups must agree to fill it. */
  newOfSource: 64,
  /** Places in the tried part for the addresses of one group: neighbours may be one attacker. */
  triedOfGroup: 8,
  /** Ports of one address: a host with many peers is a laboratory, or an attack. */
  portsOfAddress: 4,
  /** Networks that a peer is remembered for: more than chains exist. */
  networksOfPeer: 1025,
  /** Attempts without an answer, until a peer that never answered is forgotten. */
  newTries: 3,
  /** Successive failures, until a peer whose last answer is older than the age is forgotten. */
  triedFailures: 6,
  forgetMs: 12 * 3_600_000,
  /** A tried peer that failed lately gives its place to one that answered. */
  staleFailures: 2,
} as const;

export const scoreLimits = {
  /** Points are kept within this range, and in thousandths. */
  range: 100_000,
  /** From useful blocks, so that an old friend cannot misbehave for long. */
  maxUseful: 20_000,
  /** At and below these points sessions end, and everything from the peer is refused. */
  disconnect: -20_000,
  ban: -50_000,
  halfLifeMs: 600_000,
  /** After a ban nothing is forgiven for this time. */
  banWithoutDecayMs: 1_800_000,
  /** For what bytes alone prove. */
  fatalBanMs: 24 * 3_600_000,
  /** Slowness alone never ends a session by points, and costs next to nothing while there are few other peers. */
  lateFloor: -15_000,
  lateFloorOfFew: -5_000,
  fewPeers: 4,
  /** Peers with points. The one that matters least is forgotten. */
  entries: 1000,
  /** A cut with a block that is known to be invalid counts once in this time. */
  knownInvalidMs: 60_000,
} as const;

export const admissionLimits = {
  /** Items of a page that are stored. */
  storedOfPage: 16,
  /** Items of a page that are looked at. */
  readOfPage: 100,
  /** Questions back to peers that announce themselves: each costs a handshake. */
  probesAtOnce: 2,
  probesInSecond: 10,
  /** The question back and its answer, so that the sender, who waits three seconds, gets one. */
  probeMs: 2000,
  /** A question for somebody else's address waits up to this time, so that many nodes do not ask at the same moment. */
  jitterMs: 500,
  /** Between questions because of the same sender: for its own address, and for one of another group. */
  senderMs: 10_000,
  foreignMs: 60_000,
  /** Between questions to the same address. */
  targetMs: 600_000,
  /** Between attempts to change the certificate of an address. */
  pinMs: 3_600_000,
  /** Senders and addresses whose last question is remembered: more than there are questions in the longest of these times, but one. */
  remembered: 8192,
} as const;

export const choiceLimits = {
  /** Waiting after a failure, doubled by each one: for configured peers, while there are few sessions, and otherwise. */
  firstWaitMs: 1000,
  fixedWaitMs: 5000,
  fewWaitMs: 15_000,
  maxWaitMs: 600_000,
  /** Peers that are kept over a restart as those to ask first. */
  anchors: 2,
  feelerMs: 120_000,
} as const;
