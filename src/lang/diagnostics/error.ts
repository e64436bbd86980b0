// The only error that evaluation throws: a name from the error table, its data and its place. Texts are built only when
// they are read, because `try` and `enforce-one` discard most errors unread.

import type { Doc } from '../../base/doc.ts';
import type { Span } from '../../base/span.ts';
import type { ErrorClass } from './entry.ts';
import { entryOf, type ErrorData, type ErrorName } from './table.ts';
import { errorText } from './text.ts';

export type { ErrorData, ErrorName };

/** One call that was open when the error happened. */
export type StackFrameView = {
  /** `ns.mod.fn.{hash}` */
  readonly name: string;
  /** The abbreviated arguments; called only when the frame is shown. */
  readonly args: () => readonly Doc[];
  readonly kind: 'defun' | 'defcap' | 'defpact';
  /** The span of the function; for a capability, where it was requested. */
  readonly span: Span;
  /** The call, or the builtin that made it, such as `map`; `undefined` for a continued defpact. */
  readonly calledAt?: Span | undefined;
};

/** A function, by the name in its frames. */
type Called = { readonly key: string };

/** Another place that an error refers to, with its label: `Expected: integer`. */
export type Related = {
  readonly label: string;
  /** Printed after the label; empty, or begins with a comma. */
  readonly note: string;
  readonly span: Span;
  /** Whether the label says enough, so that its source is not shown. */
  readonly isOneLine?: boolean;
};

/** Innermost first. A function creates the views only when they are read. */
export type CallStack = readonly StackFrameView[] | (() => readonly StackFrameView[]);

// An `Error` without a JavaScript stack trace: capturing one costs more than the rest of a caught
// error.
function Untraced(): void {}
Untraced.prototype = Object.create(Error.prototype) as Error;
const UntracedError = Untraced as unknown as new () => Error;

export class EvalError<Name extends ErrorName = ErrorName> extends UntracedError {
  override readonly name: Name;
  readonly data: ErrorData<Name>;
  readonly span: Span;
  private frames: CallStack | undefined;
  /** Functions that the error has passed through, each with the place of its call. No function calls itself. */
  private calls: { readonly called: Called; readonly span: Span }[] | undefined;
  private scope: (() => Iterable<string>) | undefined;
  private places: readonly Related[] | undefined;
  private advice: string | undefined;
  private meaning: string | undefined;
  private word: Span | undefined;

  constructor(name: Name, data: ErrorData<Name>, span: Span, callStack?: CallStack) {
    super();
    this.name = name;
    this.data = data;
    this.span = span;
    this.frames = callStack;
    this.calls = undefined;
    this.scope = undefined;
    this.places = undefined;
    this.advice = undefined;
    this.meaning = undefined;
    this.word = undefined;
  }

  /** The REPL text, laid out. */
  override get message(): string {
    return errorText(this);
  }

  get code(): string {
    return entryOf(this.name).code;
  }

  get class(): ErrorClass {
    return entryOf(this.name).class;
  }

  /** Returns whether `try` and `enforce-one` catch it. */
  get recoverable(): boolean {
    return this.class === 'recoverable';
  }

  /** Innermost first; empty for errors found before anything ran. */
  get callStack(): readonly StackFrameView[] {
    if (this.class !== 'execution' && !this.recoverable) return [];
    if (typeof this.frames === 'function') this.frames = this.frames();
    const { frames = [], calls } = this;
    if (calls === undefined) return frames;
    const places = new Map(calls.map(({ called, span }) => [called.key, span]));
    return frames.map((frame) => ({ ...frame, calledAt: places.get(frame.name) }));
  }

  /** Records a call that the error passes through; calls come innermost first. */
  passesCall(called: Called, span: Span): void {
    (this.calls ??= []).push({ called, span });
  }

  /** Adds the call stack to an error thrown where none was known; the first call stack given is kept. */
  withCallStack(callStack: CallStack): this {
    this.frames ??= callStack;
    return this;
  }

  /** Names in scope at the place of an unknown name, for hints. */
  get namesInScope(): (() => Iterable<string>) | undefined {
    return this.scope;
  }

  withNamesInScope(names: () => Iterable<string>): this {
    this.scope = names;
    return this;
  }

  /** Other places, in the order in which they are shown. */
  get related(): readonly Related[] {
    return this.places ?? [];
  }

  withRelated(places: readonly Related[]): this {
    this.places = places;
    return this;
  }

  /** Explains this particular error, if more is known than its entry says. */
  get ownExplanation(): string | undefined {
    return this.meaning;
  }

  withExplanation(text: string): this {
    this.meaning = text;
    return this;
  }

  /** Advice for this particular error; the entry explains all errors with its name. */
  get hint(): string | undefined {
    return this.advice;
  }

  withHint(hint: string | undefined): this {
    if (hint !== undefined) this.advice = hint;
    return this;
  }

  /** The part of `span` that is wrong. `span` itself is on chain, and is often that of a whole module, as in the reference. */
  get marked(): Span {
    return this.word ?? this.span;
  }

  /** The first part given is kept: it is the innermost. */
  withMarked(span: Span): this {
    this.word ??= span;
    return this;
  }

  is<Other extends ErrorName>(name: Other): this is EvalError<Other> {
    const own: ErrorName = this.name;
    return own === name;
  }
}

export function evalError<Name extends ErrorName>(
  name: Name,
  data: ErrorData<Name>,
  span: Span,
  callStack?: CallStack,
): EvalError<Name> {
  return new EvalError(name, data, span, callStack);
}

/** Checks for an EvalError in `catch`. Plain `instanceof` would lose which data belongs to which name. */
export function isEvalError(thrown: unknown): thrown is EvalError {
  return thrown instanceof EvalError;
}

/** Returns a copy whose place is the part that is wrong. */
export function atMarked(error: EvalError): EvalError {
  const { span, marked } = error;
  if (marked === span) return error;
  const place = { span: marked };
  return Object.assign(Object.create(EvalError.prototype) as typeof error, error, place);
}

/** Runs an action; an error that it throws is about this part of the program. */
export function marking<T>(word: Span, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    throw isEvalError(thrown) ? thrown.withMarked(word) : thrown;
  }
}

/** Throws the error with this name. */
export function fail<Name extends ErrorName>(name: Name, data: ErrorData<Name>, span: Span): never {
  throw evalError(name, data, span);
}
