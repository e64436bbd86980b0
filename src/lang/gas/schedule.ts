// The prices of a release of Pact. A release that changes a price gets its own schedule in `releases`.
// Earlier schedules never change, so that the gas of past blocks stays the same.
// Source: Gas/TableGasModel.hs (tableGasCostConfig), Gas/Types.hs (freeGasCostConfig); section 8.1.

import type { ArithmeticCosts } from './releases/formulas/arithmetic.ts';
import type { CurveAndHashCosts } from './releases/formulas/curves-and-hashes.ts';
import type { ModuleCosts } from './releases/formulas/modules.ts';
import type { TextAndListCosts } from './releases/formulas/texts-and-lists.ts';

/** In milligas. The free model replaces each of them by 1. */
export type GasConstants = {
  readonly builtinBasicWork: number;
  readonly functionArgument: number;
  readonly machineTick: number;
  readonly unconsWork: number;
  readonly concatFactor: number;
  readonly perByteWrite: number;
  readonly perByteRead: number;
  readonly sortReduction: number;
  readonly poseidonQuadratic: number;
  readonly poseidonLinear: number;
  readonly moduleLoadSlope: number;
  readonly moduleLoadIntercept: number;
  readonly desugarPerByte: number;
  readonly hashPerByte: number;
  readonly sizeOfPerByte: number;
  readonly keccakPerHundredBytes: number;
  readonly keccakPerChunk: number;
};

/** Milligas, unless the name says otherwise. They are the same in the free model. */
export type GasFigures = {
  /** Up to this number of bits addition is flat and multiplication linear. */
  readonly linearBits: number;
  readonly addition: number;
  readonly multiplication: number;
  /** The price of 20 bits. */
  readonly multiplicationPerTwentyBits: number;
  /** The divisor of the square of the bits. */
  readonly quadraticReduction: number;
  readonly application: number;
  readonly joinPerText: number;
  readonly textLength: number;
  readonly charactersPerTextLength: number;
  readonly scan: number;
  readonly parsePerCharacter: number;
  readonly readNumberPerCharacter: number;
  readonly explodePerCharacter: number;
  readonly formatTimePerCharacter: number;
  readonly parseTimePerCharacter: number;
  /** The divisor of the square of the format's length. */
  readonly parseTimeReduction: number;
  readonly removePerField: number;
  readonly capability: number;
  readonly principal: number;
  readonly mergePerPair: number;
  readonly dependencyComparison: number;
  readonly dependencyNode: number;
  /** Checking a module with fewer interfaces against a module type is free. */
  readonly freeInterfaces: number;
  readonly pointAdditionG1: number;
  readonly pointAdditionG2: number;
  readonly scalarMultiplicationG1: number;
  readonly scalarMultiplicationG2: number;
  readonly pairing: number;
  readonly perPair: number;
  readonly noPairing: number;
  readonly bytesPerKeccakStep: number;
  readonly hyperlanePerCharacter: number;
};

export type GasParameters = GasConstants & GasFigures;

/** Prices that depend on sizes. */
export type GasFormulas = ArithmeticCosts & TextAndListCosts & ModuleCosts & CurveAndHashCosts;

/** All costs, as a gas model applies them. */
export type GasCosts = GasFormulas & {
  /** The flat cost of a builtin, by internal name. */
  readonly builtin: (name: string) => number;
};

export type GasRelease = {
  /** The first release of Pact with these prices: `5.0`. */
  readonly release: string;
  readonly constants: GasConstants;
  readonly figures: GasFigures;
  /** By internal name. Builtins that are not listed, those of the REPL, are free. */
  readonly flatCosts: ReadonlyMap<string, number>;
  readonly formulas: (parameters: GasParameters) => GasFormulas;
};

export type GasSchedule = GasRelease & {
  /** The prices used by chains. */
  readonly costs: GasCosts;
  /** The prices of the free model with a limit: constants of 1, no flat costs. */
  readonly freeCosts: GasCosts;
};

export function gasSchedule(release: GasRelease): GasSchedule {
  const { constants, figures, flatCosts, formulas } = release;
  return {
    ...release,
    costs: {
      ...formulas({ ...constants, ...figures }),
      builtin: (name) => flatCosts.get(name) ?? 0,
    },
    freeCosts: {
      ...formulas({ ...onesLike(constants), ...figures }),
      builtin: () => 0,
    },
  };
}

/** The changes of a release to the one before it, one row per price. */
export type GasChanges = {
  readonly release: string;
  readonly constants?: Partial<GasConstants>;
  readonly figures?: Partial<GasFigures>;
  readonly flatCosts?: Iterable<readonly [builtin: string, cost: number]>;
  /** For formulas that change their shape. */
  readonly formulas?: (parameters: GasParameters) => Partial<GasFormulas>;
};

export function gasScheduleAfter(before: GasSchedule, changes: GasChanges): GasSchedule {
  const { release, constants, figures, flatCosts = [], formulas } = changes;
  return gasSchedule({
    release,
    constants: { ...before.constants, ...constants },
    figures: { ...before.figures, ...figures },
    flatCosts: new Map([...before.flatCosts, ...flatCosts]),
    formulas: (parameters) => ({ ...before.formulas(parameters), ...formulas?.(parameters) }),
  });
}

function onesLike(constants: GasConstants): GasConstants {
  const ones = Object.keys(constants).map((name) => [name, 1]);
  // The same keys; the type of `fromEntries` does not keep them.
  return Object.fromEntries(ones) as GasConstants;
}
