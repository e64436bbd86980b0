// How the readers of construction requests end at the first fault: they throw it, and the steps of a construction return it,
// so that no caller has to catch anything.

import { bad, type Result } from '../../base/result.ts';
import { reading } from '../../chain/command/fault.ts';
import { rosettaFault, type RosettaErrorName, type RosettaFault } from '../errors.ts';

class ConstructionRefusal extends Error {
  override readonly name = 'ConstructionRefusal';
  readonly fault: RosettaFault;

  constructor(fault: RosettaFault) {
    super(fault.detail);
    this.fault = fault;
  }
}

/** Ends the running `constructing`. `detail`: what is wrong, where, and what to do. */
export function refuse(name: RosettaErrorName, detail: string): never {
  throw new ConstructionRefusal(rosettaFault(name, detail));
}

/** Runs a reader of JSON; what it refuses is an error of this name. */
export function readAs<T>(name: RosettaErrorName, read: () => T): T {
  const result = reading(read);
  return result.ok ? result.value : refuse(name, result.fault.sentence);
}

/** Runs a step of a construction. */
export function constructing<T>(step: () => T): Result<T, RosettaFault> {
  try {
    return { ok: true, value: step() };
  } catch (thrown) {
    if (thrown instanceof ConstructionRefusal) return bad(thrown.fault);
    throw thrown;
  }
}
