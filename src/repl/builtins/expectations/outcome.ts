// How an expectation ends: recorded, and told to the script as a sentence.

import { withoutHalfAtEnd } from '../../../base/text.ts';
import type { MachineValue, NativeCall } from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';
import type { Failure } from '../../tests.ts';

export function passed(
  engine: ReplEngine,
  call: NativeCall,
  doc: string,
  text: string,
): MachineValue {
  engine.expectations.pass(doc, call.span);
  return bounded(text);
}

/** The script gets the sentence of the reference; the rest is for the list of failures. */
export function failed(
  engine: ReplEngine,
  call: NativeCall,
  doc: string,
  failure: Failure,
): MachineValue {
  engine.expectations.fail(doc, call.span, failure);
  return bounded(failure.message);
}

/** UTF-16 units. The result quotes what was compared: a loop that compares its own results would double it each time. */
const longestOutcome = 1 << 22;

function bounded(text: string): string {
  if (text.length <= longestOutcome) return text;
  return `${withoutHalfAtEnd(text.slice(0, longestOutcome))}...`;
}
