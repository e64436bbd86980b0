// Charges for deploying: desugaring and hashing by the size of the module, storing by the size of everything stored.
// Source: section 8.5.

import type { Interface, Module, ModuleData } from '../core/model/definition.ts';
import { sizeOfModule, sizeOfModuleData } from '../core/size/module-size.ts';
import { gasLabels } from '../gas/labels.ts';
import type { GasMeter } from '../gas/meter.ts';
import { sizeOfCharged } from '../gas/size-budget.ts';
import type { Machine } from '../eval/machine.ts';

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
