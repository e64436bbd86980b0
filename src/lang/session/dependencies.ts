// The dependencies that are stored with a module, so that upgrades of other modules do not change what it calls.
// Source: TransitiveDependencies.hs; section 4.4 (before 5.1: everything loaded of the modules referred to).

import type { Dependency, Module } from '../core/model/definition.ts';
import { transitiveDependencies } from '../core/model/transitive-dependencies.ts';
import { gasLabels } from '../gas/labels.ts';
import type { GasMeter } from '../gas/meter.ts';
import { subtractMilliGas } from '../gas/milligas.ts';
import { newestGasSchedule } from '../gas/releases/index.ts';
import type { Machine } from '../state/machine.ts';
import { compareFullyQualifiedNames, type ModuleName } from '../values/names.ts';

export function dependenciesOf(
  machine: Machine,
  module: Module,
  modules: readonly ModuleName[],
): ReadonlyMap<string, Dependency> {
  if (machine.hasFlag('DisablePact51')) return definitionsOf(machine, modules);
  const { meter } = machine;
  return transitiveDependencies({
    module,
    find: (name) => machine.loaded.def(name),
    loadedCount: machine.loaded.defCount,
    budget: meter === undefined ? undefined : milligasLeft(meter),
    costs: (meter?.costs ?? newestGasSchedule.costs).dependencies,
    charge: (milligas) =>
      meter?.charge(milligas, gasLabels.transitiveDependencies(milligas), module.span),
  });
}

/** A meter without a limit, which only reports. */
function milligasLeft({ limit, used }: GasMeter): number {
  return limit === undefined ? Infinity : Number(subtractMilliGas(limit, used));
}

/** Every loaded definition of some modules. */
export function definitionsOf(
  machine: Machine,
  modules: readonly ModuleName[],
): ReadonlyMap<string, Dependency> {
  const wanted = new Set(modules.map((module) => module.text));
  const found = [...machine.loaded.dependenciesIn(wanted)];
  found.sort((left, right) => compareFullyQualifiedNames(left.name, right.name));
  return new Map(found.map((each) => [each.name.key, each]));
}
