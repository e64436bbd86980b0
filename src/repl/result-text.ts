// What the trace shows of a form's result.

import {
  prettyValueText,
  resultText,
  type PactValue,
  type TopLevelResult,
} from '../lang/session/run.ts';

/** How a form ended, as the trace shows it. */
export type FormResult =
  | TopLevelResult
  /** A bare builtin or function: its documentation. */
  | { readonly kind: 'documentation'; readonly text: string };

export function resultTextOf(result: FormResult): string | undefined {
  if (result.kind === 'documentation') return result.text;
  if (result.kind !== 'value') return resultText(result);
  return isUnit(result.value) ? undefined : prettyValueText(result.value);
}

const isUnit = (value: PactValue): boolean => typeof value === 'object' && value.kind === 'unit';
