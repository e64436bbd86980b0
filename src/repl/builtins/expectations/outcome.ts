// How an expectation ends: recorded, and told to the script as a sentence.

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
  return text;
}

/** The script gets the sentence of the reference; the rest is for the list of failures. */
export function failed(
  engine: ReplEngine,
  call: NativeCall,
  doc: string,
  failure: Failure,
): MachineValue {
  engine.expectations.fail(doc, call.span, failure);
  return failure.message;
}
