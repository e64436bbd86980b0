// A calibration program: an expression that calls one builtin, for every size of its input, and the set-up it needs.

import type { PlainData } from '../../../src/tools/library/plain-data.ts';

export type Program = {
  /** The transaction's data, by name; each becomes a constant of that name. */
  readonly data?: Readonly<Record<string, PlainData>>;
  /** False if the program reads the data itself and needs no constants. */
  readonly constants?: boolean;
  /** Runs first, without metering. */
  readonly setup?: string;
  /** Runs before every call, for calls that a transaction can make only once. */
  readonly before?: string;
  /** The expression to repeat. */
  readonly call: string;
};

export type Calibration = {
  readonly builtin: string;
  /** What the size means, and what makes this input expensive. */
  readonly shape: string;
  readonly sizes: readonly number[];
  readonly program: (size: number) => Program;
};

export const allSizes: readonly number[] = [1, 10, 100, 1_000, 10_000, 100_000];

export const upTo = (largest: number): readonly number[] =>
  allSizes.filter((size) => size <= largest);

/** Calibrations of one builtin, one for each shape of input; a shape returns the program for a size. */
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

/** Calibrations of several builtins that take the same inputs. */
export function each(
  builtins: readonly string[],
  make: (builtin: string) => readonly Calibration[],
): readonly Calibration[] {
  return builtins.flatMap(make);
}

export const digits = (count: number): string => '7'.repeat(count);
export const integer = (count: number): bigint => BigInt(digits(count));
/** A decimal with `count` digits before the point and `places` after it; 255, the default, is the maximum. */
export const decimal = (count: number, places = 255): PlainData => ({
  decimal: `${digits(count)}.${'3'.repeat(places)}`,
});

/** Puts the work into a function of a module, eight times. */
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
