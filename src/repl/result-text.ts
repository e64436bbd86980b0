// What the trace shows of a form's result.

import { prettyValueText, resultText, type PactValue } from '../lang/session/index.ts';
import type { FormResult } from './engine.ts';

export function resultTextOf(result: FormResult): string | undefined {
  if (result.kind === 'documentation') return result.text;
  if (result.kind !== 'value') return resultText(result);
  return isUnit(result.value) ? undefined : prettyValueText(result.value);
}

const isUnit = (value: PactValue): boolean => typeof value === 'object' && value.kind === 'unit';
