// The requests `pact/discoverTests` and `pact/runTests` of the language server, and what it tells while tests run.
// Positions are those of the language server protocol.

import type { Location, Range } from 'vscode-languageclient/node';

export const discoverTests = 'pact/discoverTests';
export const runTests = 'pact/runTests';
/** A notification of the server during `pact/runTests`. */
export const testEvent = 'pact/testEvent';

/** Of one document, or of all scripts of the workspace. */
export type DiscoverParams = { readonly textDocument?: { readonly uri: string } };

export type DiscoverResult = { readonly files: readonly TestFile[] };

export type TestFile = { readonly uri: string; readonly tests: readonly FoundTest[] };

/** A transaction, with its expectations as children. Ids are those of one file. */
export type FoundTest = {
  readonly id: string;
  readonly label: string;
  readonly range: Range;
  readonly children?: readonly FoundTest[];
};

export type RunParams = {
  /** Comes back with each event. */
  readonly run: number;
  readonly files: readonly {
    readonly uri: string;
    /** The tests whose results are wanted; all if absent. */
    readonly ids?: readonly string[];
  }[];
  readonly coverage: boolean;
};

export type RunResult = { readonly coverage?: readonly CoveredFile[] };

export type EventParams = { readonly run?: number | string; readonly event: TestEvent };

type Placed = Location & { readonly id?: string };
type Status = 'passed' | 'failed' | 'skipped';
type Frame = Location & { readonly text: string };

export type TestEvent =
  | { readonly kind: 'file-began'; readonly uri: string }
  | ({ readonly kind: 'block-began'; readonly name?: string } & Placed)
  | ({
      readonly kind: 'expectation';
      readonly name: string;
      readonly status: Status;
      readonly message?: string;
      readonly expected?: string;
      readonly actual?: string;
      readonly rendered?: string;
      readonly stack: readonly Frame[];
      readonly ms: number;
    } & Placed)
  | ({
      readonly kind: 'error';
      readonly message: string;
      readonly rendered: string;
      readonly stack: readonly Frame[];
    } & Placed)
  | ({ readonly kind: 'print'; readonly text: string } & Placed)
  | ({ readonly kind: 'block-ended'; readonly status: Status; readonly ms: number } & Placed)
  | {
      readonly kind: 'file-ended';
      readonly uri: string;
      readonly status: Status;
      readonly problem?: string;
      readonly ms: number;
    };

/** Lines count from 1. */
export type CoveredFile = {
  readonly uri: string;
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
