// The diagnostics of `pact check`, and errors about unknown modules and other names while a project is walked.

import { groupBy } from '../../../base/groups.ts';
import type { Span } from '../../../base/span.ts';
import { compareText } from '../../../base/text.ts';
import {
  atMarked,
  type EvalError,
  evalError,
  spanText,
  type TopLevel,
} from '../../../lang/session/analyse.ts';
import { isImported } from '../../../script/names/written-forms.ts';

export type Diagnostic = {
  /** Warnings are not counted: the code may be correct. */
  readonly severity: 'error' | 'warning';
  readonly error: EvalError;
};

const keyOf = ({ span, code, message }: EvalError): string =>
  `${spanText(span)} ${code} ${message}`;

/** Each one once, because files are visited as often as they are loaded. */
export class Diagnostics {
  private readonly found = new Map<string, Diagnostic>();

  add(severity: Diagnostic['severity'], reported: EvalError): void {
    const error = atMarked(reported);
    const key = keyOf(error);
    if (!this.found.has(key)) this.found.set(key, { severity, error });
  }

  inOrderFound(): readonly Diagnostic[] {
    return [...this.found.values()];
  }

  /** In the order of the paths, then by place within a file. */
  all(): readonly Diagnostic[] {
    const files = groupBy(this.found.values(), ({ error }) => error.span.source.name);
    const byPath = [...files].sort(([left], [right]) => compareText(left, right));
    return byPath.flatMap(([, ofFile]) =>
      ofFile.sort((left, right) => left.error.span.start - right.error.span.start),
    );
  }
}

/** An error about an unknown name. */
export type Missing = {
  readonly error: EvalError;
  /** Absent for a variable or function, because an import could have defined it. */
  readonly module: string | undefined;
  /** The form that uses the name. */
  readonly form: TopLevel | undefined;
};

/** Returns the module that is missing according to an error. */
export function missingModule(error: EvalError): string | undefined {
  if (error.is('ModuleDoesNotExist') || error.is('NoSuchModule')) return error.data.module;
  if (error.is('NoSuchModuleMember')) return error.data.module;
  if (error.is('NoSuchInterface')) return error.data.interface;
  return undefined;
}

/**
 * An unknown unqualified name could be a module, which resolution tries last and reports; what was meant is a variable
 * or function.
 */
export function asUnboundName(error: EvalError, isModule: (name: string) => boolean): EvalError {
  if (!error.is('NoSuchModule') && !error.is('ModuleDoesNotExist')) return error;
  const { data, span, namesInScope } = error;
  const name = data.module.slice(data.module.lastIndexOf('.') + 1);
  if (isModule(data.module) || isModule(name)) return error;
  const isVariable = span.text === name;
  // A qualified name is reported unchanged.
  if (!isVariable && error.is('ModuleDoesNotExist')) return error;
  if (!isVariable && data.module !== name) return error;
  // The place of a name in a type is that of the definition.
  const unbound = evalError(
    isVariable ? 'UnboundTermVariable' : 'UnboundTypeVariable',
    { name },
    span,
  ).withMarked(error.marked);
  return namesInScope === undefined ? unbound : unbound.withNamesInScope(namesInScope);
}

/** For a set of modules that miss one another. */
export const missedKey = (within: string, module: string): string => `${within} ${module}`;

/** A missing module is reported once per file, however often it is named. */
export function firstOfModule(): (missing: Missing) => boolean {
  const seen = new Set<string>();
  return ({ module, error }) => {
    if (module === undefined) return true;
    const key = `${error.span.source.name}:${module}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  };
}

/** Returns whether the missing module is one that the form imports. */
export const isUse = ({ form, module }: Missing): boolean =>
  module !== undefined && isImported(form, module);

export function loadTooLate(error: EvalError, module: string, place: Span): EvalError {
  const { line } = place.startPosition;
  const data = { module, file: place.source.name, line: line + 1 };
  return evalError('LoadTooLate', data, error.span).withMarked(error.marked);
}

/** `path`: the file that defines the module, if there is one. */
export function withPlace(error: EvalError, module: string, path: string | undefined): EvalError {
  if (path === undefined) return error;
  return error.withHint(`Module ${module} is defined in ${path}: load that file first.`);
}

export type PlaceRange = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
};

export function placeOf({ source, startPosition: start, endPosition: end }: Span): PlaceRange {
  return {
    file: source.name,
    line: start.line + 1,
    column: start.column + 1,
    endLine: end.line + 1,
    endColumn: end.column + 1,
  };
}
