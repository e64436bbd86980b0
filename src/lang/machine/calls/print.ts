// How the REPL shows what an evaluation yields: Pact values by their printer, closures by a fixed word.
// Source: Pretty of CEKValue (prettyShowValue).

import { prettyValueText } from '../../values/text/pretty.ts';
import { isClosure, type MachineValue } from '../value.ts';

export function prettyMachineValue(value: MachineValue): string {
  return isClosure(value) ? '<#closure>' : prettyValueText(value);
}
