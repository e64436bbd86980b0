// Limits of sealed commands that nodes carry for each other, with their reasons.

import { messageLimits } from '../messages/limits.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const carriedLimits = {
  /** Bytes of one command: the code of a module for three recipients. Four of them fit into a message. */
  commandBytes: 512 * kibibyte,
  /** Seconds from its creation until a command expires, at the most: as for transactions. */
  ttlSeconds: 172_800,
  /** Seconds that a command may come from the future: clocks differ. */
  aheadSeconds: 95,

  /** Carried commands of all chains and their bytes: a command for one recipient has 2 KB. */
  commands: 20_000,
  bytes: 64 * mebibyte,
  /**
   * Bytes in a second that a node takes of one bringer, and at once after a pause: hundreds of commands, but an hour of
   * garbage from one peer does not fill the space.
   */
  bringerBytes: { perSecond: 16 * kibibyte, burst: 4 * mebibyte },
  /** Bringers whose rate is remembered: about a hundred bytes each. */
  bringers: 10_000,
  /** Keys of commands that were dropped or refused, and are not wanted again for some minutes. */
  unwantedKeys: 20_000,
  unwantedMs: 600_000,

  /** Keys of a page, and bytes of their commands: all of them can be asked for at once. */
  pageKeys: messageLimits.sealed,
  pageBytes: 1.5 * mebibyte,
} as const;

/** Between rounds with one peer. */
export const sealedGossipLimits = {
  /** Milliseconds between two questions for new commands: with those that are pushed, a command is everywhere in seconds. */
  roundMs: 2000,
  /** Milliseconds until new commands are pushed, so that those that come together are pushed together. */
  gatherMs: 100,
  /** Peers that a new command is pushed to at once; all others fetch it. */
  pushes: 2,
  /** Keys that wait to be pushed to one peer; what is more is fetched or offered in a later round. */
  pushedKeys: 256,
  /** Milliseconds for which a peer that knows nothing of sealed commands is not asked again. */
  closedMs: 600_000,
} as const;
