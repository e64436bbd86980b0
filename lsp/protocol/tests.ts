// Our own requests for the test view of an editor, shared by the server and the VS Code extension. docs/lsp.md
// describes them. Positions are those of the protocol.

import type {
  CoveredFile,
  TestEvent,
  TestFrame,
} from '../../src/tools/testing/editor/test-event.ts';
import type { TextRange } from '../../src/tools/analysis/workspace/symbols.ts';

export const discoverTestsMethod = 'pact/discoverTests';
export const runTestsMethod = 'pact/runTests';
/** A notification of the server during `pact/runTests`. */
export const testEventMethod = 'pact/testEvent';

type Position = { line: number; character: number };
type Range = { start: Position; end: Position };

/** Requests the tests of one document, or of all scripts of the workspace. */
export type DiscoverParams = { readonly textDocument?: { readonly uri: string } };

export type DiscoverResult = { readonly files: readonly TestFile[] };

export type TestFile = { readonly uri: string; readonly tests: readonly FoundTest[] };

/** A transaction, with its expectations as children. Ids are unique within one file. */
export type FoundTest = {
  readonly id: string;
  readonly label: string;
  readonly range: Range;
  readonly children?: readonly FoundTest[];
};

export type RunParams = {
  readonly files: readonly {
    readonly uri: string;
    /** The tests whose results are wanted (default: all). The file always runs as a whole: later parts need earlier ones. */
    readonly ids?: readonly string[];
  }[];
  readonly coverage?: boolean;
  /** Included in each event. */
  readonly run?: number | string;
  readonly workDoneToken?: number | string;
};

export type RunResult = {
  readonly passed: number;
  readonly failed: number;
  readonly files: readonly {
    readonly uri: string;
    readonly status: 'passed' | 'failed' | 'skipped';
    readonly problem?: string;
    readonly gas: number;
    readonly ms: number;
  }[];
  /** If requested; for contracts, and for modules in scripts. */
  readonly coverage?: readonly EditorCoverage[];
};

export type EventParams = {
  readonly run?: number | string;
  readonly event: EditorEvent;
};

export type EditorEvent = OfEditor<Exclude<TestEvent, { kind: 'coverage' | 'gas' }>>;
export type EditorFrame = OfEditor<TestFrame>;
export type EditorCoverage = OfEditor<CoveredFile>;

/** The same data with URIs instead of paths, and ranges of the protocol. */
type OfEditor<T> = T extends readonly (infer Each)[]
  ? readonly OfEditor<Each>[]
  : T extends { readonly path: string }
    ? { readonly uri: string } & Placed<T> & {
          [Key in keyof T as Exclude<Key, 'path' | 'range'>]: OfEditor<T[Key]>;
        }
    : T;

type Placed<T> = T extends { readonly range: TextRange } ? { readonly range: Range } : unknown;
