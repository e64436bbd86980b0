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
  /** Blocks of one request, which are also those of one transaction of the sink. */
  batchBlocks: 180,
  /** Bytes of an event in the stream of new headers. */
  eventBytes: 64 * 1024,
  /** Requests that are open at the same time, which a small node can serve beside its clients. */
  requests: 8,
  /** Batches of blocks in memory at the same time, of all chains. */
  openBatches: 8,
  /** Characters of code in which calls are looked for: parsing takes time. */
  codeLength: 64 * 1024,
  /** Different functions of one transaction that are listed. */
  calls: 256,
  /** Digits that an exponent may add to an amount. Decimals of Pact have at most 255 places. */
  exponent: 400,
  /** Levels of lists and objects in answers of a node. */
  answerDepth: 32,
  /** Characters shown of an error message from a node. */
  quotedLength: 300,
} as const;
