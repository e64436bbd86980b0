// The costs of curve operations, hashes over fields and Hyperlane messages beyond the flat cost of
// their builtin.
// Source: Gas/TableGasModel.hs; section 8.4.

import type { GasParameters } from '../../schedule.ts';

export type CurveGroup = 'g1' | 'g2';

export type CurveAndHashCosts = {
  readonly pointAdd: (group: CurveGroup) => number;
  readonly scalarMult: (group: CurveGroup) => number;
  /** The cost depends on the longer of the two lists of points. */
  readonly pairing: (pairs: number) => number;
  readonly poseidon: (inputs: number) => number;
  /**
   * The total bytes of the base64 strings as given, rounded up to hundreds, and the number of
   * strings.
   */
  readonly keccak: (bytes: number, chunks: number) => number;
  /** Characters of the message id, of the text to decode, or of the encoded text. */
  readonly hyperlane: (length: number) => number;
};

export function curveAndHashCosts(parameters: GasParameters): CurveAndHashCosts {
  const { pairing, perPair, noPairing, poseidonQuadratic, poseidonLinear } = parameters;
  const { bytesPerKeccakStep, keccakPerHundredBytes, keccakPerChunk } = parameters;
  const pointAdditions: Record<CurveGroup, number> = {
    g1: parameters.pointAdditionG1,
    g2: parameters.pointAdditionG2,
  };
  const scalarMultiplications: Record<CurveGroup, number> = {
    g1: parameters.scalarMultiplicationG1,
    g2: parameters.scalarMultiplicationG2,
  };
  return {
    pointAdd: (group) => pointAdditions[group],
    scalarMult: (group) => scalarMultiplications[group],
    pairing: (pairs) => (pairs > 0 ? pairs * perPair + pairing : noPairing),
    poseidon: (inputs) => inputs * inputs * poseidonQuadratic + inputs * poseidonLinear,
    keccak: (bytes, chunks) =>
      Math.ceil(bytes / bytesPerKeccakStep) * keccakPerHundredBytes + chunks * keccakPerChunk,
    hyperlane: (length) => length * parameters.hyperlanePerCharacter,
  };
}
