// The Poseidon hash over the scalar field of BN254, as in circomlib and the reference
// (`Crypto/Hash/Poseidon.hs`). The round constants and the mixing matrix are not stored as tables: the
// Grain generator of the Poseidon paper computes them from the parameters, at the first hash with each
// number of inputs (about 20 ms, once).

import { grainGenConstants } from '@noble/curves/abstract/poseidon.js';
import { bn254_Fr } from '@noble/curves/bn254.js';

const modulus = bn254_Fr.ORDER;
const fullRounds = 8;
/** Partial rounds for 1 to 8 inputs. */
const partialRounds = [56, 57, 56, 60, 60, 63, 64, 63] as const;

/** The maximum number of inputs of the builtins. */
export const maximumPoseidonInputs = partialRounds.length;

/**
 * Returns the hash of 1 to 8 integers, an element of the field. Each integer, even a negative one, is
 * taken modulo the order of the field. Returns `undefined` for any other number of inputs.
 */
export function poseidon(inputs: readonly bigint[]): bigint | undefined {
  const constants = constantsFor(inputs.length);
  if (constants === undefined) return undefined;
  const { roundConstants, matrix } = constants;
  let state: bigint[] = [0n, ...inputs];
  roundConstants.forEach((row, round) => {
    const afterPartial = round - fullRounds / 2 - partialRoundsFor(inputs.length);
    const isFull = round < fullRounds / 2 || afterPartial >= 0;
    const mixed = state.map((element, i) => {
      const sum = reduce(element + (row[i] as bigint));
      return i === 0 || isFull ? fifthPower(sum) : sum;
    });
    state = matrix.map((coefficients) => innerProduct(coefficients, mixed));
  });
  return state[0];
}

type Constants = {
  /** One row per round, one constant per element of the state. */
  readonly roundConstants: readonly (readonly bigint[])[];
  readonly matrix: readonly (readonly bigint[])[];
};

const constantsByInputs = new Map<number, Constants>();

function constantsFor(inputs: number): Constants | undefined {
  if (inputs < 1 || inputs > maximumPoseidonInputs) return undefined;
  const known = constantsByInputs.get(inputs);
  if (known !== undefined) return known;
  const { roundConstants, mds } = grainGenConstants({
    Fp: bn254_Fr,
    t: inputs + 1,
    roundsFull: fullRounds,
    roundsPartial: partialRoundsFor(inputs),
  });
  const constants = { roundConstants, matrix: mds };
  constantsByInputs.set(inputs, constants);
  return constants;
}

const partialRoundsFor = (inputs: number): number => partialRounds[inputs - 1] as number;

function reduce(value: bigint): bigint {
  const remainder = value % modulus;
  return remainder < 0n ? remainder + modulus : remainder;
}

function fifthPower(value: bigint): bigint {
  const square = (value * value) % modulus;
  return (((square * square) % modulus) * value) % modulus;
}

/** Reduced once at the end: nine products of 508 bits are still small. */
function innerProduct(left: readonly bigint[], right: readonly bigint[]): bigint {
  let sum = 0n;
  for (let i = 0; i < left.length; i++) sum += (left[i] as bigint) * (right[i] as bigint);
  return sum % modulus;
}
