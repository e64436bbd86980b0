// Checks access rights: the module on top of the call stack, module admin, and blessed hashes.
// Source: IR/Eval/Runtime/Utils.hs (guardForModuleCall, guardTable, enforceBlessedHashes).

import type { Span } from '../../../base/span.ts';
import type { Module } from '../../core/model/definition.ts';
import type { Hash } from '../../values/encoding/hash.ts';
import type { ModuleName } from '../../values/names.ts';
import type { TableValue } from '../../values/value.ts';
import type { Machine } from '../machine.ts';
import { getModule } from './modules.ts';

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
