// The machine that the transactions of a block use one after the other. What compiled code has found out about its
// machine, such as contexts and prices, holds for the next transaction as well; a new machine would find it out again.

import { Loaded, noCapabilities, type Machine } from '../lang/session/run.ts';

export class MachineSlot {
  private idle: Machine | undefined;

  /** The machine of the transaction before, which holds nothing of it any more; `undefined` if there is none. */
  take(): Machine | undefined {
    const { idle } = this;
    this.idle = undefined;
    return idle;
  }

  /** After a transaction that ended, whether it failed or not: machines that were stopped within one are not given back. */
  giveBack(machine: Machine): void {
    machine.restore({ capabilities: noCapabilities, stack: undefined, depth: 0 });
    machine.reset(new Loaded());
    machine.meter = undefined;
    this.idle = machine;
  }
}
