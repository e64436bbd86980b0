// The work of a thread that runs tests for an editor or an agent, and the events that it sends: plain data, with UTF-16
// offsets.

import type { TextRange } from '../../analysis/workspace/symbols.ts';

export type PlacedRange = { readonly path: string; readonly range: TextRange };

/** The place of an error, or a function that was being called when it happened, with the place of the call. */
export type TestFrame = PlacedRange & { readonly text: string; readonly calledAt?: PlacedRange };

export type TestStatus = 'passed' | 'failed' | 'skipped';

/** `id`: that of `discoverTests`, if the text has the test. Gas is in units, with fractions; time is in milliseconds. */
export type TestEvent =
  | { readonly kind: 'file-began'; readonly path: string }
  | ({ readonly kind: 'block-began'; readonly id?: string; readonly name?: string } & PlacedRange)
  | ({ readonly kind: 'expectation' } & ExpectationEvent)
  /** An error outside of expectations. */
  | ({
      readonly kind: 'error';
      readonly code: string;
      readonly message: string;
      readonly rendered: string;
      readonly stack: readonly TestFrame[];
    } & PlacedRange)
  | ({ readonly kind: 'print'; readonly text: string } & PlacedRange)
  | ({
      readonly kind: 'block-ended';
      readonly id?: string;
      readonly status: TestStatus;
      readonly gas: number;
      readonly ms: number;
    } & PlacedRange)
  | {
      readonly kind: 'file-ended';
      readonly path: string;
      readonly status: TestStatus;
      /** The reason if the file ended early. */
      readonly problem?: string;
      readonly gas: number;
      readonly ms: number;
    }
  | { readonly kind: 'coverage'; readonly files: readonly CoveredFile[] }
  /** Sent on request, after the end of a file. */
  | {
      readonly kind: 'gas';
      readonly forms: readonly FormGas[];
      readonly functions: readonly FunctionGas[];
    };

/** A top-level form; for several runs, `gas` is the average. */
export type FormGas = PlacedRange & { readonly gas: number };

/** `name`: qualified. `gas`: the sum of all calls, including the calls within them. */
export type FunctionGas = {
  readonly path: string;
  readonly name: string;
  readonly calls: number;
  readonly gas: number;
};

export type ExpectationEvent = PlacedRange & {
  readonly id?: string;
  readonly name: string;
  readonly status: TestStatus;
  /** The failure, without the name. */
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** The error that caused it, rendered for people. */
  readonly rendered?: string;
  /** Innermost first. */
  readonly stack: readonly TestFrame[];
  readonly gas: number;
  readonly ms: number;
};

/** Lines count from 1. */
export type CoveredFile = {
  readonly path: string;
  readonly lines: readonly { readonly line: number; readonly count: number }[];
  readonly branches: readonly {
    readonly line: number;
    readonly form: string;
    readonly arms: readonly { readonly name: string; readonly count: number }[];
  }[];
  readonly functions: readonly {
    readonly line: number;
    readonly name: string;
    readonly count: number;
  }[];
};

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
