// Applies closures to arguments: charges, checks, partial application. The order of errors is part of the
// language: arguments are checked only after all of them are evaluated and the application is charged.
// Source: IR/Eval/CEK/Evaluator.hs (applyLam); "Calling rules" of section 2.

import { enterFunction } from './enter.ts';
import type { Span } from '../../../base/span.ts';
import type { FullyQualifiedName } from '../../values/names.ts';
import { type PactValue, CapToken } from '../../values/value.ts';
import { chargeApplication, countResult } from './charges.ts';
import type { CompiledFunction } from '../../state/code.ts';
import type { Context } from '../../state/context.ts';
import { startDefPact } from '../capabilities/defpact.ts';
import type { Machine } from '../../state/machine.ts';
import { failed, BuiltinCall, type Attempted, type Builtin } from '../../state/builtin.ts';
import {
  describedCall,
  Local,
  PartialClosure,
  PartialBuiltin,
  type CapTokenClosure,
  type Closure,
  type DefPactClosure,
  type DefunClosure,
  type LambdaClosure,
  type MachineValue,
  type BuiltinClosure,
} from '../../state/value.ts';
import { argumentPlace } from '../../state/call-texts.ts';
import { failType, hasType } from './typecheck.ts';

export function applyClosure(
  machine: Machine,
  closure: Closure,
  args: readonly MachineValue[],
): MachineValue {
  switch (closure.closure) {
    case 'defun':
      return applyDefun(machine, closure, args);
    case 'lambda':
      return applyLambda(machine, closure, args);
    case 'partial':
      return applyPartial(machine, closure, args);
    case 'builtin':
      return applyBuiltin(machine, closure, args);
    case 'partial-builtin':
      return applyPartialBuiltin(machine, closure, args);
    case 'defpact':
      return applyDefPact(machine, closure, args);
    case 'captoken':
      return applyCapToken(machine, closure, args);
  }
}

export function runBuiltin(
  machine: Machine,
  builtin: Builtin,
  args: readonly MachineValue[],
  context: Context,
  span: Span,
): MachineValue {
  return callBuiltin(new BuiltinCall(machine, context, span, builtin), args);
}

/** Created on the first call of a closure; loops call it repeatedly. */
export function callOf(machine: Machine, closure: BuiltinClosure | PartialBuiltin): BuiltinCall {
  return (closure.call ??= new BuiltinCall(
    machine,
    closure.context,
    closure.span,
    closure.builtin,
  ));
}

/** Like `callBuiltin`, for a builtin with one argument. */
export function callWithOne(call: BuiltinCall, only: MachineValue): MachineValue {
  const { machine, builtin } = call;
  if (machine.meter !== undefined) call.payFlatCost(machine.meter);
  const run = builtin.runOne;
  const result = run === undefined ? builtin.run(call, [only]) : run(call, only);
  countResult(machine, result);
  return result;
}

/** Like `callWithOne`, within `try`: does not create an error that nothing reads. */
export function attemptWithOne(call: BuiltinCall, only: MachineValue): Attempted {
  const { machine, builtin } = call;
  if (builtin.attemptOne === undefined) return callWithOne(call, only);
  if (machine.meter !== undefined) call.payFlatCost(machine.meter);
  const result = builtin.attemptOne(call, only);
  if (result !== failed) countResult(machine, result);
  return result;
}

export function callWithTwo(
  call: BuiltinCall,
  left: MachineValue,
  right: MachineValue,
): MachineValue {
  const { machine, builtin } = call;
  if (machine.meter !== undefined) call.payFlatCost(machine.meter);
  const { runTwo } = builtin;
  const result =
    runTwo === undefined ? builtin.run(call, [left, right]) : runTwo(call, left, right);
  countResult(machine, result);
  return result;
}

/** Charges the flat cost and runs the builtin; fails with a type error if it lacks arguments (`applyPartialBuiltin`). */
export function callBuiltin(call: BuiltinCall, args: readonly MachineValue[]): MachineValue {
  const meter = call.machine.meter;
  if (meter !== undefined) call.payFlatCost(meter);
  if (args.length !== call.builtin.arity) return call.failArguments(args);
  const result = call.builtin.run(call, args);
  countResult(call.machine, result);
  return result;
}

function applyDefun(
  machine: Machine,
  closure: DefunClosure,
  args: readonly MachineValue[],
): MachineValue {
  const { code, name, context } = closure;
  if (args.length > code.arity) return failCount(machine, closure, args, code.span);
  if (args.length < code.arity) {
    if (args.length === 0) return closure;
    chargeApplication(machine, name, args.length, code.span);
    const local = bindSome(machine, closure, 0, args, undefined);
    return new PartialClosure(name, code, args.length, local, context);
  }
  if (code.arity === 0) return enterFunction(machine, name, [], 'defun', code, undefined, context);
  chargeApplication(machine, name, args.length, code.span);
  const values = pactValues(machine, args, code.span);
  const local = bindAll(machine, name, code.params, values, code.span);
  return enterFunction(machine, name, values, 'defun', code, local, context);
}

type TriedFunction = CompiledFunction<typeof failed>;

/** Like `applyClosure`, for tried code: returns `failed` if the body does (tried.ts). */
export function attemptClosure(
  machine: Machine,
  closure: Closure,
  args: readonly MachineValue[],
): Attempted {
  if (closure.closure !== 'defun' && closure.closure !== 'lambda') {
    return applyClosure(machine, closure, args);
  }
  const { code } = closure;
  const tried = args.length === code.arity ? code.tried : undefined;
  if (tried === undefined) return applyClosure(machine, closure, args);
  return closure.closure === 'defun'
    ? attemptDefun(machine, closure, tried, args)
    : attemptLambda(machine, closure, tried, args);
}

function attemptDefun(
  machine: Machine,
  { name, context }: DefunClosure,
  code: TriedFunction,
  args: readonly MachineValue[],
): Attempted {
  if (args.length > 0) chargeApplication(machine, name, args.length, code.span);
  const values = pactValues(machine, args, code.span);
  const local = bindAll(machine, name, code.params, values, code.span);
  return enterFunction(machine, name, values, 'defun', code, local, context);
}

function applyLambda(
  machine: Machine,
  closure: LambdaClosure,
  args: readonly MachineValue[],
): MachineValue {
  const { code, context } = closure;
  if (args.length > code.arity) return failCount(machine, closure, args, code.span);
  if (args.length < code.arity) {
    chargeApplication(machine, undefined, args.length, code.span);
    const local = bindSome(machine, closure, 0, args, closure.local);
    return new PartialClosure(undefined, code, args.length, local, context);
  }
  if (code.arity > 0) chargeApplication(machine, undefined, args.length, code.span);
  return machine.pactValue(machine.descend(code, bindLambda(closure, args), context), code.span);
}

function attemptLambda(
  machine: Machine,
  closure: LambdaClosure,
  code: TriedFunction,
  args: readonly MachineValue[],
): Attempted {
  if (args.length > 0) chargeApplication(machine, undefined, args.length, code.span);
  const result = machine.descend(code, bindLambda(closure, args), closure.context);
  return result === failed ? failed : machine.pactValue(result, code.span);
}

/** The parameters of a saturated lambda may be closures, and their types are not checked. */
function bindLambda(
  { local: outer }: LambdaClosure,
  args: readonly MachineValue[],
): Local | undefined {
  let local = outer;
  for (let i = 0; i < args.length; i++) local = new Local(args[i] as MachineValue, local);
  return local;
}

function applyPartial(
  machine: Machine,
  closure: PartialClosure,
  args: readonly MachineValue[],
): MachineValue {
  const { code, name, context } = closure;
  chargeApplication(machine, name, args.length, code.span);
  const local = bindSome(machine, closure, closure.given, args, closure.local);
  const given = closure.given + args.length;
  if (given < code.arity) return new PartialClosure(name, code, given, local, context);
  if (name !== undefined) return enterFunction(machine, name, [], 'defun', code, local, context);
  return machine.pactValue(machine.descend(code, local, context), code.span);
}

function applyBuiltin(
  machine: Machine,
  closure: BuiltinClosure,
  args: readonly MachineValue[],
): MachineValue {
  const { builtin, context, span } = closure;
  machine.countCall();
  if (args.length === builtin.arity) return callBuiltin(callOf(machine, closure), args);
  if (args.length > builtin.arity) return failCount(machine, closure, args, span);
  if (args.length === 0) return closure;
  return new PartialBuiltin(builtin, args, builtin.arity - args.length, context, span);
}

/** The reference drops the earlier arguments of a partial builtin unless all remaining arguments come at once. */
function applyPartialBuiltin(
  machine: Machine,
  closure: PartialBuiltin,
  args: readonly MachineValue[],
): MachineValue {
  const { builtin, context, span, missing } = closure;
  machine.countCall();
  if (args.length > missing) return failCount(machine, closure, args, span);
  if (args.length < missing) {
    return new PartialBuiltin(builtin, args, missing - args.length, context, span);
  }
  return callBuiltin(callOf(machine, closure), [...closure.args, ...args]);
}

function applyDefPact(
  machine: Machine,
  closure: DefPactClosure,
  args: readonly MachineValue[],
): MachineValue {
  const { name, def, context, span } = closure;
  if (args.length !== def.params.length) return failCount(machine, closure, args, span);
  chargeApplication(machine, name, args.length, span);
  const values = pactValues(machine, args, span);
  bindAll(machine, name, def.params, values, span);
  return startDefPact(machine, { def: name.toQualified(), args: values }, context, span);
}

function applyCapToken(
  machine: Machine,
  closure: CapTokenClosure,
  args: readonly MachineValue[],
): MachineValue {
  const { name, params, span } = closure;
  if (args.length !== params.length) return failCount(machine, closure, args, span);
  chargeApplication(machine, name, args.length, span);
  const values = pactValues(machine, args, span);
  bindAll(machine, name, params, values, span);
  return new CapToken(name, values);
}

function pactValues(
  machine: Machine,
  args: readonly MachineValue[],
  span: Span,
): readonly PactValue[] {
  for (let i = 0; i < args.length; i++) machine.pactValue(args[i] as MachineValue, span);
  // None of them is a closure.
  return args as readonly PactValue[];
}

/** Checks all types from left to right and returns the variables of the body. */
function bindAll(
  machine: Machine,
  name: FullyQualifiedName,
  params: CompiledFunction['params'],
  values: readonly PactValue[],
  span: Span,
): Local | undefined {
  let local: Local | undefined = undefined;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as PactValue;
    const type = params[i]?.type;
    if (type !== undefined && !hasType(machine, type, value, span)) {
      failType(machine, type, value, span, argumentPlace(name, params, i, values));
    }
    local = new Local(value, local);
  }
  return local;
}

/** Partial application: value check and type check alternate from argument to argument. */
function bindSome(
  machine: Machine,
  closure: DefunClosure | LambdaClosure | PartialClosure,
  given: number,
  args: readonly MachineValue[],
  outer: Local | undefined,
): Local | undefined {
  const { code } = closure;
  let local = outer;
  for (let i = 0; i < args.length; i++) {
    const param = code.params[given + i];
    if (param === undefined) return failCount(machine, closure, args, code.span);
    const value = machine.pactValue(args[i] as MachineValue, code.span);
    if (param.type !== undefined && !hasType(machine, param.type, value, code.span)) {
      const place = { kind: 'variable', name: param.name } as const;
      failType(machine, param.type, value, code.span, place);
    }
    local = new Local(value, local);
  }
  return local;
}

function failCount(
  machine: Machine,
  closure: Closure,
  args: readonly MachineValue[],
  span: Span,
): never {
  const call = describedCall(closure, args.length);
  return machine.fail('ClosureAppliedToTooManyArgs', { call }, span);
}
