// The requests `pact/discoverTests` and `pact/runTests` of the language server, and what it tells while tests run.
// Positions are those of the language server protocol.

import type { Location, Range } from 'vscode-languageclient/node';

export const discoverTests = 'pact/discoverTests';
export const runTests = 'pact/runTests';
/** A notification of the server during `pact/runTests`. */
export const testEvent = 'pact/testEvent';

export type DiscoverParams = { readonly uri: string };

export type DiscoverResult = { readonly blocks: readonly DiscoveredBlock[] };

/** A transaction of a script, or forms outside of one. */
export type DiscoveredBlock = {
  readonly id: string;
  readonly name?: string;
  readonly range: Range;
  readonly expectations: readonly DiscoveredExpectation[];
};

export type DiscoveredExpectation = {
  readonly id: string;
  readonly kind: 'expect' | 'expect-failure' | 'expect-that';
  readonly name: string;
  readonly range: Range;
};

export type RunParams = {
  /** Told with every event, so that an event finds its run. */
  readonly run: string;
  readonly uris: readonly string[];
  readonly coverage: boolean;
};

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
    }
  | { readonly kind: 'coverage'; readonly files: readonly CoveredFile[] };

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
