// What a release of Pact charges. A release that changes a price gets a schedule of its own in
// `releases`, and the figures of earlier ones never change: blocks of the past keep their gas.
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
  /** Of 20 bits. */
  readonly multiplicationPerTwentyBits: number;
  /** What the square of the bits is divided by. */
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
  /** What the square of the format's length is divided by. */
  readonly parseTimeReduction: number;
  readonly removePerField: number;
  readonly capability: number;
  readonly principal: number;
  readonly mergePerPair: number;
  readonly dependencyComparison: number;
  readonly dependencyNode: number;
  /** A module with fewer interfaces is checked against a type of module for nothing. */
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

/** Everything that is charged: what the meter of a model answers. */
export type GasCosts = GasFormulas & {
  /** The flat cost of a builtin, by internal name. */
  readonly builtin: (name: string) => number;
};

export type GasRelease = {
  /** The first release of Pact that charges so: `5.0`. */
  readonly release: string;
  readonly constants: GasConstants;
  readonly figures: GasFigures;
  /** By internal name. What is not listed costs nothing: the builtins of the REPL. */
  readonly flatCosts: ReadonlyMap<string, number>;
  readonly formulas: (parameters: GasParameters) => GasFormulas;
};

export type GasSchedule = GasRelease & {
  /** By the table that chains use. */
  readonly costs: GasCosts;
  /** What a limit on the free model meters with: constants of 1, no flat costs. */
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

/** What a release changes of the one before it, one row a price. */
export type GasChanges = {
  readonly release: string;
  readonly constants?: Partial<GasConstants>;
  readonly figures?: Partial<GasFigures>;
  readonly flatCosts?: Iterable<readonly [builtin: string, cost: number]>;
  /** Of formulas that get another shape. */
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
  // The same keys, which the type of `fromEntries` forgets.
  return Object.fromEntries(ones) as GasConstants;
}
