// Lists that must contain only strings.

import type { BuiltinCall } from '../../state/builtin.ts';
import type { PactValue } from '../../values/value.ts';

/** Returns the elements as strings; the type error names only the type of the first other element. */
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
