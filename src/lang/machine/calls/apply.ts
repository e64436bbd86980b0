// Applying closures to arguments: charges, checks, partial application. Which error comes first is part of
// the language: arguments are looked at only after all of them were evaluated and the application was paid.
// Source: IR/Eval/CEK/Evaluator.hs (applyLam); "Calling rules" of section 2.

import type { Span } from '../../../base/span.ts';
import type { FullyQualifiedName } from '../../values/names.ts';
import type { PactValue } from '../../values/value.ts';
import { chargeApplication } from './charges.ts';
import type { CompiledFunction } from '../compile/compiled.ts';
import type { Context } from '../context.ts';
import { startDefPact } from '../capabilities/defpact.ts';
import type { Machine } from '../machine.ts';
import { countResult } from '../limits/memory.ts';
import { failed, NativeCall, type Attempted, type Native } from './native.ts';
import { argumentPlace, describedCall } from './described-call.ts';
import { failType, hasType } from './typecheck.ts';
import { CapToken } from '../../values/value.ts';
import {
  Local,
  PartialClosure,
  PartialNative,
  type CapTokenClosure,
  type Closure,
  type DefPactClosure,
  type DefunClosure,
  type LambdaClosure,
  type MachineValue,
  type NativeClosure,
} from '../value.ts';
import { wordCost, wordResult } from '../compile/words.ts';

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
    case 'native':
      return applyNative(machine, closure, args);
    case 'partial-native':
      return applyPartialNative(machine, closure, args);
    case 'defpact':
      return applyDefPact(machine, closure, args);
    case 'captoken':
      return applyCapToken(machine, closure, args);
  }
}

export function runNative(
  machine: Machine,
  native: Native,
  args: readonly MachineValue[],
  context: Context,
  span: Span,
): MachineValue {
  return callNative(new NativeCall(machine, context, span, native), args);
}

/** Made when a closure is called first; loops call it again and again. */
export function callOf(machine: Machine, closure: NativeClosure | PartialNative): NativeCall {
  return (closure.call ??= new NativeCall(machine, closure.context, closure.span, closure.native));
}

/** As `callNative`, of a native that takes one argument. */
export function callWithOne(call: NativeCall, only: MachineValue): MachineValue {
  const { machine, native } = call;
  if (machine.meter !== undefined) call.payFlatCost(machine.meter);
  const run = native.runOne;
  const result = run === undefined ? native.run(call, [only]) : run(call, only);
  countResult(machine, result);
  return result;
}

/** As `callWithOne` within `try`: an error that nobody reads need not be made. */
export function attemptWithOne(call: NativeCall, only: MachineValue): Attempted {
  const { machine, native } = call;
  if (native.attemptOne === undefined) return callWithOne(call, only);
  if (machine.meter !== undefined) call.payFlatCost(machine.meter);
  const result = native.attemptOne(call, only);
  if (result !== failed) countResult(machine, result);
  return result;
}

export function callWithTwo(
  call: NativeCall,
  left: MachineValue,
  right: MachineValue,
): MachineValue {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    return callWithIntegers(call, left, right);
  }
  const { machine, native } = call;
  if (machine.meter !== undefined) call.payFlatCost(machine.meter);
  const { runTwo } = native;
  const result = runTwo === undefined ? native.run(call, [left, right]) : runTwo(call, left, right);
  countResult(machine, result);
  return result;
}

function callWithIntegers(call: NativeCall, left: bigint, right: bigint): MachineValue {
  const { machine, native } = call;
  const { meter } = machine;
  const { operation } = native.words;
  const ofWords = wordResult(operation, left, right);
  if (ofWords !== undefined) {
    if (meter === undefined) return ofWords;
    if (meter.pay(call.priceOfWords(meter) + wordCost(meter.costs, operation, left, right)))
      return ofWords;
  }
  const { runIntegers } = native;
  if (meter !== undefined) call.payFlatCost(meter);
  const result =
    runIntegers === undefined ? native.run(call, [left, right]) : runIntegers(call, left, right);
  if (native.countsIntegers) countResult(machine, result);
  return result;
}

/** Pays the flat cost and runs the native; with fewer arguments than it takes (`applyPartialNative`) a type error. */
export function callNative(call: NativeCall, args: readonly MachineValue[]): MachineValue {
  const meter = call.machine.meter;
  if (meter !== undefined) call.payFlatCost(meter);
  if (args.length !== call.native.arity) return call.failArguments(args);
  const result = call.native.run(call, args);
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
  if (code.arity === 0) return machine.enterFunction(name, [], 'defun', code, undefined, context);
  chargeApplication(machine, name, args.length, code.span);
  const values = pactValues(machine, args, code.span);
  const local = bindAll(machine, name, code.params, values, code.span);
  return machine.enterFunction(name, values, 'defun', code, local, context);
}

type TriedFunction = CompiledFunction<typeof failed>;

/** As `applyClosure`, for what is tried: answers `failed` where the body does (tried.ts). */
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
  return machine.enterFunction(name, values, 'defun', code, local, context);
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
  if (name !== undefined) return machine.enterFunction(name, [], 'defun', code, local, context);
  return machine.pactValue(machine.descend(code, local, context), code.span);
}

function applyNative(
  machine: Machine,
  closure: NativeClosure,
  args: readonly MachineValue[],
): MachineValue {
  const { native, context, span } = closure;
  machine.countCall();
  if (args.length === native.arity) return callNative(callOf(machine, closure), args);
  if (args.length > native.arity) return failCount(machine, closure, args, span);
  if (args.length === 0) return closure;
  return new PartialNative(native, args, native.arity - args.length, context, span);
}

/** The reference forgets what a partial native was given where not all of the rest comes at once. */
function applyPartialNative(
  machine: Machine,
  closure: PartialNative,
  args: readonly MachineValue[],
): MachineValue {
  const { native, context, span, missing } = closure;
  machine.countCall();
  if (args.length > missing) return failCount(machine, closure, args, span);
  if (args.length < missing) {
    return new PartialNative(native, args, missing - args.length, context, span);
  }
  return callNative(callOf(machine, closure), [...closure.args, ...args]);
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
  // Not one of them was a closure.
  return args as readonly PactValue[];
}

/** Checks all types from left to right and gives the variables that the body sees. */
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
