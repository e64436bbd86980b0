// What curve operations, hashes over fields and Hyperlane messages cost beyond the flat cost of
// their native.
// Source: Gas/TableGasModel.hs; section 8.4.

import type { GasConstants } from './constants.ts';

export type CurveGroup = 'g1' | 'g2';

const pointAddCosts = { g1: 5_000, g2: 30_000 } as const satisfies Record<CurveGroup, number>;
const scalarMultCosts = { g1: 360_000, g2: 1_450_000 } as const satisfies Record<
  CurveGroup,
  number
>;

export function pointAddCost(group: CurveGroup): number {
  return pointAddCosts[group];
}

export function scalarMultCost(group: CurveGroup): number {
  return scalarMultCosts[group];
}

/** The longer of the two lists of points counts. */
export function pairingCost(pairs: number): number {
  return pairs > 0 ? pairs * 3_760 + 11_600 : 100_000;
}

export function poseidonCost(costs: GasConstants, inputs: number): number {
  return inputs * inputs * costs.poseidonQuadratic + inputs * costs.poseidonLinear;
}

/**
 * Bytes of the base64 texts as given, all together and rounded up to hundreds, and how many texts.
 */
export function keccakCost(costs: GasConstants, bytes: number, chunks: number): number {
  return Math.ceil(bytes / 100) * costs.keccakPerHundredBytes + chunks * costs.keccakPerChunk;
}

/** Characters of the message id, of the text to decode, or of the encoded text. */
export function hyperlaneCost(length: number): number {
  return length;
}
