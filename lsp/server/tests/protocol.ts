// Requests of our own: the tests of scripts, for the test view of an editor. docs/lsp.md describes them.

import {
  ProtocolNotificationType,
  ProtocolRequestType,
  type ProgressToken,
  type Range,
} from 'vscode-languageserver/node';
import type { CoveredFile, TestEvent } from '../../../src/testing/editor/test-event.ts';

/** Of one document, or of all scripts of the workspace. */
export type DiscoverParams = { readonly textDocument?: { readonly uri: string } };

export type DiscoverResult = { readonly files: readonly TestFile[] };

export type TestFile = { readonly uri: string; readonly tests: readonly TestItem[] };

/** A transaction, with its expectations as children. Ids are those of one file. */
export type TestItem = {
  readonly id: string;
  readonly label: string;
  readonly range: Range;
  readonly children?: readonly TestItem[];
};

export type RunParams = {
  readonly files: readonly {
    readonly uri: string;
    /** The tests whose results are wanted; all if absent. The file runs as a whole: later parts need earlier ones. */
    readonly ids?: readonly string[];
  }[];
  readonly coverage?: boolean;
  /** Comes back with each event. */
  readonly run?: number | string;
  readonly workDoneToken?: ProgressToken;
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
  /** If it was asked for; of contracts, and of modules in scripts. */
  readonly coverage?: readonly (Omit<CoveredFile, 'path'> & { readonly uri: string })[];
};

/** The event, with addresses in place of paths and ranges of the protocol. */
export type EventParams = {
  readonly run?: number | string;
  readonly event: EditorEvent;
};

export type EditorEvent = OfEditor<Exclude<TestEvent, { kind: 'coverage' | 'gas' }>>;

/** The same data as the editor has it. */
type OfEditor<Event> = Event extends { readonly path: string }
  ? Omit<Event, 'path' | 'range' | 'stack'> & {
      readonly uri: string;
      readonly range?: Range;
      readonly stack?: readonly {
        readonly uri: string;
        readonly range: Range;
        readonly text: string;
      }[];
    }
  : Event;

export const DiscoverTestsRequest = new ProtocolRequestType<
  DiscoverParams,
  DiscoverResult,
  never,
  void,
  void
>('pact/discoverTests');

export const runTestsMethod = 'pact/runTests';

export const TestEventNotification = new ProtocolNotificationType<EventParams, void>(
  'pact/testEvent',
);
