// Finds modules and their members among those the transaction has loaded, or else in the database, with gas charges.
// Source: Persistence/Utils.hs (lookupModule, lookupModuleData, getModule*), section 8.5.
import type { Span } from '../../../base/span.ts';
import {
  type Def,
  type Module,
  type ModuleData,
  memberOf,
  membersOf,
} from '../../core/model/definition.ts';
import type { Hash } from '../../values/encoding/hash.ts';
import { ModuleName, type QualifiedName } from '../../values/names.ts';
import { chargeMerge, chargeModuleLoad } from './charges.ts';
import type { Machine, PactEvent } from '../../state/machine.ts';
import type { CapToken, PactValue, TableValue } from '../../values/value.ts';

/** Finds a stored or loaded module or interface. Used by name resolution, which also charges for merging. */
export function lookupModuleData(
  machine: Machine,
  name: ModuleName,
  span: Span,
): ModuleData | undefined {
  return machine.loaded.module(name.text) ?? loadModule(machine, name, span, 'with-merge');
}

/** Reads a module that is not loaded yet. */
export function loadModule(
  machine: Machine,
  name: ModuleName,
  span: Span,
  charge: 'with-merge' | 'without-merge',
): ModuleData | undefined {
  const data = machine.database.readModule(name);
  if (data === undefined) return undefined;
  chargeLoad(machine, data, span, charge);
  machine.loaded.addModule(data);
  return data;
}

/** Finds a module, not an interface; `undefined` if neither exists. */
export function lookupModule(machine: Machine, name: ModuleName, span: Span): Module | undefined {
  const data = machine.loaded.module(name.text) ?? loadModule(machine, name, span, 'without-merge');
  if (data === undefined) return undefined;
  if (data.module.kind === 'module') return data.module;
  return machine.fail('ExpectedModule', { module: name.text }, span);
}

export function getModule(machine: Machine, name: ModuleName, span: Span): Module {
  const module = lookupModule(machine, name, span);
  return module ?? machine.fail('ModuleDoesNotExist', { module: name.text }, span);
}

export function getModuleData(machine: Machine, name: ModuleName, span: Span): ModuleData {
  const data = lookupModuleData(machine, name, span);
  return data ?? machine.fail('ModuleDoesNotExist', { module: name.text }, span);
}

/** Finds a member of the current version of a module. */
export function getMember(
  machine: Machine,
  name: QualifiedName,
  span: Span,
): { readonly def: Def; readonly hash: Hash } {
  const module = getModule(machine, name.module, span);
  const def = memberOf(module, name.name);
  if (def !== undefined) return { def, hash: module.hash };
  const missing = { name: name.text, moduleHash: module.hash };
  return machine.fail('ModuleMemberDoesNotExist', missing, span);
}

function chargeLoad(
  machine: Machine,
  data: ModuleData,
  span: Span,
  charge: 'with-merge' | 'without-merge',
): void {
  const { name } = data.module;
  chargeModuleLoad(machine, () => machine.database.moduleSize(name) ?? 0, span);
  if (charge === 'without-merge') return;
  const added = membersOf(data.module).count + data.dependencies.size;
  chargeMerge(machine, added, span);
}

// Checks access rights: the module on top of the call stack, module admin, and blessed hashes.
// Source: IR/Eval/Runtime/Utils.hs (guardForModuleCall, guardTable, enforceBlessedHashes).

/** Returns the module of the running function, if any. */
export function callingModule(machine: Machine): ModuleName | undefined {
  return machine.stack?.name.module;
}

export function hasModuleAdmin(machine: Machine, module: ModuleName): boolean {
  return machine.capabilities.moduleAdmin.has(module.text);
}

export function grantModuleAdmin(machine: Machine, module: ModuleName): void {
  const { capabilities } = machine;
  const moduleAdmin = new Set(capabilities.moduleAdmin).add(module.text);
  machine.capabilities = capabilities.withModuleAdmin(moduleAdmin);
}

/** Fails unless the caller is the module itself or has its module admin. */
export function enforceModuleAccess(machine: Machine, module: ModuleName, span: Span): void {
  if (callingModule(machine)?.text === module.text || hasModuleAdmin(machine, module)) return;
  machine.fail('ModuleAdminNotAcquired', { module: module.text }, span);
}

export function enforceBlessed(machine: Machine, module: Module, hash: Hash, span: Span): void {
  if (module.hash === hash || module.blessed.includes(hash)) return;
  machine.fail('HashNotBlessed', { module: module.name.text, moduleHash: hash }, span);
}

/** Access to a table; local reads may skip it (flag AllowReadInLocal). */
export function enforceTableAccess(
  machine: Machine,
  table: TableValue,
  operation: 'read' | 'write' | 'create',
  span: Span,
): void {
  if (operation === 'read' && machine.hasFlag('AllowReadInLocal')) return;
  const { module } = table.name;
  enforceModuleAccess(machine, module, span);
  enforceBlessed(machine, getModule(machine, module, span), table.moduleHash, span);
}

// Events of capabilities, and the two reserved ones of cross-chain defpacts.
// Source: IR/Eval/Runtime/Utils.hs (emitEvent*), section 5.9.

/** Emits the event of an acquired capability. An old rule used the hash of the current module version. */
export function emitCapabilityEvent(machine: Machine, token: CapToken, span: Span): void {
  machine.emit(
    machine.hasFlag('EnableLegacyEventHashes')
      ? currentEvent(machine, token, span)
      : eventOf(token),
  );
}

/** Emits an event from code: only events of the running module are allowed. */
export function emitCheckedEvent(machine: Machine, token: CapToken, span: Span): void {
  const event = machine.hasFlag('EnableLegacyEventHashes')
    ? currentEvent(machine, token, span)
    : eventOf(token);
  const caller = machine.stack?.name.module ?? token.name.module;
  if (machine.stack === undefined || caller.text !== event.module.text) {
    machine.fail('EventDoesNotMatchModule', { module: caller.text }, span);
  }
  machine.emit(event);
}

export function emitReservedEvent(
  machine: Machine,
  name: 'X_YIELD' | 'X_RESUME',
  params: readonly PactValue[],
  moduleHash: Hash,
): void {
  machine.emit({ name, params, module: reserved, moduleHash });
}

const reserved = new ModuleName('pact');

function eventOf({ name, args }: CapToken): PactEvent {
  return { name: name.name, params: args, module: name.module, moduleHash: name.hash };
}

function currentEvent(machine: Machine, token: CapToken, span: Span): PactEvent {
  return { ...eventOf(token), moduleHash: getModule(machine, token.name.module, span).hash };
}
