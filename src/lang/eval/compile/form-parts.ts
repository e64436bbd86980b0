// Shared parts of the special forms: the context of conditions, the messages, and the errors.
// Source: IR/Eval/CEK/Evaluator.hs (BuiltinForm, CondC).

import { assert } from '../../../base/assert.ts';
import type { Span } from '../../../base/span.ts';
import type { SeenCondition } from '../../diagnostics/entry.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import type { Context } from '../context.ts';
import { typeWord, type MachineValue } from '../value.ts';

/** Conditions of `enforce` and bodies of user guards: read-only since 5.3, before that without user tables. */
export function guardContext(context: Context): Context {
  return context.machine.hasFlag('DisablePact53') ? context.sysOnly() : context.readOnly();
}

/** If reading tables is already forbidden, it stays forbidden; an old rule made that an error. */
export function readOnly(context: Context, span: Span): Context {
  const { machine, purity } = context;
  if (purity === 'sys-only' && machine.hasFlag('OldReadOnlyBehavior')) {
    machine.fail('EvalError', { cause: 'attempting db read in sys-only context' }, span);
  }
  return context.readOnly();
}

/** Raises the error of a form with this value as message; `condition` was false. */
export function raise(
  context: Context,
  message: MachineValue,
  span: Span,
  condition?: () => SeenCondition,
): never {
  const { machine } = context;
  if (typeof message === 'string') machine.fail('UserEnforceError', { message, condition }, span);
  const value = machine.pactValue(message, span);
  const shown = { value: () => prettyValue(value), valueKind: typeWord(value) };
  return machine.fail('ExpectedStringValue', shown, span);
}

export function enforceOutsideDefcap(context: Context, span: Span): void {
  if (!context.inDefcap) return;
  context.machine.fail('FormIllegalWithinDefcap', { form: 'with-capability' }, span);
}

export function pair<T>(parts: readonly T[]): readonly [T, T] {
  const [first, second] = parts;
  assert(first !== undefined && second !== undefined, 'the form has two terms');
  return [first, second];
}
