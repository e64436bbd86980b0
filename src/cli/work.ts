// What the threads say to one another. Plain data: it is copied on the way.

import type { Command } from './arguments.ts';
import type { ExitStatus } from './exit-status.ts';

/** What can be tried on the main thread. */
export type ShortWork = Extract<Command, { kind: 'run' | 'builtins' | 'check-shadowing' }>;

/** What the main thread has the evaluating one do. */
export type Work =
  | {
      readonly kind: 'again';
      readonly work: ShortWork;
      /** Texts that a try has written. */
      readonly written: number;
    }
  /** Forms from a pipe. */
  | { readonly kind: 'run-input' }
  | { readonly kind: 'interactive'; readonly interrupt: Interrupt };

/** What the main thread has the program of the commands do. */
export type CommandWork =
  Extract<Command, { kind: 'command' | 'genkey' | 'request' }> | StoredWork | CoveredWork;

/** A run whose coverage is wanted. */
export type CoveredWork = {
  readonly kind: 'covered';
  readonly run: Extract<Command, { kind: 'run' }>;
};

/** Work of the command with its state in a file. */
export type StoredWork = {
  readonly kind: 'stored';
  readonly file: string;
  /** Where `sql-wasm.wasm` is. */
  readonly wasm: string;
  readonly work: Exclude<Work, { kind: 'again' }> | Extract<Command, { kind: 'run' }>;
  /** A thread of this process has ended before it could close the file. */
  readonly takesOver: boolean;
};

/** What came of a try: the status to end with, or what the thread has to do. */
export type Tried =
  { readonly kind: 'done'; readonly status: ExitStatus } | Extract<Work, { kind: 'again' }>;

/** Shared by both threads: an element other than 0 asks evaluation to end. */
export type Interrupt = Int32Array<SharedArrayBuffer>;

/** From the terminal to the session. */
export type Request =
  | { readonly kind: 'line'; readonly text: string; readonly width: number }
  /** Forgets what was typed of a form; not answered. */
  | { readonly kind: 'abandon' }
  /** `line`: up to the cursor; `prefix`: the word at its end. */
  | { readonly kind: 'complete'; readonly line: string; readonly prefix: string }
  /** The session is over; the thread ends when it has put everything away. */
  | { readonly kind: 'end' };

export type Answer =
  /** The form has ended; whatever comes next begins another one. */
  | { readonly kind: 'ready' }
  /** The user wants to leave. */
  | { readonly kind: 'leave' }
  /** The form goes on. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'completions'; readonly names: readonly string[] };
