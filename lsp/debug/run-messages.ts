// The messages between the adapter and the thread of the run: plain data. When the thread stops, it blocks within the
// program, so it reads its port only when a shared counter says that there is a message.

import type { Span } from '../../src/base/span.ts';
import type { Conditions, ErrorFilter, Watched } from '../../src/tools/debugger/breakpoints.ts';
import type { Resume, Stop } from '../../src/tools/debugger/moment.ts';

export type Launch = {
  readonly program: string;
  readonly stopOnEntry: boolean;
  readonly gasLimit: bigint | undefined;
  readonly filter: string | undefined;
  readonly atFailure: { readonly line: number | undefined } | undefined;
};

export type RunQuestion =
  | {
      readonly kind: 'line-breakpoints';
      readonly path: string;
      readonly lines: readonly (Conditions & {
        readonly id: number;
        readonly line: number;
        readonly column: number | undefined;
      })[];
    }
  | {
      readonly kind: 'named-breakpoints';
      readonly group: string;
      readonly breakpoints: readonly (Conditions & {
        readonly id: number;
        readonly watched: Watched;
      })[];
    }
  | { readonly kind: 'errors'; readonly filters: readonly ErrorFilter[] }
  | {
      readonly kind: 'positions';
      readonly path: string;
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: 'start'; readonly launch: Launch }
  | { readonly kind: 'stack'; readonly from: number; readonly count: number }
  | { readonly kind: 'scopes'; readonly frame: number }
  | { readonly kind: 'variables'; readonly reference: number }
  | { readonly kind: 'written'; readonly reference: number; readonly name: string }
  | {
      readonly kind: 'evaluate';
      readonly expression: string;
      readonly frame: number | undefined;
      readonly mayWrite: boolean;
    }
  | { readonly kind: 'resume'; readonly resume: Resume };

export type ToRun = { readonly id: number; readonly question: RunQuestion };

export type FromRun =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly reason: string }
  | { readonly kind: 'stopped'; readonly stop: Stop }
  | {
      readonly kind: 'output';
      readonly text: string;
      readonly category: 'print' | 'log' | 'problem';
      readonly at: RunPlace | undefined;
    }
  | {
      readonly kind: 'ended';
      readonly outcome: 'done' | 'failed' | 'ended';
      readonly failures: readonly RunFailure[];
    }
  | { readonly kind: 'fault'; readonly text: string };

/** Lines and columns from 1, columns in UTF-16 units. */
export type RunPlace = {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
};

type RunFailure = { readonly text: string; readonly at: RunPlace };

export type PlacedBreakpoint = {
  readonly id: number;
  readonly line: number;
  readonly column: number | undefined;
  /** The reason why it can never be hit. */
  readonly reason: string | undefined;
};

export type FrameAnswer = { readonly name: string; readonly at: RunPlace };
export type StackAnswer = { readonly frames: readonly FrameAnswer[]; readonly total: number };
export type VariableAnswer = {
  readonly name: string;
  readonly value: string;
  /** 0 if there are no children. */
  readonly reference: number;
};
export type ScopeAnswer = VariableAnswer & { readonly isExpensive: boolean };
export type WrittenAnswer =
  | { readonly table: string; readonly key: string | undefined }
  | undefined;
export type EvaluatedAnswer = VariableAnswer;

/** Indexes into the memory that both sides share. */
export const shared = { mail: 0, interrupt: 1, length: 2 } as const;
export const interrupts = { none: 0, pause: 1, end: 2 } as const;

export type RunWork = {
  readonly kind: 'debug';
  readonly memory: Int32Array<SharedArrayBuffer>;
};

// Converts a span to a place that can be sent to another thread.

export function placeOf(span: Span): RunPlace {
  const { source, start, end, startPosition, endPosition } = span;
  const column = (offset: number, line: number): number =>
    offset - (source.lineStarts[line] ?? 0) + 1;
  return {
    path: source.name,
    line: startPosition.line + 1,
    column: column(start, startPosition.line),
    endLine: endPosition.line + 1,
    endColumn: column(end, endPosition.line),
  };
}
