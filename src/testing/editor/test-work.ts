// The work of a thread that runs tests for an editor or an agent.

/** Plain data: it is copied to the thread, which sends events (src/testing/editor/test-event.ts). */
export type EditorTestWork = {
  readonly kind: 'editor-tests';
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Texts that take the place of files, by absolute path: what an editor has not saved yet. */
  readonly documents: ReadonlyMap<string, string>;
  /** Only files in this folder are read, and none if a link leads out of it. Absent: all files. */
  readonly within?: string | undefined;
  readonly coverage: boolean;
  /** Whether to measure the gas of forms and functions. */
  readonly gas?: boolean | undefined;
  /** Of a transaction, as `testing.gasLimit` of pact.yaml has it. */
  readonly gasLimit?: number | undefined;
  /** Of a file. */
  readonly fileGasLimit?: number | undefined;
};
