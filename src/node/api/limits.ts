// Every limit of the node's HTTP interface, with its reason. Limits of connections, slow clients and memory are in
// src/base/http/limits.ts, which `httpLimitsOfNode` adapts.

import { httpLimits } from '../../base/http/index.ts';
import { messageLimits } from '../../p2p/messages/limits.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const apiLimits = {
  /** Bytes of a body: the limit of the reference's nodes. */
  bodyBytes: 2 * mebibyte,
  /** Bytes of a body with one request key or a miner. */
  smallBodyBytes: 16 * kibibyte,
  /** Bytes of what other nodes send: a peer, a cut with blocks attached, request keys. */
  peerBodyBytes: messageLimits.peerBytes,
  cutBodyBytes: messageLimits.attachedCutBytes,
  keysBodyBytes: messageLimits.pendingBytes,
  sealedKeysBytes: messageLimits.sealedKeysBytes,
  /** Bytes of a cut without blocks. */
  cutBytes: messageLimits.cutBytes,
  /** Peers on a page, and on one whose size was not asked for: the reference's values. */
  peerPage: 512,
  usualPeerPage: 64,
  /** Bytes of transactions in one answer, which is as much as nodes of the reference read. */
  lookupBytes: messageLimits.commandsBytes,
  /** Transactions that are looked up in one turn: gas limits each to less than 100 KB. */
  lookupStep: 32,
  /** Bytes of a solved header: 286 at degree 3; the largest known graph has degree 6. */
  solvedBodyBytes: 4 * kibibyte,
  /** Nesting depth of lists and objects in a body. Transactions are strings there, so real bodies have a depth of five. */
  bodyDepth: 64,
  /** Transactions in one body: two MiB hold about 7,000 transfers. */
  commands: 8192,
  /** Request keys in one poll. */
  pollKeys: 5000,
  /** Bytes of a body with so few keys that a poll is answered at once; larger ones take turns. */
  fewKeysBytes: 12 * kibibyte,
  /** Larger polls that wait for their turn. */
  waitingPolls: 4000,
  /** Items on a page; a larger requested limit is reduced to this, as in the reference. */
  hashPage: 4096,
  headerPage: 360,
  blockPage: 360,
  /** Bytes of JSON after which a page of blocks ends early; its cursor says where to continue. */
  blockPageBytes: 8 * mebibyte,
  /**
   * Bytes of transactions in a block of the Rosetta interface; the others are only named. A transfer has about 1.7 KB, so blocks of
   * 4,000 transfers fit in.
   */
  rosettaBlockBytes: 8 * mebibyte,
  /** Request keys of a mempool in one answer of the Rosetta interface, which has no pages: half a MiB. */
  rosettaMempoolKeys: 10_000,
  /** Hashes on one side of the bounds of a branch. */
  branchBounds: 32,
  /** Payloads in one batch; the rest of a longer list is left out, as in the reference. */
  payloadBatch: 1000,
  /** The greatest `rewindDepth` and `confirmationDepth`: the reference's limit of reorganisations. */
  depth: 2 ** 31 - 1,
  /** Seconds that `listen` waits: the same as the reference. */
  listenSeconds: 180,
  /** Requests of `listen` that wait at the same time. */
  listeners: 3000,
  /**
   * Requests of `local`, `spv` and `spv2` that are open at the same time: one on each connection. Which of them are served
   * first, and which must retry, depends on what their clients have used (src/base/threads/limits.ts).
   */
  questions: 4000,
  /** Batches of transactions that are being admitted at the same time. */
  submissions: 1000,
  /** How many events a client may fall behind in a stream of blocks before its stream is closed; it can reconnect. */
  eventsBehind: 1024,
  /** Milliseconds that a stream for miners lasts, plus or minus a tenth: the same as the reference. Miners open it again. */
  minerStreamMs: 240_000,
} as const;

export type ApiLimits = { readonly [Name in keyof typeof apiLimits]: number };

/** What other nodes may ask for at once: as in the reference, whose nodes ask for no page at all. */
export const strangerLimits = {
  hashPage: 20,
  headerPage: 20,
  branchBounds: 4,
  /** None. */
  payloadBatch: 0,
} as const satisfies Partial<ApiLimits>;

/** The same for friends: what makes catching up fast. */
export const friendLimits = {
  hashPage: messageLimits.headers,
  headerPage: messageLimits.headers,
  payloadBatch: messageLimits.payloads,
} as const satisfies Partial<ApiLimits>;

export const httpLimitsOfNode = {
  ...httpLimits,
  /** How many connections may be streams (more than half of all): explorers and miners hold them open. */
  streams: 2000,
  /** Keeps one client from using up all connections, although several may share an address. */
  connectionsPerAddress: 2000,
} as const;
