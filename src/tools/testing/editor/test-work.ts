// The work of a thread that runs tests for an editor or an agent.

/** Plain data: it is copied to the thread, which sends events (src/tools/testing/editor/test-event.ts). */
export type EditorTestWork = {
  readonly kind: 'editor-tests';
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Texts that replace files, by absolute path: unsaved documents of an editor. */
  readonly documents: ReadonlyMap<string, string>;
  /** Only files in this folder are read, and none through links that lead out of it. Absent: all files. */
  readonly within?: string | undefined;
  readonly coverage: boolean;
  /** Whether to measure the gas of forms and functions. */
  readonly gas?: boolean | undefined;
  /** The gas limit of a transaction, from gas.limit of pact.yaml. */
  readonly gasLimit?: number | undefined;
  /** The gas limit of a file, from testing.gasLimit of pact.yaml. */
  readonly fileGasLimit?: number | undefined;
  /** Whether modules may use builtins of Pact 4, from pact.yaml. */
  readonly pact4?: boolean;
};
