// Prints the result of an evaluation for the REPL: Pact values with their printer, closures as a fixed word.
// Source: Pretty of CEKValue (prettyShowValue).

import { prettyValueText } from '../../values/text/pretty.ts';
import { isClosure, type MachineValue } from '../value.ts';

export function prettyMachineValue(value: MachineValue): string {
  return isClosure(value) ? '<#closure>' : prettyValueText(value);
}
