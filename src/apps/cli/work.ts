// The messages between threads. Plain data, because it is copied.

import type { Command } from './arguments.ts';
import type { ExitStatus } from './exit.ts';
import type { SessionSettings } from './stage.ts';

/** Work that can be tried on the main thread. */
export type ShortWork = Extract<Command, { kind: 'run' | 'builtins' | 'check-shadowing' }>;

/** Work that the main thread gives to the evaluating one. */
export type Work =
  | {
      readonly kind: 'again';
      readonly work: ShortWork;
      /** The number of texts that a try has written. */
      readonly written: number;
    }
  /** Forms from a pipe. */
  | { readonly kind: 'run-input'; readonly settings: SessionSettings }
  | {
      readonly kind: 'interactive';
      readonly interrupt: Interrupt;
      readonly settings: SessionSettings;
    };

/** Work that the main thread gives to the program of the commands. */
export type CommandWork =
  | Extract<Command, { kind: 'command' | 'genkey' | 'request' }>
  | StoredWork
  | CoveredWork;

/** A run with coverage. */
export type CoveredWork = {
  readonly kind: 'covered';
  readonly run: Extract<Command, { kind: 'run' }>;
};

/** Work of the command with its state in a file. */
export type StoredWork = {
  readonly kind: 'stored';
  readonly file: string;
  /** The path of `sql-wasm.wasm`. */
  readonly wasm: string;
  readonly work: Exclude<Work, { kind: 'again' }> | Extract<Command, { kind: 'run' }>;
  /** Whether a thread of this process ended before it could close the file. */
  readonly takesOver: boolean;
};

/** The outcome of a try: the exit status, or the work for the thread. */
export type Tried =
  | { readonly kind: 'done'; readonly status: ExitStatus }
  | Extract<Work, { kind: 'again' }>;

/** Shared by both threads: a value other than 0 asks the evaluation to stop. */
export type Interrupt = Int32Array<SharedArrayBuffer>;

/** Messages from the terminal to the session. */
export type Request =
  | { readonly kind: 'line'; readonly text: string; readonly width: number }
  /** Discards the unfinished form; there is no answer. */
  | { readonly kind: 'abandon' }
  /** `line`: up to the cursor; `prefix`: the word at its end. */
  | { readonly kind: 'complete'; readonly line: string; readonly prefix: string }
  /** The session is over; the thread ends after it has closed everything. */
  | { readonly kind: 'end' };

export type FormAnswer =
  /** The form has ended; the next line starts another one. */
  | { readonly kind: 'ready' }
  /** The user wants to leave. */
  | { readonly kind: 'leave' }
  /** The form goes on. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'completions'; readonly names: readonly string[] };
