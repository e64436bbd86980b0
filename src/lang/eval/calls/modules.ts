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
import type { ModuleName, QualifiedName } from '../../values/names.ts';
import { chargeMerge, chargeModuleLoad } from './charges.ts';
import type { Machine } from '../machine.ts';

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
