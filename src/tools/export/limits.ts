// Limits of what the exporter asks nodes for, so that its memory is bounded whatever a node sends.

const mebibyte = 1024 * 1024;

export const exportLimits = {
  /** Headers of one request: the size of a page on nodes of the reference. */
  headers: 360,
  /** Bytes of an answer about the node, its cut or a page of headers. */
  smallAnswerBytes: 4 * mebibyte,
  /** Bytes of an answer with payloads. A block of the public networks has some hundred kilobytes at most. */
  payloadsBytes: 64 * mebibyte,
  /** Bytes of payloads that one request aims at: the next one asks for more or fewer blocks. */
  aimedBytes: 3 * mebibyte,
  /** Blocks of the first request for payloads. */
  firstBlocks: 16,
  /** Blocks of one request, which are also those of one transaction of the sink. */
  batchBlocks: 180,
  /** Requests that are open at the same time, which a small node can serve beside its clients. */
  requests: 8,
  /** Times that a request is sent before the export gives up: about two minutes; with --follow it never does. */
  attempts: 9,
  /** The longest pause before a request is repeated, and the longest that a node can ask for. */
  longestPauseMs: 30_000,
  longestRetryAfterMs: 300_000,
  /** Milliseconds between two cuts while following, if no stream of new headers tells of them. */
  pollMs: 2_000,
  /** The least milliseconds between two cuts. */
  roundMs: 100,
  /** Times that a cut is read whose blocks the node does not know any more. */
  cuts: 5,
  /** Blocks below the head whose payloads may be missing for a moment, and how often they are then asked for. */
  newBlocks: 60,
  newBlockTries: 3,
  /** Batches of blocks in memory at the same time, of all chains. */
  openBatches: 8,
  /** Characters of code in which calls are looked for: parsing takes time. */
  codeLength: 64 * 1024,
  /** Different functions of one transaction that are listed. */
  calls: 256,
  /** Hashes of each chain by which an export without a database finds reorganisations. */
  keptHashes: 20_000,
  /** Digits that an exponent may add to an amount. Decimals of Pact have at most 255 places. */
  exponent: 400,
  /** Levels of lists and objects in answers of a node. */
  answerDepth: 32,
  /** Characters shown of an error message from a node. */
  quotedLength: 300,
} as const;
