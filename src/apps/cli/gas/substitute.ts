// Puts a value of the parameter into the measured code: for `{n}` in an expression, or as the value of the constant `n`
// in a script.

import { Source } from '../../../base/span.ts';
import { parseProgram } from '../../../lang/session/analyse.ts';
import { syntaxError, type EvalError } from '../../../lang/session/run.ts';

export const placeholder = (name: string): string => `{${name}}`;

export function inExpression(expression: string, name: string, value: number): string {
  return expression.replaceAll(placeholder(name), String(value));
}

export type Template =
  | { readonly kind: 'template'; readonly with: (value: number) => string }
  | { readonly kind: 'unsound'; readonly error: EvalError }
  /** There is no such constant at the top level. */
  | { readonly kind: 'missing' };

/** Returns a template of the script for other values of `(defconst NAME value)`. */
export function withConstant(source: Source, name: string, nestingLimit: number): Template {
  const { value: forms, diagnostics } = parseProgram(source, { dialect: 'repl', nestingLimit });
  const [fault] = diagnostics;
  if (fault !== undefined) return { kind: 'unsound', error: syntaxError(fault) };
  const form = forms.find((each) => each.kind === 'defconst' && each.spec.name === name);
  if (form?.kind !== 'defconst') return { kind: 'missing' };
  const { start, end } = form.value.span;
  const before = source.text.slice(0, start);
  const after = source.text.slice(end);
  return { kind: 'template', with: (value) => `${before}${value}${after}` };
}
