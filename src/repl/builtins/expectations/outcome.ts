// How an expectation ends: recorded, and told to the script as a sentence.

import type { MachineValue, NativeCall } from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';
import type { Comparison } from '../../tests.ts';

export function passed(
  engine: ReplEngine,
  call: NativeCall,
  doc: string,
  text: string,
): MachineValue {
  engine.expectations.pass(doc, call.span);
  return text;
}

export function failed(
  engine: ReplEngine,
  call: NativeCall,
  doc: string,
  text: string,
  compared?: Comparison,
): MachineValue {
  engine.expectations.fail(doc, call.span, text, compared);
  return text;
}
