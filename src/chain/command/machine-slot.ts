// Reuses one machine for the transactions of a block. Data that compiled code has cached for its machine, such as contexts
// and prices, stays valid for the next transaction; a new machine would have to compute it again.

import { Loaded, noCapabilities, type Machine } from '../../lang/session/run.ts';

export class MachineSlot {
  private idle: Machine | undefined;

  /** Returns the machine of the previous transaction, without any of its data; `undefined` if there is none. */
  take(): Machine | undefined {
    const { idle } = this;
    this.idle = undefined;
    return idle;
  }

  /** Called after a transaction has ended, even with a failure; a machine that was stopped within one is not returned. */
  giveBack(machine: Machine): void {
    machine.restore({ capabilities: noCapabilities, stack: undefined, depth: 0 });
    machine.reset(new Loaded());
    machine.meter = undefined;
    this.idle = machine;
  }
}
