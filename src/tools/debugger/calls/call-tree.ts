// What happened within a top-level form, as plain data: calls with arguments and values, capabilities, events, and the gas
// of each. Reports and tools read it; record-calls.ts writes it.

import type { Place } from '../../../base/span.ts';

/** A top-level form of a file. Forms of files that it loads have trees of their own. */
export type FormCalls = {
  readonly place: Place;
  /** The first line of its source. */
  readonly text: string;
  readonly outcome: CallEnd;
  /** Whether it ended with an error, or an expectation in it failed. */
  readonly failed: boolean;
  readonly milliGas: number;
  readonly items: readonly CallItem[];
  /** Items below it that were left out because of the limits. */
  readonly leftOut: number;
};

export type CallItem = Call | CapabilityRequest | EmittedEvent;

export type CallEnd =
  | { readonly kind: 'value'; readonly text: string }
  /** `message`: that of the error, in the innermost call that it ended. */
  | { readonly kind: 'failed'; readonly message: string | undefined };

export type Call = {
  /** Builtins are listed if they do more than compute: tables, capabilities, guards, transaction data. */
  readonly kind: 'defun' | 'defcap' | 'defpact' | 'builtin';
  readonly name: string;
  readonly args: readonly string[];
  /** What a builtin does to tables, modules and keysets. */
  readonly access?: 'reads' | 'writes';
  /** Where it is called. */
  readonly at: Place | undefined;
  readonly outcome: CallEnd;
  /** Includes everything that it called. */
  readonly milliGas: number;
  readonly items: readonly CallItem[];
  readonly leftOut: number;
};

/** `with-capability`: its items are what ran to decide whether to grant it; its body comes after it. */
export type CapabilityRequest = {
  readonly kind: 'capability';
  readonly token: string;
  readonly at: Place | undefined;
  readonly outcome: 'granted' | 'refused';
  readonly message: string | undefined;
  readonly milliGas: number;
  readonly items: readonly CallItem[];
  readonly leftOut: number;
};

export type EmittedEvent = {
  readonly kind: 'event';
  readonly name: string;
  readonly args: readonly string[];
};
