// Gas that a run of tests has measured. Nothing here runs anything: the caller keeps the figures of the last run, and
// answers only for texts that are still those of the run.

import type { TextRange } from '../workspace/symbols.ts';

/** Amounts in units of gas, with up to three decimals. */
export type MeasuredGas = {
  /** Of a form at the top level, with everything that it called; files that it loads apart. */
  readonly ofForm: (path: string, form: TextRange) => number | undefined;
  /** Of a function, capability or defpact, by its qualified name. */
  readonly ofFunction: (name: string) => MeasuredFunction | undefined;
};

export type MeasuredFunction = {
  readonly calls: number;
  /** Of a call, on average. */
  readonly gas: number;
};

/** To three decimals, and no more of them than it needs. */
export const gasNumber = (gas: number): string => String(Math.round(gas * 1000) / 1000);
