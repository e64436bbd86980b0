// Typechecks a module that a machine has loaded.

import type { BuiltinParameters, BuiltinTypes } from '../builtins/builtin-types.ts';
import type { Interface, ModuleData } from '../core/model/definition.ts';
import type { EvalError } from '../diagnostics/error.ts';
import type { Machine } from '../state/machine.ts';
import { checkModule, type CheckedModule } from '../types/check-module.ts';
import type { ModuleName } from '../values/names.ts';

export type TypecheckOptions = {
  readonly builtinTypes: BuiltinTypes;
  readonly builtinParameters: BuiltinParameters;
  readonly depthLimit: number;
};

/** Includes the errors of the module's dependencies. */
export function typecheckLoaded(
  machine: Machine,
  { module, dependencies }: ModuleData,
  { builtinTypes, builtinParameters, depthLimit }: TypecheckOptions,
): CheckedModule {
  const checked = checkModule(module, {
    errorsOf: 'all',
    find: (name) => dependencies.get(name.key)?.def ?? machine.loaded.def(name),
    interface: (name) => interfaceOf(machine, name),
    builtin: (internal) => builtinTypes.get(internal) ?? ['*'],
    builtinParameters: (internal) => builtinParameters.get(internal),
    depthLimit,
  });
  if (checked.errors.some(isTooDeep)) machine.stopAtLimit();
  return checked;
}

const isTooDeep = (error: EvalError): boolean =>
  error.is('TypeTooLarge') && error.data.what === 'levels';

function interfaceOf(machine: Machine, name: ModuleName): Interface | undefined {
  const data = machine.loaded.module(name.text) ?? machine.database.readModule(name);
  return data?.module.kind === 'interface' ? data.module : undefined;
}
