// What is measured: an expression that calls one builtin, for every size of its input, and what must stand before it.

import type { PlainData } from '../../../src/library/plain-data.ts';

export type Program = {
  /** Data of the transaction, by name; each becomes a constant of that name. */
  readonly data?: Readonly<Record<string, PlainData>>;
  /** False where the data are read and need not be constants. */
  readonly constants?: boolean;
  /** Runs before, where nothing is metered. */
  readonly setup?: string;
  /** Runs before every call, for one that can be made only once in a transaction. */
  readonly before?: string;
  /** Is run over and over. */
  readonly call: string;
};

export type Calibration = {
  readonly builtin: string;
  /** What the size means, and what is hard about this input. */
  readonly shape: string;
  readonly sizes: readonly number[];
  readonly program: (size: number) => Program;
};

export const allSizes: readonly number[] = [1, 10, 100, 1_000, 10_000, 100_000];

export const upTo = (largest: number): readonly number[] =>
  allSizes.filter((size) => size <= largest);

/** One builtin with shapes of input; each answers the program of a size. */
export function calibrations(
  builtin: string,
  shapes: Readonly<Record<string, (size: number) => Program | string>>,
  sizes: readonly number[] = allSizes,
): readonly Calibration[] {
  return Object.entries(shapes).map(([shape, make]) => ({
    builtin,
    shape,
    sizes,
    program: (size) => {
      const made = make(size);
      return typeof made === 'string' ? { call: made } : made;
    },
  }));
}

/** Builtins that take the same inputs. */
export function each(
  builtins: readonly string[],
  make: (builtin: string) => readonly Calibration[],
): readonly Calibration[] {
  return builtins.flatMap(make);
}

export const digits = (count: number): string => '7'.repeat(count);
export const integer = (count: number): bigint => BigInt(digits(count));
/** So many digits before the point and all the places that there are behind it. */
export const decimal = (count: number, places = 255): PlainData => ({
  decimal: `${digits(count)}.${'3'.repeat(places)}`,
});

/** A module with a function that does the work eight times. */
export function inModule(
  definitions: string,
  work: string,
  after = '',
  data: Program['data'] = {},
): Program {
  return {
    data,
    setup: `(begin-tx)
      (module cal G (defcap G () true) ${definitions} (defun work () ${`${work} `.repeat(8)}))
      ${after}
      (commit-tx) (begin-tx)`,
    call: '(cal.work)',
  };
}
