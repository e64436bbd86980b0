// Enters functions: recursion, reentrancy, result type (Evaluator.hs, evalWithStackFrame).

import type { Span } from '../../../base/span.ts';
import { hasFailed, type failed } from '../../state/builtin.ts';
import type { CompiledFunction } from '../../state/code.ts';
import type { Context } from '../../state/context.ts';
import { writtenName } from '../../state/call-texts.ts';
import type { Machine, WatchedCall } from '../../state/machine.ts';
import { StackFrame, type FrameKind } from '../../state/stack.ts';
import type { Local } from '../../state/value.ts';
import type { FullyQualifiedName } from '../../values/names.ts';
import type { PactValue } from '../../values/value.ts';
import { failType, hasType } from './typecheck.ts';

/** Runs a body under a new stack frame. */
export function enterFunction<Failed extends typeof failed = never>(
  machine: Machine,
  name: FullyQualifiedName,
  args: readonly PactValue[],
  kind: FrameKind,
  code: CompiledFunction<Failed>,
  local: Local | undefined,
  context: Context,
  span: Span = code.span,
): PactValue | Failed {
  const reentered =
    context.reentrant.size > 0 &&
    context.reentrant.has(name.module.text) &&
    !machine.hasFlag('DisableReentrancyCheck');
  const inner = reentered ? context.readOnly() : context;
  return enterFrame(machine, name, args, kind, code, local, inner, span);
}

/** Like `enterFunction`, without the reentrancy rule (bodies of event and managed capabilities). */
export function enterFrame<Failed extends typeof failed = never>(
  machine: Machine,
  name: FullyQualifiedName,
  args: readonly PactValue[],
  kind: FrameKind,
  code: CompiledFunction<Failed>,
  local: Local | undefined,
  context: Context,
  span: Span = code.span,
  isWatched = machine.watch !== undefined,
): PactValue | Failed {
  const { watch } = machine;
  if (isWatched && watch !== undefined) {
    const place = machine.loaded.def(name)?.span ?? code.span;
    const call: WatchedCall = { kind, name: name.qualified, span: place, args };
    const run = () => enterFrame(machine, name, args, kind, code, local, context, span, false);
    return watch.during(call, run);
  }
  const { returns } = code;
  const { active, stack: caller } = machine;
  if (!active.enter(name.qualified)) {
    machine.fail('RuntimeRecursionDetected', { name: name.qualified }, span);
  }
  machine.stack = new StackFrame(name, args, kind, span, caller);
  const value = machine.descend(code, local, context);
  // State that is changed here is restored by the caller that catches the error (`restore`).
  if (hasFailed(value)) return value;
  const result = machine.pactValue(value, span);
  if (returns !== undefined && machine.checksResults && !hasType(machine, returns, result, span)) {
    failType(machine, returns, result, span, { kind: 'result', name: writtenName(name) });
  }
  machine.stack = caller;
  active.leave(name.qualified);
  return result;
}
