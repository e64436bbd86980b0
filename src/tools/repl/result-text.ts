// Writes the result of a form for the trace.

import {
  prettyValueText,
  resultText,
  type PactValue,
  type TopLevelResult,
} from '../../lang/session/run.ts';

/** The result of a form for the trace. */
export type FormResult =
  | TopLevelResult
  /** The documentation, for a form that is only the name of a builtin or function. */
  | { readonly kind: 'documentation'; readonly text: string };

export function resultTextOf(result: FormResult): string | undefined {
  if (result.kind === 'documentation') return result.text;
  if (result.kind !== 'value') return resultText(result);
  return isUnit(result.value) ? undefined : prettyValueText(result.value);
}

const isUnit = (value: PactValue): boolean => typeof value === 'object' && value.kind === 'unit';
