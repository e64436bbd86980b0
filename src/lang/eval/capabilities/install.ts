// Installs managed capabilities: by code, or on first use by a signature that lists them.
// Source: IR/Eval/CEK/Evaluator.hs (evalCap, installCap, findMsgSigCap, filterIndex).
import type { Span } from '../../../base/span.ts';
import { compareText } from '../../../base/text.ts';
import { prettyCall, prettyValue } from '../../values/text/pretty.ts';
import { compareValueLists } from '../../values/order/order.ts';
import { CapToken } from '../../values/value.ts';
import {
  type ManagedCapability,
  type QualifiedCapability,
  findManaged,
  sameCapability,
  withoutIndex,
} from '../../state/capabilities.ts';
import type { Machine } from '../../state/machine.ts';
import type { DefCap } from '../../core/model/definition.ts';
import { describedCall, type MachineValue, isClosure, typeWord } from '../../state/value.ts';

export function installCapability(
  machine: Machine,
  token: CapToken,
  by: 'code' | 'signature' | 'test',
  span: Span,
): ManagedCapability {
  const { meta } = defCapOf(machine, token, span);
  const capability = qualify(token);
  if (meta.kind !== 'managed' && meta.kind !== 'auto-managed') {
    return machine.fail('InvalidManagedCap', { name: capability.name.text }, span);
  }
  if (meta.kind === 'auto-managed') {
    const state = { kind: 'auto', used: false } as const;
    const installed = { filtered: capability, original: capability, state };
    addManaged(machine, installed, by, span);
    return installed;
  }
  const { paramIndex, manager } = meta;
  const value = token.args[paramIndex];
  if (value === undefined) {
    const hashed = { name: token.name.qualified, moduleHash: token.name.hash };
    return machine.fail('InvariantInvalidManagedCapIndex', { ...hashed, index: paramIndex }, span);
  }
  const filtered = { name: capability.name, args: withoutIndex(capability.args, paramIndex) };
  const state = { kind: 'user', manager, value, index: paramIndex } as const;
  const installed = { filtered, original: capability, state };
  enforceNotInstalled(machine, installed, span);
  saveManaged(machine, installed);
  if (by === 'code') {
    const signed = signedCapabilities(machine).some((each) => matches(each, filtered, paramIndex));
    if (signed) failInstalled(machine, capability, span);
    markAutonomous(machine);
  }
  return installed;
}

/** Installs the capability that a signature lists for this token; `undefined` if no signature does. */
export function findInstalledBySignature(
  machine: Machine,
  token: CapToken,
  paramIndex: number | undefined,
  span: Span,
): ManagedCapability | undefined {
  const wanted = qualify(token);
  const filtered =
    paramIndex === undefined
      ? wanted
      : { name: wanted.name, args: withoutIndex(wanted.args, paramIndex) };
  const found = smallestSigned(machine, (each) =>
    paramIndex === undefined ? sameCapability(each, wanted) : matches(each, filtered, paramIndex),
  );
  if (found === undefined) return undefined;
  return installCapability(machine, new CapToken(token.name, found.args), 'signature', span);
}

export function saveManaged(machine: Machine, managed: ManagedCapability): void {
  machine.capabilities = machine.capabilities.withManaged(managed);
}

function addManaged(
  machine: Machine,
  installed: ManagedCapability,
  by: 'code' | 'signature' | 'test',
  span: Span,
): void {
  enforceNotInstalled(machine, installed, span);
  saveManaged(machine, installed);
  if (by === 'code') markAutonomous(machine);
}

function enforceNotInstalled(machine: Machine, installed: ManagedCapability, span: Span): void {
  if (findManaged(machine.capabilities.managed, installed.filtered) === undefined) return;
  failInstalled(machine, installed.original, span);
}

function failInstalled(machine: Machine, capability: QualifiedCapability, span: Span): never {
  const data = {
    name: capability.name.text,
    token: () => prettyCall(capability.name.text, capability.args),
  };
  return machine.fail('CapAlreadyInstalled', data, span);
}

/** From now on, unscoped signatures do not count in this transaction. */
function markAutonomous(machine: Machine): void {
  machine.capabilities = machine.capabilities.autonomously();
}

function signedCapabilities(machine: Machine): readonly QualifiedCapability[] {
  const all: QualifiedCapability[] = [];
  for (const scopes of machine.environment.signatures.values()) all.push(...scopes);
  return all;
}

function matches(
  signed: QualifiedCapability,
  filtered: QualifiedCapability,
  paramIndex: number,
): boolean {
  return (
    signed.name.text === filtered.name.text &&
    sameCapability({ name: signed.name, args: withoutIndex(signed.args, paramIndex) }, filtered)
  );
}

/**
 * The reference keeps the capabilities of every key in a set, unites the sets by key, and takes the smallest match,
 * which may lack its managed argument. Of equal capabilities, such as with 1.0 and 1.00, a set keeps the last one
 * inserted, and the union of two sets keeps the one of the first set.
 */
function smallestSigned(
  machine: Machine,
  isWanted: (signed: QualifiedCapability) => boolean,
): QualifiedCapability | undefined {
  const found: { readonly key: string; readonly capability: QualifiedCapability }[] = [];
  for (const [key, scopes] of machine.environment.signatures) {
    for (const capability of scopes) if (isWanted(capability)) found.push({ key, capability });
  }
  if (found.length < 2) return found[0]?.capability;
  // The capabilities of one key keep their order.
  found.sort((left, right) => compareText(left.key, right.key));
  let best = found[0];
  for (const each of found) {
    if (best === undefined || best === each) continue;
    const order = compareValueLists(each.capability.args, best.capability.args);
    if (order < 0 || (order === 0 && each.key === best.key)) best = each;
  }
  return best?.capability;
}

export function capTokenOf(machine: Machine, value: MachineValue, span: Span): CapToken {
  if (value instanceof CapToken) return value;
  if (isClosure(value)) {
    return machine.fail('ExpectedPactValue', { call: describedCall(value, 0) }, span);
  }
  const shown = { value: () => prettyValue(value), valueKind: typeWord(value) };
  return machine.fail('ExpectedCapToken', shown, span);
}

export function qualify(token: CapToken): QualifiedCapability {
  return { name: token.name.toQualified(), args: token.args };
}

export function defCapOf(machine: Machine, token: CapToken, span: Span): DefCap {
  const def = machine.loaded.def(token.name);
  if (def?.kind === 'defcap') return def;
  const hashed = { name: token.name.qualified, moduleHash: token.name.hash };
  const name = def === undefined ? 'InvariantUnboundFreeVariable' : 'InvariantExpectedDefCap';
  return machine.fail(name, hashed, span);
}
