// Limits of messages between nodes, each with its reason: what a peer sends is read by these, whoever it is.

import { maxTransactions } from '../../chain/limits.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const messageLimits = {
  /** Nested lists and objects: a payload attached to a cut has four. */
  depth: 8,
  /** Values of one document: the transactions of the largest payload, and room for all else. */
  values: maxTransactions + 4096,

  /** Milliseconds until the head of an answer: nodes of the reference wait as long. */
  headMs: 3000,
  /** Milliseconds until its end: then a byte at a time is no way to hold a connection. */
  deadlineMs: 10_000,

  /** Bytes of an answer that says why there is no other: a proxy in front of a node may send a page. */
  faultBytes: 16 * kibibyte,

  /** Bytes of a cut: one of 20 chains has 1.8 KB. */
  cutBytes: 64 * kibibyte,
  /** Bytes of a cut with blocks attached. */
  attachedCutBytes: mebibyte,

  /** Bytes of a peer with its address and id: a name has at most 253 characters. */
  peerBytes: 4 * kibibyte,
  /** Bytes of a page of peers, and the peers of it that are read: those of the reference send at most 64 without being asked. */
  peersBytes: 256 * kibibyte,
  peers: 100,

  /** Bytes of a header: 318 at degree 3, and 426 at degree 6, the greatest of known graphs. */
  headerBytes: kibibyte,
  /** Bytes of a page of headers, which friends fill with 360. */
  headersBytes: 256 * kibibyte,
  headers: 360,

  /** Bytes of the bounds of a branch, and of the places of payloads: a hundred hashes with heights have 6 KB. */
  boundsBytes: 16 * kibibyte,

  /** Bytes of one payload or of several: nodes of the reference refuse larger answers. */
  payloadBytes: 2 * mebibyte,
  /** Payloads that friends ask for at once. */
  payloads: 100,

  /** Bytes of a list of pending transactions, and the most that a mempool of the reference holds. */
  pendingBytes: 512 * kibibyte,
  pending: 10_000,
  /** Transactions that are asked for at once by their keys. */
  lookups: 256,
  /** Bytes of transactions in one message: the limit of bodies of the reference. */
  commandsBytes: 2 * mebibyte,
  /** Transactions in one message: the reference offers so many at once. */
  commands: 1024,

  /** Sealed commands in one message, and their keys on a page: all of a page are asked for at once. */
  sealed: 256,
  /** Bytes of such keys. */
  sealedKeysBytes: 16 * kibibyte,
} as const;
