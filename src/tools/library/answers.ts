// The answers of a session: plain data, in which an error of Pact is a case, never an exception.

import type { Span } from '../../base/span.ts';
import { prettyValueText, renderError, type EvalError } from '../../lang/session/run.ts';
import { valueOfPact, type Value } from './values.ts';
import { type FormResult, resultTextOf } from '../repl/read-forms.ts';
import type { ExpectationResult } from '../repl/expectations.ts';

/**
 * A place in a source. Lines and columns count from 1, as in the reports of the command, columns in
 * code points; offsets count from 0, in UTF-16 units.
 */
export type Position = {
  /** The name that the source was given, or the path that was loaded. */
  readonly source: string;
  readonly start: { readonly line: number; readonly column: number; readonly offset: number };
  readonly end: { readonly line: number; readonly column: number; readonly offset: number };
};

/** The result of one form. */
export type FormAnswer =
  | {
      readonly kind: 'value';
      readonly value: Value;
      /** The value as the REPL prints it. */
      readonly text: string;
      readonly position: Position;
    }
  | {
      /**
       * A module, interface or definition was loaded, names were imported, or the form was a name whose documentation is the
       * answer.
       */
      readonly kind: 'module' | 'interface' | 'use' | 'definition' | 'documentation';
      readonly text: string;
      readonly position: Position;
    };

/** An expectation of the run, in the order of evaluation. */
export type Expectation =
  | { readonly kind: 'passed'; readonly name: string; readonly position: Position }
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly position: Position;
      /** The expected and the received value. */
      readonly message: string;
      /** The error of the expression, for people: source, caret, call stack, hint. */
      readonly rendered: string | undefined;
    };

/** An error of the program. */
export type PactError = {
  /** Such as `NoSuchModule`; see docs/errors.md for all of them. */
  readonly name: string;
  /** Such as `E0305`; never changes its meaning. */
  readonly code: string;
  /** The phase that failed. Only `recoverable` errors are caught by `try`. */
  readonly errorClass: string;
  readonly message: string;
  readonly position: Position;
  /** The open calls, innermost first. */
  readonly callStack: readonly Call[];
  /** Several lines for people: place, message, source with carets, call stack, hints. */
  readonly rendered: string;
};

export type Call = {
  /** `namespace.module.function.{hash}` */
  readonly name: string;
  readonly kind: 'defun' | 'defcap' | 'defpact';
  readonly position: Position;
};

/** The result of a source. The first error ends a run; the effects of earlier forms stay. */
export type RunResult = {
  /** The results of the source's own forms, without those of loaded files. */
  readonly forms: readonly FormAnswer[];
  readonly expectations: readonly Expectation[];
  /** The output of `print` and warnings. */
  readonly prints: readonly string[];
} & ({ readonly kind: 'completed' } | { readonly kind: 'error'; readonly error: PactError });

/** The result of an expression. */
export type Answer = FormAnswer | { readonly kind: 'error'; readonly error: PactError };

export function formAnswer(result: FormResult, span: Span): FormAnswer {
  const position = positionOf(span);
  switch (result.kind) {
    case 'value':
      return {
        kind: 'value',
        value: valueOfPact(result.value),
        text: prettyValueText(result.value),
        position,
      };
    case 'repl-definition':
      return { kind: 'definition', text: resultTextOf(result) ?? '', position };
    default:
      return { kind: result.kind, text: resultTextOf(result) ?? '', position };
  }
}

export function expectationOf({ name, span, outcome }: ExpectationResult): Expectation {
  const place = { name, position: positionOf(span) };
  if (outcome.kind === 'passed') return { kind: 'passed', ...place };
  const { message, cause } = outcome;
  return { kind: 'failed', ...place, message, rendered: cause?.rendered };
}

export function errorOf(error: EvalError): PactError {
  return {
    name: error.name,
    code: error.code,
    errorClass: error.class,
    message: error.message,
    position: positionOf(error.span),
    callStack: error.callStack.map(({ name, kind, span }) => ({
      name,
      kind,
      position: positionOf(span),
    })),
    rendered: renderError(error, { hints: true }),
  };
}

function positionOf(span: Span): Position {
  return {
    source: span.source.name,
    start: pointOf(span.startPosition, span.start),
    end: pointOf(span.endPosition, span.end),
  };
}

const pointOf = ({ line, column }: Span['startPosition'], offset: number) => ({
  line: line + 1,
  column: column + 1,
  offset,
});
