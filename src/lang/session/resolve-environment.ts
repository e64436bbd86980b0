// The environment of resolution, given by a machine: its loaded modules, its database (charged in gas), its transaction.

import { loadModule } from '../eval/calls/modules.ts';
import type { Machine } from '../eval/machine.ts';
import type { BuiltinTable, ResolveEnvironment } from '../resolve/environment.ts';

export function resolveEnvironment(machine: Machine, builtins: BuiltinTable): ResolveEnvironment {
  return {
    builtins,
    flags: machine.environment.flags,
    loaded: machine.loaded,
    txHash: machine.environment.hash,
    loadModule: (name, span, charge) => loadModule(machine, name, span, charge),
  };
}
