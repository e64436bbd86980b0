// Runs the whole calibration and evaluates it.

import { allCalibrations } from './index.ts';
import { chargedFlat } from './flat-charges.ts';
import { blockGas, measure, type Effort, type Measurement } from './measure.ts';

export type CalibrationOptions = {
  readonly builtins: readonly string[] | undefined;
  readonly effort: Effort;
  /** Receives the table, line by line. */
  readonly show: ((line: string) => void) | undefined;
};

/** The largest allowed factor between a rate and the median. */
const factor = 20;
const longestBlockSeconds = 2;

export type Outlier = {
  readonly builtin: string;
  readonly shape: string;
  readonly size: number;
  readonly nanosecondsPerMilligas: number;
  /** How long a block full of this call takes. */
  readonly blockSeconds: number;
};

export type Report = {
  readonly benchmark: 'calibrate';
  /** Whether there is no outlier, other than those with a flat charge. */
  readonly holds: boolean;
  readonly builtins: number;
  readonly measurements: number;
  readonly medianNanosecondsPerMilligas: number;
  /** For each shape beyond the factor, or whose block takes too long, its worst size. */
  readonly outliers: readonly Outlier[];
  /** The same for charges that do not grow with the work: see docs/performance.md. */
  readonly chargedFlat: readonly Outlier[];
};

export function calibrate({ builtins, effort, show }: CalibrationOptions): Report {
  const all: Measurement[] = [];
  for (const calibration of allCalibrations) {
    if (builtins !== undefined && !builtins.includes(calibration.builtin)) continue;
    for (const size of calibration.sizes) {
      const measurement = measure(calibration, size, effort);
      if (measurement === undefined) continue;
      all.push(measurement);
      show?.(lineOf(measurement));
    }
  }
  return reportOf(all);
}

function reportOf(all: readonly Measurement[]): Report {
  const rates = all.filter(isRated).map(rateOf);
  const median = rates.toSorted((a, b) => a - b)[rates.length >> 1] ?? 0;
  const worst = new Map<string, Outlier>();
  for (const one of all) {
    const outlier = outlierOf(one);
    const isOutlier =
      outlier.blockSeconds > longestBlockSeconds || (isRated(one) && rateOf(one) > factor * median);
    const key = `${one.builtin}: ${one.shape}`;
    const known = worst.get(key);
    if (!isOutlier || (known?.blockSeconds ?? 0) > outlier.blockSeconds) continue;
    worst.set(key, outlier);
  }
  const outliers = [...worst.values()].toSorted((a, b) => b.blockSeconds - a.blockSeconds);
  const unexpected = outliers.filter((one) => !isChargedFlat(one));
  return {
    benchmark: 'calibrate',
    holds: unexpected.length === 0,
    builtins: new Set(all.map(({ builtin }) => builtin)).size,
    measurements: all.length,
    medianNanosecondsPerMilligas: rounded(median),
    outliers: unexpected,
    chargedFlat: outliers.filter(isChargedFlat),
  };
}

/** Returns whether the rate counts: a short call that fails spends most of its time on showing the error. */
function isRated({ fails, milligas, calls }: Measurement): boolean {
  return !fails || milligas / calls > 100_000;
}

function isChargedFlat({ builtin, shape }: Outlier): boolean {
  return chargedFlat.has(`${builtin}: ${shape}`);
}

function outlierOf(one: Measurement): Outlier {
  const { builtin, shape, size, nanoseconds, calls, fails } = one;
  // A call that fails ends its transaction, so there is only one.
  const seconds = fails ? nanoseconds / calls / 1e9 : (rateOf(one) * Number(blockGas) * 1000) / 1e9;
  return {
    builtin,
    shape,
    size,
    nanosecondsPerMilligas: rounded(rateOf(one)),
    blockSeconds: rounded(seconds),
  };
}

function rateOf({ nanoseconds, milligas }: Measurement): number {
  return milligas === 0 ? 0 : nanoseconds / milligas;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function lineOf(one: Measurement): string {
  const { builtin, shape, size, calls, nanoseconds, fails } = one;
  const rate = rateOf(one).toFixed(3).padStart(10);
  const each = (nanoseconds / calls / 1000).toFixed(2).padStart(12);
  const end = fails ? ' (fails)' : '';
  return `${rate} ns/mG ${each} us/call  ${size.toString().padStart(6)}  ${builtin}: ${shape}${end}`;
}
