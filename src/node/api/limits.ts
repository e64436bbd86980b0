// Every bound of the node's HTTP interface, with its reason. Those of connections, slow clients and memory are in
// src/http/limits.ts, which `httpLimitsOfNode` adapts.

import { httpLimits } from '../../http/index.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const apiLimits = {
  /** Bytes of a body: what the reference's nodes take. */
  bodyBytes: 2 * mebibyte,
  /** Bytes of a body with request keys: the most keys of one poll, and some white space. */
  keyBodyBytes: 256 * kibibyte,
  /** Bytes of a body with one request key, a miner, or bounds of a branch. */
  smallBodyBytes: 16 * kibibyte,
  /** Bytes of a solved header: 286 at degree 3; the largest known graph has degree 6. */
  solvedBodyBytes: 4 * kibibyte,
  /** Nested lists and objects of a body. A transaction's own data is a string there, so real bodies have five. */
  bodyDepth: 64,
  /** Transactions of one body: two MiB hold some 7,000 transfers. */
  commands: 8192,
  /** Request keys of one poll. */
  pollKeys: 5000,
  /** Items of a page; what a client asks for beyond is cut down to it, as in the reference. */
  hashPage: 4096,
  headerPage: 360,
  blockPage: 360,
  /** Bytes of JSON after which a page of blocks ends early: its cursor says where to go on. */
  blockPageBytes: 8 * mebibyte,
  /** Hashes on one side of the bounds of a branch. */
  branchBounds: 32,
  /** Payloads of one batch; the rest of a longer list is left out, as in the reference. */
  payloadBatch: 1000,
  /** Blocks that `rewindDepth` and `confirmationDepth` may name: the reference's limit of reorganisations. */
  depth: 2 ** 31 - 1,
  /** Seconds that `listen` waits: the reference's. */
  listenSeconds: 180,
  /** Requests of `listen` that wait at once. */
  listeners: 3000,
  /** Requests of `local` and `spv` that the engine works on at once; beyond, clients ask again. */
  questions: 1000,
  /** Batches of transactions that are being admitted at once. */
  submissions: 1000,
  /** Events that a client of a stream of blocks may be behind; then its stream ends, and it connects again. */
  eventsBehind: 1024,
  /** Milliseconds of a stream for miners, give or take a tenth: the reference's. Miners open it again. */
  minerStreamMs: 240_000,
} as const;

export type ApiLimits = { readonly [Name in keyof typeof apiLimits]: number };

export const httpLimitsOfNode = {
  ...httpLimits,
  /** More than half of the connections may be streams: explorers and miners hold them open. */
  streams: 2000,
  /** One client alone cannot use up the connections; many may share an address. */
  connectionsPerAddress: 2000,
} as const;
