// Lists that must hold strings only.

import type { BuiltinCall } from '../../machine/calls/builtin.ts';
import type { PactValue } from '../../values/value.ts';

/** The elements as strings; the type error names the type of the first other element alone. */
export function enforceStrings(
  call: BuiltinCall,
  elements: readonly PactValue[],
): readonly string[] {
  const strings: string[] = [];
  for (const element of elements) {
    strings.push(typeof element === 'string' ? element : call.failArguments([element]));
  }
  return strings;
}
