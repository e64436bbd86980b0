// Enforces guards of every kind, and finds the signatures that count for them.
// Source: IR/Eval/CEK/Evaluator.hs (enforceGuard, isKeysetInSigs, runUserGuard, acquireModuleAdmin),
// Environment/Utils.hs (checkSigCaps); sections 5.3 and 5.4.

import type { Span } from '../../../base/span.ts';
import type { Module } from '../../core/model/definition.ts';
import { FullyQualifiedName, type KeySetName } from '../../values/names.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import { predicateText } from '../../values/text/show.ts';
import {
  CapToken,
  type CapabilityGuard,
  type Guard,
  type KeySetGuard,
  type UserGuard,
} from '../../values/value.ts';
import { getMember, getModule, grantModuleAdmin, hasModuleAdmin } from '../calls/modules.ts';
import { acquire } from './acquire.ts';
import { applyClosure } from '../calls/apply.ts';
import { type QualifiedCapability, isBeingEvaluated, isOnStack } from '../../state/capabilities.ts';
import type { Context } from '../../state/context.ts';
import type { Machine } from '../../state/machine.ts';
import { functionOf } from '../compile/reference.ts';
import { isCalledBy } from '../../state/stack.ts';
import { DefunClosure, BuiltinClosure, type Closure } from '../../state/value.ts';

/** Returns if the guard passes and fails otherwise. */
export function enforceGuard(context: Context, guard: Guard, span: Span): void {
  const { machine } = context;
  switch (guard.guard) {
    case 'keyset':
      return enforceKeySet(context, guard, span);
    case 'keyset-ref':
      return enforceKeySetName(context, guard.name, span);
    case 'user':
      return runUserGuard(context, guard, span);
    case 'capability':
      return enforceCapabilityGuard(machine, guard, span);
    case 'module':
      machine.environment.warn({ kind: 'module-guard' }, span);
      if (isCalledBy(machine.stack, guard.module.text)) return;
      return acquireModuleAdmin(context, getModule(machine, guard.module, span), span);
    case 'pact':
      return enforcePactId(machine, guard.pactId, span);
  }
}

/** Like `enforceGuard`, but returns false for a recoverable failure that is found without running code. */
export function guardHolds(context: Context, guard: Guard, span: Span): boolean {
  if (guard.guard === 'capability' && guard.pactId === undefined) {
    return isOnStack(context.machine.capabilities.slots, guard);
  }
  enforceGuard(context, guard, span);
  return true;
}

export function enforceKeySetName(context: Context, name: KeySetName, span: Span): void {
  const { machine } = context;
  const keySet = machine.database.readKeySet(name);
  if (keySet === undefined) return machine.fail('NoSuchKeySet', { keyset: name.text }, span);
  enforceKeySet(context, keySet, span);
}

export function enforceKeySet(context: Context, keySet: KeySetGuard, span: Span): void {
  const { machine } = context;
  const total = keySet.keys.length;
  const matched = countSignatures(machine, keySet);
  if (predicateHolds(context, keySet, { total, matched }, span)) return;
  const predicate = predicateText(keySet.predicate);
  machine.fail('KeysetPredicateFailure', { predicate, keys: keySet.keys }, span);
}

/** Acquires the admin of a module by running its governance, unless it is already acquired. */
export function acquireModuleAdmin(context: Context, module: Module, span: Span): void {
  const { machine } = context;
  if (hasModuleAdmin(machine, module.name)) return;
  const { governance } = module;
  if (governance.kind === 'keyset') enforceKeySetName(context, governance.name, span);
  else {
    const token = new CapToken(governance.name, []);
    acquire(context, token, { scope: 'body', purpose: 'normal' }, span, () => true);
  }
  grantModuleAdmin(machine, module.name);
}

/** Counts the valid signatures of the keyset's keys: unscoped, or scoped to a granted capability. */
function countSignatures(machine: Machine, keySet: KeySetGuard): number {
  const { isAutonomous } = machine.capabilities;
  let count = 0;
  for (const key of keySet.keys) {
    const scopes = machine.environment.signatures.get(key);
    if (scopes === undefined) continue;
    const counts = scopes.length === 0 ? !isAutonomous : scopes.some(isGranted(machine));
    if (counts) count++;
  }
  return count;
}

/** While capability bodies run, only those capabilities count as granted. */
function isGranted(machine: Machine): (capability: QualifiedCapability) => boolean {
  const { beingEvaluated, slots } = machine.capabilities;
  return beingEvaluated === undefined
    ? (capability) => isOnStack(slots, capability)
    : (capability) => isBeingEvaluated(beingEvaluated, capability);
}

function predicateHolds(
  context: Context,
  { predicate }: KeySetGuard,
  counts: { readonly total: number; readonly matched: number },
  span: Span,
): boolean {
  const { total, matched } = counts;
  switch (predicate.kind) {
    case 'keys-all':
      return matched >= total;
    case 'keys-any':
      return matched >= 1;
    case 'keys-2':
      return matched >= 2;
    default: {
      const closure = predicateClosure(context, predicate, span);
      const result = applyClosure(context.machine, closure, [BigInt(total), BigInt(matched)]);
      return context.machine.boolValue(result, span);
    }
  }
}

function predicateClosure(
  context: Context,
  predicate: Extract<KeySetGuard['predicate'], { kind: 'qualified' | 'bare' }>,
  span: Span,
): Closure {
  const { machine } = context;
  if (predicate.kind === 'bare') {
    const builtin = machine.environment.builtins.byName(predicate.name);
    if (builtin !== undefined) return new BuiltinClosure(builtin, context, span);
    return machine.fail('InvalidCustomKeysetPredicate', { predicate: 'expected native' }, span);
  }
  const { def, hash } = getMember(machine, predicate.name, span);
  if (def.kind !== 'defun') {
    return machine.fail('InvalidCustomKeysetPredicate', { predicate: 'expected defun' }, span);
  }
  const name = new FullyQualifiedName(predicate.name.module, predicate.name.name, hash);
  return new DefunClosure(name, functionOf(machine, def, name), context);
}

function runUserGuard(context: Context, guard: UserGuard, span: Span): void {
  const { machine } = context;
  const { def, hash } = getMember(machine, guard.fun, span);
  if (def.kind !== 'defun') {
    return machine.fail('UserGuardMustBeADefun', { name: guard.fun.text, found: def.kind }, span);
  }
  if (def.params.length !== guard.args.length) machine.fail('CannotApplyPartialClosure', {}, span);
  const name = new FullyQualifiedName(guard.fun.module, guard.fun.name, hash);
  const closure = new DefunClosure(name, functionOf(machine, def, name), guardContext(context));
  applyClosure(machine, closure, guard.args);
}

function enforceCapabilityGuard(machine: Machine, guard: CapabilityGuard, span: Span): void {
  if (guard.pactId !== undefined) enforcePactId(machine, guard.pactId, span);
  if (isOnStack(machine.capabilities.slots, guard)) return;
  const data = { name: guard.name.text, guard: () => prettyValue(guard) };
  machine.fail('CapabilityGuardNotAcquired', data, span);
}

function enforcePactId(machine: Machine, expected: string, span: Span): void {
  const current = runningPactId(machine, span);
  if (current === expected) return;
  machine.fail('CapabilityPactGuardInvalidPactId', { current, expected }, span);
}

/** Returns the id of the running defpact. */
export function runningPactId(machine: Machine, span: Span): string {
  const exec = machine.defPactExec;
  return exec?.pactId ?? machine.fail('NotInDefPactExecution', {}, span);
}

/** Conditions of `enforce` and bodies of user guards: read-only since 5.3, before that without user tables. */
export function guardContext(context: Context): Context {
  return context.machine.hasFlag('DisablePact53') ? context.sysOnly() : context.readOnly();
}
