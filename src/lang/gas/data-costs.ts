// What texts, lists and objects cost beyond the flat cost of a native, in their sizes. Lengths of
// texts are code points. Numbers stay safe where a length bounds them; where a user's integer does,
// the result is `MilliGas`.
// Source: Gas/TableGasModel.hs; section 8.4.

import type { GasConstants } from './constants.ts';
import { bitLength } from './integer-bits.ts';
import { divideMilliGas, multiplyMilliGas, toMilliGas, type MilliGas } from './milligas.ts';

/**
 * A text, a list (also as literal) or an object (also as literal) of that many characters, items or
 * fields.
 */
export function concatCost(costs: GasConstants, length: number): number {
  return length * costs.concatFactor;
}

/** `concat` of a list of texts. */
export function joinCost(costs: GasConstants, totalLength: number, texts: number): number {
  return totalLength * costs.concatFactor + texts * 40;
}

/** `take` of a negative count, which is not cut to the length; it wraps around at 64 bits. */
export function takeFromEndCost(costs: GasConstants, count: bigint): MilliGas {
  const length = toMilliGas(BigInt.asIntN(64, -count));
  return multiplyMilliGas(length, costs.concatFactor);
}

/** `length` of a text. */
export function textLengthCost(length: number): number {
  return Math.floor(length / 100) + 1;
}

/**
 * Scanning a text: base64, `str-to-int`, principals, charsets, keyset names, a template without
 * gaps.
 */
export function parseCost(length: number): number {
  return 5 * length + 1;
}

/** `read-integer` and `read-decimal` of a string. */
export function readNumberCost(length: number): number {
  return 20 * length + 1;
}

/** `str-to-list`. */
export function explodeCost(length: number): number {
  return 100 * length + 1;
}

export function parseTimeCost(formatLength: number, textLength: number): number {
  return Math.floor((formatLength * formatLength) / 4) + 10 * textLength + 1;
}

export function formatTimeCost(formatLength: number): number {
  return 20 * formatLength + 1;
}

/** Finding a key in an object: `at`, `where`, `read-*`. */
export function lookupCost(keyLength: number, fields: number): number {
  return bitLength(BigInt(fields)) * keyLength;
}

/** `remove` of a key. */
export function removeCost(keyLength: number, fields: number): number {
  return 10 * fields * keyLength;
}

/** Comparing or equating texts, by the left one alone. */
export function textComparisonCost(costs: GasConstants, leftLength: number): number {
  return leftLength + costs.nativeBasicWork;
}

/** Equating lists, objects or argument lists of one size, before their items. */
export function itemsComparisonCost(costs: GasConstants, items: number): number {
  return items * costs.nativeBasicWork;
}

/** `contains` of a text in a text. */
export function substringSearchCost(
  costs: GasConstants,
  needleLength: number,
  hayLength: number,
): number {
  return needleLength + hayLength + costs.nativeBasicWork;
}

/** `contains` of a key in an object. */
export function fieldSearchCost(costs: GasConstants, fields: number): number {
  return fields + costs.nativeBasicWork;
}

/** `sort` of a list by its items; `itemSize` is that of the largest. */
export function sortCost(costs: GasConstants, itemSize: number, length: number): MilliGas {
  const comparisons = multiplyMilliGas(multiplyMilliGas(itemSize, length), length);
  return divideMilliGas(comparisons, costs.sortReduction);
}

/** `make-list` and `enumerate`; a negative length costs nothing. */
export function makeListCost(length: bigint, itemSize: number): MilliGas {
  return multiplyMilliGas(toMilliGas(length), itemSize);
}

/** `require-capability`: slots and their composed capabilities. */
export function requireCapabilityCost(capabilities: number): number {
  return 100 * capabilities;
}

/** Applying a defun, lambda, capability or defpact to that many new arguments. */
export function applyCost(costs: GasConstants, args: number): number {
  return args * costs.functionArgument + 50;
}

/** Making the name of a principal, for every guard; hashing is charged apart. */
export const principalCost = 1_000;

/** What a hash of bytes, or of a value of that size, costs. */
export function hashCost(costs: GasConstants, bytes: number): MilliGas {
  return multiplyMilliGas(bytes, costs.hashPerByte);
}

export function writeCost(costs: GasConstants, bytes: number): MilliGas {
  return multiplyMilliGas(bytes, costs.perByteWrite);
}

export function readCost(costs: GasConstants, bytes: number): MilliGas {
  return multiplyMilliGas(bytes, costs.perByteRead);
}

/** Desugaring a module or interface of that size. */
export function desugarCost(costs: GasConstants, bytes: number): MilliGas {
  return multiplyMilliGas(bytes, costs.desugarPerByte);
}

/** Reading a module's stored document of that length. */
export function moduleLoadCost(costs: GasConstants, bytes: number): number {
  return Math.floor(bytes / costs.moduleLoadSlope) + costs.moduleLoadIntercept;
}

/** Making a loaded module's definitions known besides those already known. */
export function mergeDependenciesCost(known: number, added: number): number {
  return known * added * 10;
}
