// Acquires capabilities: the steps of `(with-capability (C a) body)` before the body, for plain, event and managed
// capabilities. Also composes, installs and requires capabilities, and handles the reserved "magic" ones.
// Source: IR/Eval/CEK/Evaluator.hs (evalCap, installCap, composeCap, CapBodyC, CapPopC, withMagicCap); section 5.

import { enterFrame, enterFunction } from '../calls/enter.ts';
import { assert } from '../../../base/assert.ts';
import type { Span } from '../../../base/span.ts';
import type { DefCap } from '../../core/model/definition.ts';
import { prettyCall } from '../../values/text/pretty.ts';
import { ModuleName, QualifiedName } from '../../values/names.ts';
import { CapToken, type PactValue } from '../../values/value.ts';
import { emitCapabilityEvent, enforceModuleAccess } from '../calls/modules.ts';
import { applyClosure, attemptClosure } from '../calls/apply.ts';
import {
  type ManagedCapability,
  type QualifiedCapability,
  composedBelow,
  findManaged,
  isOnStack,
  withSlotCapability,
  withoutIndex,
} from '../../state/capabilities.ts';
import { capTokenOf, defCapOf, findInstalledBySignature, qualify, saveManaged } from './install.ts';
import type { CompiledFunction } from '../../state/code.ts';
import type { Context } from '../../state/context.ts';
import type { Machine } from '../../state/machine.ts';
import { hasFailed, type Attempted, type failed } from '../../state/builtin.ts';
import { capabilityBody, functionOf } from '../compile/reference.ts';
import { DefunClosure, Local, type Closure, type MachineValue } from '../../state/value.ts';

export type Acquisition = {
  /** What happens to the capability when its scope ends: it is removed, or passed to the capability that composes it. */
  readonly scope: 'body' | 'composed';
  /** `test` is the REPL's test-capability: no manager, no managed event. */
  readonly purpose: 'normal' | 'test';
};

const asBody: Acquisition = { scope: 'body', purpose: 'normal' };
const asComposed: Acquisition = { scope: 'composed', purpose: 'normal' };

/** How bodies of capabilities and managers are called. */
type Calls<Failed extends typeof failed> = {
  readonly codeOf: (code: CompiledFunction) => CompiledFunction<Failed>;
  readonly apply: (
    machine: Machine,
    closure: Closure,
    args: readonly MachineValue[],
  ) => MachineValue | Failed;
};

const plainCalls: Calls<never> = { codeOf: (code) => code, apply: applyClosure };

/** Where a failure is caught (tried.ts). */
const triedCalls: Calls<typeof failed> = {
  codeOf: (code) => code.tried ?? code,
  apply: attemptClosure,
};

export function withCapability(
  context: Context,
  value: MachineValue,
  span: Span,
  body: () => MachineValue,
): MachineValue {
  const token = accessibleToken(context, value, span);
  return acquireBy(plainCalls, context, token, asBody, span, body);
}

/** Like `withCapability`, for tried code. */
export function withTriedCapability(
  context: Context,
  value: MachineValue,
  span: Span,
  body: () => Attempted,
): Attempted {
  const token = accessibleToken(context, value, span);
  return acquireBy(triedCalls, context, token, asBody, span, body);
}

function accessibleToken({ machine }: Context, value: MachineValue, span: Span): CapToken {
  const token = capTokenOf(machine, value, span);
  enforceModuleAccess(machine, token.name.module, span);
  return token;
}

/** Evaluates `body` with the capability in scope. Acquires it unless it is already in scope. */
export function acquire(
  context: Context,
  token: CapToken,
  acquisition: Acquisition,
  span: Span,
  body: () => MachineValue,
): MachineValue {
  return acquireBy(plainCalls, context, token, acquisition, span, body);
}

function acquireBy<Failed extends typeof failed>(
  calls: Calls<Failed>,
  context: Context,
  token: CapToken,
  acquisition: Acquisition,
  span: Span,
  body: () => MachineValue | Failed,
): MachineValue | Failed {
  const { machine } = context;
  const capability = qualify(token);
  if (isOnStack(machine.capabilities.slots, capability)) return body();
  const def = defCapOf(machine, token, span);
  const request: Request<Failed> = { calls, context, token, capability, def, acquisition, span };
  switch (def.meta.kind) {
    case 'unmanaged':
      return acquirePlain(request, body);
    case 'event':
      return acquireEvent(request, body);
    case 'auto-managed':
      return acquireOneShot(request, body);
    case 'managed':
      return acquireManaged(request, def.meta.paramIndex, body);
  }
}

export function composeCapability(context: Context, token: CapToken, span: Span): MachineValue {
  return composeBy(plainCalls, context, token, span);
}

/** Like `composeCapability`, for tried code. */
export function composeTriedCapability(context: Context, token: CapToken, span: Span): Attempted {
  return composeBy(triedCalls, context, token, span);
}

function composeBy<Failed extends typeof failed>(
  calls: Calls<Failed>,
  context: Context,
  token: CapToken,
  span: Span,
): MachineValue | Failed {
  if (isOnStack(context.machine.capabilities.slots, qualify(token))) return true;
  enforceComposeAccess(context.machine, token, span);
  return acquireBy(calls, context, token, asComposed, span, () => true);
}

/** Runs an action with a reserved capability on the stack, so that signatures can be scoped to it (5.5). */
export function withMagicCapability<T>(
  machine: Machine,
  name: 'DEFINE_KEYSET' | 'MODULE_KEYSET' | 'DEFINE_NAMESPACE' | 'NAMESPACE',
  argument: string,
  span: Span,
  action: () => T,
): T {
  if (machine.hasFlag('DisablePact52')) return action();
  const capability = { name: new QualifiedName(name, magicModule), args: [argument] };
  const { slots } = machine.capabilities;
  if (isOnStack(slots, capability)) {
    machine.fail('EvalError', { cause: `magic cap already acquired: ${name}` }, span);
  }
  pushSlot(machine, capability);
  const result = action();
  machine.capabilities = machine.capabilities.withSlots(slots);
  return result;
}

const magicModule = new ModuleName('pact');

type Request<Failed extends typeof failed> = {
  readonly calls: Calls<Failed>;
  readonly context: Context;
  readonly token: CapToken;
  readonly capability: QualifiedCapability;
  readonly def: DefCap;
  readonly acquisition: Acquisition;
  readonly span: Span;
};

function acquirePlain<Failed extends typeof failed>(
  request: Request<Failed>,
  body: () => MachineValue | Failed,
): MachineValue | Failed {
  const { machine } = request.context;
  const evaluated = machine.capabilities.beingEvaluated;
  const failure = enterBody(request, request.capability, 'with-reentrancy-check');
  if (failure !== undefined) return failure;
  setBeingEvaluated(machine, evaluated);
  // The tested capability stays granted until the transaction ends.
  if (request.acquisition.purpose === 'test') return true;
  return scoped(request, body);
}

function acquireEvent<Failed extends typeof failed>(
  request: Request<Failed>,
  body: () => MachineValue | Failed,
): MachineValue | Failed {
  const { machine } = request.context;
  const evaluated = machine.capabilities.beingEvaluated;
  const failure = enterBody(request, request.capability, 'no-reentrancy-check');
  if (failure !== undefined) return failure;
  setBeingEvaluated(machine, evaluated);
  emitCapabilityEvent(machine, request.token, request.span);
  return scoped(request, body);
}

function acquireOneShot<Failed extends typeof failed>(
  request: Request<Failed>,
  body: () => MachineValue | Failed,
): MachineValue | Failed {
  const { context, token, capability, span, acquisition } = request;
  const { machine } = context;
  const evaluated = machine.capabilities.beingEvaluated;
  const installed =
    findManaged(machine.capabilities.managed, capability) ??
    findInstalledBySignature(machine, token, undefined, span) ??
    failNotInstalled(request);
  if (installed.state.kind !== 'auto') {
    const cause = 'expected automanaged, received user managed';
    return machine.fail('InvariantInvalidManagedCapKind', { cause }, span);
  }
  if (installed.state.used) machine.fail('OneShotCapAlreadyUsed', {}, span);
  const { filtered, original } = installed;
  saveManaged(machine, { filtered, original, state: { kind: 'auto', used: true } });
  const failure = enterBody(request, capability, 'no-reentrancy-check');
  if (failure !== undefined) return failure;
  setBeingEvaluated(machine, evaluated);
  if (acquisition.purpose === 'normal') emitCapabilityEvent(machine, token, span);
  return scoped(request, body);
}

function acquireManaged<Failed extends typeof failed>(
  request: Request<Failed>,
  paramIndex: number,
  body: () => MachineValue | Failed,
): MachineValue | Failed {
  const { context, token, capability, span, acquisition } = request;
  const { machine } = context;
  const evaluated = machine.capabilities.beingEvaluated;
  const filtered = { name: capability.name, args: withoutIndex(capability.args, paramIndex) };
  const installed =
    findManaged(machine.capabilities.managed, filtered) ??
    findInstalledBySignature(machine, token, paramIndex, span) ??
    failNotInstalled(request);
  const manager = managerOf(request, installed);
  // While body and manager run, the installed token is in scope, because signatures are scoped to it.
  const failure = enterBody(request, installed.original, 'no-reentrancy-check');
  if (failure !== undefined) return failure;
  if (acquisition.purpose === 'normal') {
    const failedManager = runManager(request, installed, manager);
    if (failedManager !== undefined) return failedManager;
  }
  setBeingEvaluated(machine, evaluated);
  if (acquisition.purpose === 'normal') emitCapabilityEvent(machine, token, span);
  replaceTop(machine, capability, span);
  return scoped(request, body);
}

/** Pushes a slot and runs the defcap's body in a frame of its own. */
function enterBody<Failed extends typeof failed>(
  request: Request<Failed>,
  slot: QualifiedCapability,
  check: 'with-reentrancy-check' | 'no-reentrancy-check',
): Failed | undefined {
  const { calls, context, token, def, span } = request;
  const { machine } = context;
  if (token.args.length !== def.params.length) {
    const counts = { expected: token.args.length, actual: def.params.length };
    const hashed = { name: token.name.qualified, moduleHash: token.name.hash };
    machine.fail('InvariantArgLengthMismatch', { ...hashed, ...counts }, span);
  }
  pushSlot(machine, slot);
  const { beingEvaluated } = machine.capabilities;
  setBeingEvaluated(machine, { capability: slot, next: beingEvaluated });
  let local: Local | undefined = undefined;
  for (const arg of token.args) local = new Local(arg, local);
  const code = calls.codeOf(capabilityBody(machine, def, span));
  const { name, args } = token;
  const inside = context.withinDefcap();
  const result =
    check === 'with-reentrancy-check'
      ? enterFunction(machine, name, args, 'defcap', code, local, inside, span)
      : enterFrame(machine, name, args, 'defcap', code, local, inside, span);
  return hasFailed(result) ? result : undefined;
}

type Manager = { readonly closure: DefunClosure; readonly index: number };

function managerOf<Failed extends typeof failed>(
  { context, span }: Request<Failed>,
  { state }: ManagedCapability,
): Manager {
  const { machine } = context;
  if (state.kind !== 'user') {
    const cause = 'expected user managed, received automanaged';
    return machine.fail('InvariantInvalidManagedCapKind', { cause }, span);
  }
  const { manager, index } = state;
  const def = machine.loaded.def(manager);
  if (def?.kind !== 'defun') {
    const name = def === undefined ? 'InvariantUnboundFreeVariable' : 'InvariantExpectedDefun';
    return machine.fail(name, { name: manager.qualified, moduleHash: manager.hash }, span);
  }
  const closure = new DefunClosure(manager, functionOf(machine, def, manager), context);
  return { closure, index };
}

/** The manager receives the managed value and the requested value, and returns the new managed value. */
function runManager<Failed extends typeof failed>(
  request: Request<Failed>,
  installed: ManagedCapability,
  manager: Manager,
): Failed | undefined {
  const { calls, context, token, span } = request;
  const { machine } = context;
  const { state } = installed;
  const requested = token.args[manager.index];
  assert(state.kind === 'user' && requested !== undefined, 'the managed argument exists');
  const result = calls.apply(machine, manager.closure, [state.value, requested]);
  if (hasFailed(result)) return result;
  const left: PactValue = machine.pactValue(result, span);
  const { filtered, original } = installed;
  const { manager: name, index } = state;
  const after = { kind: 'user', manager: name, value: left, index } as const;
  saveManaged(machine, { filtered, original, state: after });
  return undefined;
}

/** Evaluates the body, then removes the slot or passes it to the composing capability. */
function scoped<Failed extends typeof failed>(
  request: Request<Failed>,
  body: () => MachineValue | Failed,
): MachineValue | Failed {
  const { context, acquisition, span } = request;
  const { machine } = context;
  const result = body();
  if (hasFailed(result)) return result;
  const top = machine.capabilities.slots;
  if (acquisition.scope === 'body') {
    // Nothing remains if the body has ended the transaction.
    machine.capabilities = machine.capabilities.withSlots(top?.next);
    return result;
  }
  if (top === undefined) return machine.fail('InvariantEmptyCapStackFailure', {}, span);
  const parent = top.next;
  if (parent === undefined) {
    machine.capabilities = machine.capabilities.withSlots(undefined);
    return result;
  }
  machine.capabilities = machine.capabilities.withSlots(composedBelow(top, parent));
  return result;
}

function pushSlot(machine: Machine, capability: QualifiedCapability): void {
  machine.capabilities = machine.capabilities.granting(capability);
}

function replaceTop(machine: Machine, capability: QualifiedCapability, span: Span): void {
  const { slots } = machine.capabilities;
  if (slots === undefined) return machine.fail('InvariantEmptyCapStackFailure', {}, span);
  machine.capabilities = machine.capabilities.withSlots(withSlotCapability(slots, capability));
}

function setBeingEvaluated(
  machine: Machine,
  beingEvaluated: Machine['capabilities']['beingEvaluated'],
): void {
  machine.capabilities = machine.capabilities.withBeingEvaluated(beingEvaluated);
}

/** 5.4.1: a capability of another module is composed only with its module admin (flag DisablePact54Fix). */
function enforceComposeAccess(machine: Machine, token: CapToken, span: Span): void {
  if (machine.hasFlag('DisablePact54Fix')) return;
  enforceModuleAccess(machine, token.name.module, span);
}

function failNotInstalled<Failed extends typeof failed>({
  context,
  capability,
  span,
}: Request<Failed>): never {
  const data = {
    name: capability.name.text,
    token: () => prettyCall(capability.name.text, capability.args),
  };
  return context.machine.fail('CapNotInstalled', data, span);
}
