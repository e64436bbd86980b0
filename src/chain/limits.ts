// Limits of transactions and blocks, each with its reason.

const mebibyte = 1024 * 1024;

/** Of the output and writes of a command outside blocks. A command that exceeds one fails and is rolled back. */
export const commandLimits = {
  /**
   * Bytes of JSON for a command's result, events and continuation together. Gas does not limit them: a list that contains
   * the previous list twice costs almost nothing, and after forty steps its JSON does not fit into memory. Nodes have no
   * such limit: chainweb-node encodes any size. But nodes pass bodies of at most 2 MiB to each other, including responses
   * (`p2pRequestSizeLimit`), so a block with a larger output cannot reach a peer. Data that is paid byte by byte, such as
   * rows read and strings built, comes to about 5 MiB for 150,000 gas, so an honest command stays below.
   */
  answerBytes: 8 * mebibyte,
  /**
   * Bytes that a command writes: the documents in its transaction log, which are in memory until it ends. The code of a body
   * of 2 MiB is stored as documents of several times that size, because a module is stored with all its dependencies.
   */
  logBytes: 32 * mebibyte,
} as const;

/**
 * Of a transaction in a block. Nodes have no such limits, so exceeding one is not a failure that a block could record: the
 * transaction is invalid, which means that it is never included in a block.
 */
export const chainLimits = {
  /**
   * Bytes of JSON of a result with its events. Results that 180,000 gas pays for byte by byte have at most about 6 MiB.
   * Only values that share parts are larger, and the JSON of a slightly larger program of that kind would not fit into
   * memory.
   */
  answerBytes: 64 * mebibyte,
  /** Bytes of the documents that a transaction writes: gas is charged by size, so a block's gas ends far below. */
  logBytes: 256 * mebibyte,
} as const;

/**
 * Of a block that is made here, and no rule for blocks of others: what its transactions may add to it. Nodes of the
 * reference have no such limits, and gas hardly limits an output: a list that contains the previous list twice has a
 * million items after twenty steps, for 99 gas. A transaction may have an output of `answerBytesPerGas` for each unit of gas
 * that it used. What is larger than that comes out of `answerBytes`, which all transactions of a block share; so an
 * output that nobody paid for never keeps those out that pay for theirs.
 */
export const makerLimits = {
  /**
   * Rows come to 25 bytes of JSON a gas, strings that are built to 13, hashes to 31, data of the transaction to 83, and
   * events without more, the cheapest of what contracts do, to 107. So a block of 180,000 gas has at most 24 MiB.
   */
  answerBytesPerGas: 128,
  /**
   * 1,000 rows written out in code, or all numbers to 100,000, fit without being paid. Nodes pass bodies of at most 2 MiB
   * to each other (`p2pRequestSizeLimit`), and clients send no larger ones, so proofs of larger outputs cannot be used.
   */
  answerBytes: 2 * mebibyte,
  /** That of any block: gas is charged for what is written. */
  logBytes: chainLimits.logBytes,
} as const;

/** Of a query (`local`). */
export const localLimits = {
  /** As for commands outside blocks: the answer is written and sent at once, and nobody pays for it. */
  answerBytes: commandLimits.answerBytes,
  logBytes: chainLimits.logBytes,
} as const;

/**
 * Of a payload from any source. The cheapest transaction has about 200 bytes, which cost 2 gas, and buys gas for more than 100: a block of 180,000
 * gas holds fewer than 1,800. Networks without a gas limit made blocks of a few hundred.
 */
export const maxTransactions = 20_000;

/**
 * Transactions that a host caches as read and verified: those of about ten full blocks and of a mempool. A transfer
 * takes about 4 kB, so 2 * 10,000 of them take at most 80 MB. The limit in bytes is for large ones, which clients can
 * send before they pay anything.
 */
export const rememberedTransactions = { transactions: 10_000, bytes: 8 * 1024 * 1024 } as const;

/**
 * UTF-16 units of code whose trees a chain caches. A tree takes 36 times as much memory, and a node may have twenty
 * chains.
 */
export const rememberedCode = 50_000;
