// The outcome of an expectation: recorded, and returned to the script as a sentence.

import { withoutHalfAtEnd } from '../../../../base/text.ts';
import type { MachineValue, BuiltinCall } from '../../../../lang/session/extend.ts';
import type { ReplParts } from '../../context.ts';
import type { Failure } from '../../expectations.ts';

export function passed(
  repl: ReplParts<'expectations'>,
  call: BuiltinCall,
  doc: string,
  text: string,
): MachineValue {
  repl.expectations.pass(doc, call.span);
  return bounded(text);
}

/** Returns the sentence of the reference to the script; the rest is for the list of failures. */
export function failed(
  repl: ReplParts<'expectations'>,
  call: BuiltinCall,
  doc: string,
  failure: Failure,
): MachineValue {
  repl.expectations.fail(doc, call.span, failure);
  return bounded(failure.message);
}

/** In UTF-16 units. The result quotes the compared values, so a loop that compares its own results would double it each time. */
const longestOutcome = 1 << 22;

function bounded(text: string): string {
  if (text.length <= longestOutcome) return text;
  return `${withoutHalfAtEnd(text.slice(0, longestOutcome))}...`;
}
