// Gas measured in a test run. Nothing is run here: the caller stores the measurements of the last run, and returns them
// only for texts that have not changed since.

import type { TextRange } from '../workspace/symbols.ts';

/** Amounts in units of gas, with up to three decimals. */
export type MeasuredGas = {
  /** Gas of a form at the top level, with everything that it called, except loaded files. */
  readonly ofForm: (path: string, form: TextRange) => number | undefined;
  /** Gas of a function, capability or defpact, by its qualified name. */
  readonly ofFunction: (name: string) => MeasuredFunction | undefined;
};

export type MeasuredFunction = {
  readonly calls: number;
  /** The average per call. */
  readonly gas: number;
};

/** Prints up to three decimals, without trailing zeros. */
export const gasNumber = (gas: number): string => String(Math.round(gas * 1000) / 1000);
