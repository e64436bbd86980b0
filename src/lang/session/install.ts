// Stores a hashed module or interface, and loads it into the transaction.
// Source: pact/Pact/Core/Compile.hs (evalTopLevel), TransitiveDependencies.hs; sections 4.3 and 4.4.
import {
  type Def,
  type Interface,
  type Module,
  type ModuleData,
  defName,
  loadableDefs,
} from '../core/model/definition.ts';
import { memberName } from '../core/model/loaded.ts';
import { enforceGuard } from '../eval/capabilities/guards.ts';
import { grantModuleAdmin } from '../eval/calls/modules.ts';
import { withMagicCapability } from '../eval/capabilities/acquire.ts';
import type { Machine } from '../state/machine.ts';
import { writeModule } from '../eval/calls/storage.ts';
import { KeySetRefGuard } from '../values/value.ts';
import { ModuleName } from '../values/names.ts';
import { definitionsOf, dependenciesOf } from './dependencies.ts';
import { KnownModules } from './known-modules.ts';
import {
  hashInterface,
  hashModule,
  interfaceUnderHash,
  moduleUnderHash,
} from '../core/encoding/module-hash.ts';
import type { Hash } from '../values/encoding/hash.ts';
import { sizeOfModule, sizeOfModuleData } from '../core/size/module-size.ts';
import { gasLabels } from '../gas/labels.ts';
import type { GasMeter } from '../gas/meter.ts';
import { sizeOfCharged } from '../gas/size-budget.ts';

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

// Installs one module or interface with the hash given by a network, whatever the hash of its source would be now.

/** For one form only: every module installed with it gets the hash. */
export class UnderHash extends KnownModules {
  private readonly hash: Hash;
  /** The current hash of its source. */
  computed: Hash | undefined;

  constructor(hash: Hash) {
    super();
    this.hash = hash;
  }

  override hashModule(evaluated: Module): Module {
    this.computed = hashModule(evaluated).hash;
    return moduleUnderHash(evaluated, this.hash);
  }

  override hashInterface(evaluated: Interface): Interface {
    this.computed = hashInterface(evaluated).hash;
    return interfaceUnderHash(evaluated, this.hash);
  }
}

// Charges for deploying: desugaring and hashing by the size of the module, storing by the size of everything stored.
// Source: section 8.5.

export function chargeDesugar(machine: Machine, module: Module | Interface): void {
  const { meter } = machine;
  if (meter === undefined) return;
  const size = preimageSize(machine, meter, module);
  meter.charge(meter.costs.desugar(size), gasLabels.desugar(size), module.span);
}

export function chargeHash(machine: Machine, module: Module | Interface): void {
  const { meter } = machine;
  if (meter === undefined) return;
  const size = preimageSize(machine, meter, module);
  meter.charge(meter.costs.hash(size), gasLabels.hash(size), module.span);
}

export function chargeModuleWrite(machine: Machine, data: ModuleData): void {
  const { meter } = machine;
  if (meter === undefined) return;
  const { span } = data.module;
  const { codeSizes } = machine;
  const size = sizeOfCharged(meter, (budget) => sizeOfModuleData(data, codeSizes, budget), span);
  meter.charge(meter.costs.write(size), gasLabels.write(size), span);
}

/** Before it is stored, a module is measured without positions. */
function preimageSize(machine: Machine, meter: GasMeter, module: Module | Interface): number {
  const sizes = machine.codeSizes.withoutInfo;
  return sizeOfCharged(meter, (budget) => sizeOfModule(module, sizes, budget), module.span);
}
