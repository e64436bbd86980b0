// What texts, lists and objects cost beyond the flat cost of a builtin, in their sizes. Lengths of
// texts are code points. Numbers stay safe where a length bounds them; where a user's integer does,
// the result is `MilliGas`.
// Source: Gas/TableGasModel.hs; section 8.4.

import { bitLength } from '../../integer-bits.ts';
import { divideMilliGas, multiplyMilliGas, toMilliGas, type MilliGas } from '../../milligas.ts';
import type { GasParameters } from '../../schedule.ts';

export type TextCosts = {
  /** `concat` of a list of texts. */
  readonly join: (totalLength: number, texts: number) => number;
  /** `length` of a text. */
  readonly textLength: (length: number) => number;
  /**
   * Scanning a text: base64, `str-to-int`, principals, charsets, keyset names, a template without
   * gaps.
   */
  readonly parse: (length: number) => number;
  /** `read-integer` and `read-decimal` of a string. */
  readonly readNumber: (length: number) => number;
  /** `str-to-list`. */
  readonly explode: (length: number) => number;
  readonly parseTime: (formatLength: number, textLength: number) => number;
  readonly formatTime: (formatLength: number) => number;
  /** Comparing or equating texts, by the left one alone. */
  readonly textComparison: (leftLength: number) => number;
  /** `contains` of a text in a text. */
  readonly substringSearch: (needleLength: number, hayLength: number) => number;
  /** Making the name of a principal, for every guard; hashing is charged apart. */
  readonly principal: number;
};

export type ListCosts = {
  /**
   * A text, a list (also as literal) or an object (also as literal) of that many characters, items
   * or fields.
   */
  readonly concat: (length: number) => number;
  /** `take` of a negative count, which is not cut to the length; it wraps around at 64 bits. */
  readonly takeFromEnd: (count: bigint) => MilliGas;
  /** Finding a key in an object: `at`, `where`, `read-*`. */
  readonly lookup: (keyLength: number, fields: number) => number;
  /** `remove` of a key. */
  readonly remove: (keyLength: number, fields: number) => number;
  /** Equating lists, objects or argument lists of one size, before their items. */
  readonly itemsComparison: (items: number) => number;
  /** `contains` of a key in an object. */
  readonly fieldSearch: (fields: number) => number;
  /** `sort` of a list by its items; `itemSize` is that of the largest. */
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
