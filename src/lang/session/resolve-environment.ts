// The environment of resolution, given by a machine: its loaded modules, its database (charged in gas), its transaction.

import { loadModule } from '../machine/calls/modules.ts';
import type { Machine } from '../machine/machine.ts';
import type { NativeTable, ResolveEnvironment } from '../resolve/environment.ts';

export function resolveEnvironment(machine: Machine, natives: NativeTable): ResolveEnvironment {
  return {
    natives,
    flags: machine.environment.flags,
    loaded: machine.loaded,
    txHash: machine.environment.hash,
    loadModule: (name, span, charge) => loadModule(machine, name, span, charge),
  };
}
