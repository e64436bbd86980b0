// Limits on the output and writes of a command, each with its reason. A command that exceeds one fails and is rolled back.

const mebibyte = 1024 * 1024;

export const limits = {
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
