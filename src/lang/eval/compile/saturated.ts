// Checks values that a sequence discards.

import type { Span } from '../../../base/span.ts';
import type { Context } from '../context.ts';
import { isClosure, type MachineValue } from '../value.ts';

/** A discarded partially applied closure means that arguments are missing. */
export function enforceSaturated(context: Context, value: MachineValue, span: Span): void {
  if (!isClosure(value)) return;
  if (value.closure === 'partial') {
    const { name, code, given } = value;
    const callee =
      name === undefined
        ? ({ callee: 'lambda', name: '', moduleHash: '' } as const)
        : ({ callee: 'function', name: name.qualified, moduleHash: name.hash } as const);
    context.machine.fail(
      'InvalidNumArgs',
      { ...callee, expected: code.arity, actual: given },
      span,
    );
  }
  if (value.closure === 'partial-builtin') {
    const callee = { callee: 'native', name: value.builtin.name, moduleHash: '' } as const;
    const actual = value.args.length;
    const counts = { expected: actual + value.missing, actual };
    context.machine.fail('InvalidNumArgs', { ...callee, ...counts }, span);
  }
}
