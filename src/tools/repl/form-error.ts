// Errors thrown by forms, for people: completed with the call stack and suggestions from the names in scope, and as data.

import { type Place, noSpan, placeOfSpan } from '../../base/span.ts';
import {
  type EvalError,
  type LinesFrom,
  type Machine,
  ValueTooLarge,
  evalError,
  isEvalError,
  renderError,
} from '../../lang/session/run.ts';
import type { TopLevel } from '../../lang/session/analyse.ts';
import { explainUnknown } from '../../script/names/explain-unknown.ts';
import type { ReplHost } from './options.ts';
import {
  type KnownModules,
  addNames,
  modulesOf,
  namesInScope,
} from '../../script/names/names-in-scope.ts';
import type { BuiltinSets } from '../../script/builtins.ts';
import { firstLine } from '../../base/prose.ts';
import type { LegacyState } from './legacy-state.ts';

/** Errors that are complete already: a form that loads a file passes on errors of that file's forms. */
const ready = new WeakSet();

type Session = {
  readonly machine: KnownModules & Pick<Machine, 'withStack'>;
  readonly sets: BuiltinSets;
  readonly host: Pick<ReplHost, 'findModule' | 'similarPath'>;
};

export function errorOfForm(session: Session, thrown: unknown, form: TopLevel): unknown {
  const { machine, sets, host } = session;
  const error = placed(thrown, form);
  if (!isEvalError(error) || ready.has(error)) return error;
  ready.add(error);
  // For a field, only the fields of its object are possible.
  if (!error.is('ObjectIsMissingField')) {
    addNames(error, form, () => namesInScope(sets, machine));
  }
  if (error.is('LoadFailure')) hintPath(host, error);
  explainUnknown(error, form, {
    isLoaded: (module) => isLoaded(machine, module),
    builtins: sets,
    findModule: (name) => host.findModule?.(name, error.span.source.name),
  });
  return withCall(machine.withStack(error), form);
}

/** Adds a hint with a similar path to a `load` of a missing file, relative to the folder of the loading file. */
function hintPath(host: Session['host'], error: EvalError<'LoadFailure'>): void {
  const like = host.similarPath?.(error.data.file);
  const caller = error.span.source.name;
  const folder = caller.slice(0, caller.lastIndexOf('/') + 1);
  if (like?.startsWith(folder) !== true) return;
  error.withHint(`Did you mean ${like.slice(folder.length)}?`);
}

function isLoaded(known: KnownModules, name: string): boolean {
  for (const { module } of modulesOf(known)) if (module.name.text === name) return true;
  return false;
}

/**
 * Adds the place of the call: the place of an argument with a wrong type is in the definition, and without an open call
 * nothing else would show the place of the call.
 */
function withCall(error: EvalError, { span }: TopLevel): EvalError {
  const isCall =
    error.is('ClosureAppliedToTooManyArgs') ||
    (error.is('RunTimeTypecheckFailure') && error.data.where?.kind === 'argument');
  if (!isCall || error.callStack.length > 0 || span.covers(error.span)) return error;
  return error.withRelated([...error.related, { label: 'Called here', note: '', span }]);
}

/** Checks whether an error has already ended a form, such as a form in a loaded file. */
export function hasEndedForm(error: EvalError): boolean {
  return ready.has(error);
}

/** Uses the place of the form for limits that are reached without a known place. */
function placed(thrown: unknown, { span }: TopLevel): unknown {
  // Thrown if no builtin traverses the value but, for example, the hash of a module.
  if (thrown instanceof ValueTooLarge) {
    return evalError('ValueTooLarge', { what: thrown.what, limit: thrown.limit }, span);
  }
  const isNowhere = isEvalError(thrown) && thrown.is('MemoryExceeded') && thrown.span === noSpan;
  return isNowhere ? evalError('MemoryExceeded', {}, span) : thrown;
}

/** The error that made an expectation fail, as plain data: stored states of a run contain it too. */
export type FailureCause = {
  /** Lines and columns count from 1. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
  /** The code of the error, listed in docs/errors.md. */
  readonly code: string;
  /** One line. */
  readonly message: string;
  /** The error with its source, caret, call stack and hint, for people. */
  readonly rendered: string;
  /** The calls that were open, innermost first. */
  readonly stack: readonly CalledFrame[];
};

type TextSession = {
  readonly linesFrom: LinesFrom | undefined;
  readonly legacy: Pick<LegacyState, 'simulateOnChain'>;
  textOf(error: EvalError): string;
};

export function causeOf(session: TextSession, error: EvalError): FailureCause {
  const { source, startPosition } = error.marked;
  const { legacy, linesFrom } = session;
  const options = { bounded: legacy.simulateOnChain, hints: true, linesFrom };
  return {
    place: { file: source.name, line: startPosition.line + 1, column: startPosition.column + 1 },
    code: error.code,
    message: firstLine(session.textOf(error)),
    rendered: renderError(error, options).trimEnd(),
    stack: calledFrames(error),
  };
}

/** A call that was open when an error happened, as plain data for reports and editors. */
export type CalledFrame = {
  /** The qualified name, without the hash of its module. */
  readonly name: string;
  /** The place of the definition; for a capability, the place of the request. */
  readonly place: Place;
  readonly calledAt?: Place;
};

/** Limits a report to the innermost calls. */
export const maxFrames = 50;
const longestName = 200;

/** Returns the calls, innermost first. */
export function calledFrames(error: EvalError): readonly CalledFrame[] {
  return error.callStack.slice(0, maxFrames).map(({ name, span, calledAt }) => ({
    name: plainName(name),
    place: placeOfSpan(span),
    ...(calledAt !== undefined && { calledAt: placeOfSpan(calledAt) }),
  }));
}

/** Returns `m.f` for `m.f.{hash}`. */
export function plainName(name: string): string {
  return name.replace(/\.\{[^{}]*\}$/, '').slice(0, longestName);
}
