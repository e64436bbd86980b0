// Stores a hashed module or interface, and loads it into the transaction.
// Source: pact/Pact/Core/Compile.hs (evalTopLevel), TransitiveDependencies.hs; sections 4.3 and 4.4.

import {
  defName,
  type Def,
  type Interface,
  type Module,
  type ModuleData,
  loadableDefs,
} from '../core/model/definition.ts';
import { memberName } from '../core/model/loaded.ts';
import { enforceGuard } from '../eval/capabilities/guards.ts';
import { grantModuleAdmin } from '../eval/calls/access.ts';
import { withMagicCapability } from '../eval/capabilities/acquire.ts';
import type { Machine } from '../eval/machine.ts';
import { writeModule } from '../eval/calls/storage.ts';
import { KeySetRefGuard } from '../values/value.ts';
import { ModuleName } from '../values/names.ts';
import { chargeModuleWrite } from './charges.ts';
import { definitionsOf, dependenciesOf } from './dependencies.ts';
import type { KnownModules } from './known-modules.ts';

export function installModule(
  machine: Machine,
  module: Module,
  modules: readonly ModuleName[],
  known?: KnownModules,
): void {
  const { name, governance, span } = module;
  // Keyset governance is checked on installation; a governance capability is not.
  if (governance.kind === 'keyset') {
    withMagicCapability(machine, 'MODULE_KEYSET', name.text, span, () =>
      enforceGuard(machine.context('impure'), new KeySetRefGuard(governance.name), span),
    );
  }
  for (const def of module.defs) machine.loaded.addDef(memberName(module, def), def);
  const found: ModuleData = { module, dependencies: dependenciesOf(machine, module, modules) };
  const data = known?.data(found) ?? found;
  chargeModuleWrite(machine, data);
  writeModule(machine.context('impure'), data, span);
  makeKnown(machine, data, module.defs);
  const inRoot = governance.kind === 'capability' && machine.hasFlag('PreserveNsModuleInstallBug');
  grantModuleAdmin(machine, inRoot ? new ModuleName(name.name) : name);
}

/** An interface stores every loaded definition of the modules that it refers to. */
export function installInterface(
  machine: Machine,
  written: Interface,
  modules: readonly ModuleName[],
  known?: KnownModules,
): void {
  const found: ModuleData = { module: written, dependencies: definitionsOf(machine, modules) };
  const data = known?.data(found) ?? found;
  chargeModuleWrite(machine, data);
  writeModule(machine.context('impure'), data, written.span);
  makeKnown(machine, data, loadableDefs(written));
}

function makeKnown(machine: Machine, data: ModuleData, defs: readonly Def[]): void {
  machine.loaded.addModule(data);
  for (const def of defs) {
    const name = memberName(data.module, def);
    machine.loaded.addTopLevelName(defName(def), { name, def: def.kind });
  }
}
