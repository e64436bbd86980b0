// The costs of strings, lists and objects beyond the flat cost of a builtin, by their sizes. Lengths of
// strings are in code points. Costs limited by a length are safe integers; costs that depend on a
// user's integer are `MilliGas`.
// Source: Gas/TableGasModel.hs; section 8.4.

import { bitLength } from '../../integer-bits.ts';
import { divideMilliGas, multiplyMilliGas, toMilliGas, type MilliGas } from '../../milligas.ts';
import type { GasParameters } from '../../schedule.ts';

export type TextCosts = {
  /** `concat` of a list of strings. */
  readonly join: (totalLength: number, texts: number) => number;
  /** `length` of a string. */
  readonly textLength: (length: number) => number;
  /**
   * Scanning a string: base64, `str-to-int`, principals, charsets, keyset names, a template without
   * placeholders.
   */
  readonly parse: (length: number) => number;
  /** `read-integer` and `read-decimal` of a string. */
  readonly readNumber: (length: number) => number;
  /** `str-to-list`. */
  readonly explode: (length: number) => number;
  readonly parseTime: (formatLength: number, textLength: number) => number;
  readonly formatTime: (formatLength: number) => number;
  /** Comparing strings; depends only on the left one. */
  readonly textComparison: (leftLength: number) => number;
  /** `contains` of a string in a string. */
  readonly substringSearch: (needleLength: number, hayLength: number) => number;
  /** Creating the principal of any guard; hashing is charged separately. */
  readonly principal: number;
};

export type ListCosts = {
  /**
   * A string, a list (also a literal) or an object (also a literal) with this many characters, items
   * or fields.
   */
  readonly concat: (length: number) => number;
  /** `take` with a negative count, which is not limited to the length; it wraps around at 64 bits. */
  readonly takeFromEnd: (count: bigint) => MilliGas;
  /** Finding a key in an object: `at`, `where`, `read-*`. */
  readonly lookup: (keyLength: number, fields: number) => number;
  /** `remove` of a key. */
  readonly remove: (keyLength: number, fields: number) => number;
  /** Comparing lists, objects or argument lists of the same size, before their items. */
  readonly itemsComparison: (items: number) => number;
  /** `contains` of a key in an object. */
  readonly fieldSearch: (fields: number) => number;
  /** `sort` of a list by its items; `itemSize` is the size of the largest. */
  readonly sort: (itemSize: number, length: number) => MilliGas;
  /** `make-list` and `enumerate`; a negative length costs nothing. */
  readonly makeList: (length: bigint, itemSize: number) => MilliGas;
  /** `require-capability`: slots and their composed capabilities. */
  readonly requireCapability: (capabilities: number) => number;
};

export type TextAndListCosts = TextCosts & ListCosts;

export function textAndListCosts(parameters: GasParameters): TextAndListCosts {
  return { ...textCosts(parameters), ...listCosts(parameters) };
}

function textCosts(parameters: GasParameters): TextCosts {
  const { builtinBasicWork, concatFactor, joinPerText, scan, parseTimeReduction } = parameters;
  const { textLength, charactersPerTextLength, parsePerCharacter, principal } = parameters;
  const { readNumberPerCharacter, explodePerCharacter, formatTimePerCharacter } = parameters;
  const { parseTimePerCharacter } = parameters;
  return {
    join: (totalLength, texts) => totalLength * concatFactor + texts * joinPerText,
    textLength: (length) => Math.floor(length / charactersPerTextLength) + textLength,
    parse: (length) => parsePerCharacter * length + scan,
    readNumber: (length) => readNumberPerCharacter * length + scan,
    explode: (length) => explodePerCharacter * length + scan,
    parseTime: (formatLength, length) =>
      Math.floor((formatLength * formatLength) / parseTimeReduction) +
      parseTimePerCharacter * length +
      scan,
    formatTime: (formatLength) => formatTimePerCharacter * formatLength + scan,
    textComparison: (leftLength) => leftLength + builtinBasicWork,
    substringSearch: (needleLength, hayLength) => needleLength + hayLength + builtinBasicWork,
    principal,
  };
}

function listCosts(parameters: GasParameters): ListCosts {
  const { builtinBasicWork, concatFactor, sortReduction, removePerField, capability } = parameters;
  return {
    concat: (length) => length * concatFactor,
    takeFromEnd: (count) => multiplyMilliGas(toMilliGas(BigInt.asIntN(64, -count)), concatFactor),
    lookup: (keyLength, fields) => bitLength(BigInt(fields)) * keyLength,
    remove: (keyLength, fields) => removePerField * fields * keyLength,
    itemsComparison: (items) => items * builtinBasicWork,
    fieldSearch: (fields) => fields + builtinBasicWork,
    sort: (itemSize, length) => {
      const comparisons = multiplyMilliGas(multiplyMilliGas(itemSize, length), length);
      return divideMilliGas(comparisons, sortReduction);
    },
    makeList: (length, itemSize) => multiplyMilliGas(toMilliGas(length), itemSize),
    requireCapability: (capabilities) => capability * capabilities,
  };
}
