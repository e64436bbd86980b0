// Gas models: how the prices of a release are applied, and their names for users. The limit is not part
// of a model: without a limit nothing is metered, whatever the model.
// Source: Gas/Types.hs (freeGasModel), Gas/TableGasModel.hs, Pact 4's constGasModel; section 8.

import { fromGas, type MilliGas } from './milligas.ts';
import type { GasCosts, GasSchedule } from './schedule.ts';

export type GasModel = {
  readonly name: string;
  readonly description: string;
  readonly costsOf: (schedule: GasSchedule) => GasCosts;
  /** The cost of every charge, instead of its own price. */
  readonly fixedCost: MilliGas | undefined;
};

/**
 * The REPL's default. With a limit it meters by constants of 1 and the literal numbers of the
 * formulas.
 */
export const freeModel: GasModel = {
  name: 'freeGasModel',
  description: 'free gas model',
  costsOf: ({ freeCosts }) => freeCosts,
  fixedCost: undefined,
};

export const tableModel: GasModel = {
  name: 'table',
  description: 'table-based cost model',
  costsOf: ({ costs }) => costs,
  fixedCost: undefined,
};

const fixedPrefix = 'fixed ';

/** Returns the model with this name. */
export function modelNamed(name: string): GasModel {
  const known = [freeModel, tableModel].find((model) => model.name === name);
  return known ?? fixedModel(BigInt(name.slice(fixedPrefix.length)));
}

/** The fixed-rate model of Pact 4: every charge costs `rate` gas. */
export function fixedModel(rate: bigint): GasModel {
  return {
    name: `${fixedPrefix}${rate}`,
    description: `constant rate gas model with fixed rate ${rate}`,
    costsOf: ({ freeCosts }) => freeCosts,
    fixedCost: fromGas(rate),
  };
}
