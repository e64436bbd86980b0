// Bounds on what a command may leave behind, with the reason for each. A command that exceeds one fails, and nothing of it
// is kept.

const mebibyte = 1024 * 1024;

export const limits = {
  /**
   * Bytes of JSON for a command's result, events and continuation together. Gas does not bound them: a list that holds
   * itself twice costs almost nothing, and after forty times no memory holds its JSON. Nodes have no such limit: the
   * sources of chainweb-node encode whatever comes. But nodes pass bodies of at most 2 MiB to each other, responses included
   * (`p2pRequestSizeLimit`), so a block with a larger output cannot reach a peer. What 150,000 gas pays for byte by byte,
   * such as rows that are read and strings that are built, comes to about 5 MiB, so an honest command stays below.
   */
  answerBytes: 8 * mebibyte,
  /**
   * Bytes that a command writes: the documents in its transaction log, which are held in memory until it ends. The code of a
   * body of 2 MiB is stored as documents of several times that size, because a module is stored with all that it depends on.
   */
  logBytes: 32 * mebibyte,
} as const;
