// Typechecks a module that a machine has loaded.

import type { BuiltinParameters, BuiltinTypes } from '../builtins/builtin-types.ts';
import type { Interface, ModuleData } from '../core/model/definition.ts';
import type { Machine } from '../eval/machine.ts';
import { checkModule, type CheckedModule } from '../types/check-module.ts';
import type { ModuleName } from '../values/names.ts';

export type TypecheckOptions = {
  readonly builtinTypes: BuiltinTypes;
  readonly builtinParameters: BuiltinParameters;
  readonly depthLimit: number;
  readonly beyondLimit: (() => never) | undefined;
};

/** Includes the errors of the module's dependencies. */
export function typecheckLoaded(
  machine: Machine,
  { module, dependencies }: ModuleData,
  { builtinTypes, builtinParameters, depthLimit, beyondLimit }: TypecheckOptions,
): CheckedModule {
  return checkModule(module, {
    errorsOf: 'all',
    find: (name) => dependencies.get(name.key)?.def ?? machine.loaded.def(name),
    interface: (name) => interfaceOf(machine, name),
    builtin: (internal) => builtinTypes.get(internal) ?? ['*'],
    builtinParameters: (internal) => builtinParameters.get(internal),
    depthLimit,
    ...(beyondLimit !== undefined && { beyondLimit }),
  });
}

function interfaceOf(machine: Machine, name: ModuleName): Interface | undefined {
  const data = machine.loaded.module(name.text) ?? machine.database.readModule(name);
  return data?.module.kind === 'interface' ? data.module : undefined;
}
