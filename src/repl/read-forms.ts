// The forms of a source, before the first of them runs: a fault in one, or a name that hides a native,
// and none does.

import type { Source } from '../base/span.ts';
import {
  findShadows,
  isNestingFault,
  parseProgram,
  shadowError,
  shadowText,
  syntaxError,
  type TopLevel,
} from '../lang/session/index.ts';
import type { ReplEngine, ReplOptions } from './engine.ts';
import type { Dialect } from './natives.ts';

export function parseForms(
  source: Source,
  dialect: Dialect,
  { nestingLimit, beyondLimit }: ReplOptions,
): readonly TopLevel[] {
  const { value, diagnostics } = parseProgram(source, { dialect, nestingLimit });
  const first = diagnostics[0];
  if (first === undefined) return value;
  if (isNestingFault(first)) beyondLimit?.();
  throw syntaxError(first);
}

export function refuseShadows(engine: ReplEngine, forms: readonly TopLevel[]): void {
  const shadows = findShadows(forms, engine.nativeTable);
  for (const shadow of shadows) engine.print(shadow.span, shadowText(shadow));
  const first = shadows[0];
  if (first !== undefined) throw shadowError(first);
}
