// Strings as sequences of code points: Pact counts, cuts and orders strings by code point, JavaScript by unit.

// Without a surrogate, units and code points are the same and the fast paths below apply.
const surrogate = /[\ud800-\udfff]/;

export function hasSurrogate(text: string): boolean {
  return surrogate.test(text);
}

export function codePointLength(text: string): number {
  const first = text.search(surrogate);
  if (first < 0) return text.length;
  let pairs = 0;
  let before = 0;
  for (let unit = first; unit < text.length; unit++) {
    const kind = text.charCodeAt(unit) & surrogateKind;
    if (kind === lowSurrogate && before === highSurrogate) pairs++;
    before = kind;
  }
  return text.length - pairs;
}

const surrogateKind = 0xfc00;
const highSurrogate = 0xd800;
const lowSurrogate = 0xdc00;

export function codePoints(text: string): string[] {
  return hasSurrogate(text) ? Array.from(text) : text.split('');
}

/** Slices by code points; both indices must be within the string. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  if (!hasSurrogate(text)) return text.slice(start, end);
  const from = unitsOf(text, 0, start);
  return text.slice(from, unitsOf(text, from, end - start));
}

/** Returns the unit where the given number of code points after a unit end; the end of the string if there are fewer. */
export function unitsOf(text: string, from: number, count: number): number {
  const { length } = text;
  const end = Math.min(length, from + count);
  if (isPlainPart(text, from, end)) return end;
  let unit = from;
  for (let i = 0; i < count && unit < length; i++) unit += pairsAt(text, unit) ? 2 : 1;
  return unit;
}

/** Returns the unit where the given number of last code points begin; 0 if there are fewer. */
export function unitsBeforeLast(text: string, count: number): number {
  const begin = Math.max(0, text.length - count);
  if (isPlainPart(text, begin, text.length)) return begin;
  let unit = text.length;
  for (let i = 0; i < count && unit > 0; i++) unit -= unit > 1 && pairsAt(text, unit - 2) ? 2 : 1;
  return unit;
}

/**
 * Returns whether units and code points are the same in a range. Short ranges are not checked, because counting them
 * is as fast. V8 knows without searching that Latin-1 strings have no surrogates. Searches only the range that is
 * counted.
 */
function isPlainPart(text: string, from: number, end: number): boolean {
  return end - from > shortPart && !hasSurrogate(text.slice(from, end));
}

const shortPart = 32;

/** Removes half a character at the end of a string that was cut by units. */
export function withoutHalfAtEnd(text: string): string {
  const isHalf = (text.charCodeAt(text.length - 1) & surrogateKind) === highSurrogate;
  return isHalf ? text.slice(0, -1) : text;
}

/** Returns whether a two-unit character begins here. */
export function pairsAt(text: string, unit: number): boolean {
  if ((text.charCodeAt(unit) & surrogateKind) !== highSurrogate) return false;
  return (text.charCodeAt(unit + 1) & surrogateKind) === lowSurrogate;
}

/**
 * Returns the same string in one piece. V8 stores a concatenation of very many parts as these parts, at several times the
 * size, until a character is read.
 */
export function inOnePiece(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : '';
}

export function reverseCodePoints(text: string): string {
  return codePoints(text).reverse().join('');
}

/** Compares by code point, like Haskell's `Text`; negative, zero or positive. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let i = equalUnits(left, right, length); i < length; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) {
      // A surrogate is part of a code point above the basic plane.
      const aHigh = a >= 0xd800 && a <= 0xdfff;
      const bHigh = b >= 0xd800 && b <= 0xdfff;
      if (aHigh !== bHigh) return aHigh ? 1 : -1;
      return a - b;
    }
  }
  return left.length - right.length;
}

const smallPiece = 64;
const largePiece = 1 << 16;

/**
 * Returns a number of equal units at the front, which may miss at most a small piece. Comparing pieces is many times faster
 * than comparing single units: pieces grow while they are equal, then shrink to find the difference.
 */
function equalUnits(left: string, right: string, length: number): number {
  // Most strings differ within their first units.
  if (length < smallPiece || left.charCodeAt(0) !== right.charCodeAt(0)) return 0;
  let end = 0;
  let piece = smallPiece;
  while (areEqualWithin(left, right, end, Math.min(length, end + piece))) {
    end += piece;
    if (end >= length) return length;
    if (piece < largePiece) piece *= 2;
  }
  while (piece > smallPiece) {
    piece /= 2;
    if (end + piece <= length && areEqualWithin(left, right, end, end + piece)) end += piece;
  }
  return end;
}

function areEqualWithin(left: string, right: string, from: number, to: number): boolean {
  return left.substring(from, to) === right.substring(from, to);
}

/** Returns the index of the first unit in which two different strings differ. */
export function firstDifference(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  let unit = equalUnits(left, right, length);
  while (unit < length && left.charCodeAt(unit) === right.charCodeAt(unit)) unit++;
  return unit;
}

/** Replaces lone surrogates by U+FFFD, like the conversion to the reference's text type. */
export function wellFormed(text: string): string {
  if (!hasSurrogate(text)) return text;
  let result = '';
  for (const point of text) {
    const code = point.codePointAt(0) as number;
    result += code >= 0xd800 && code <= 0xdfff ? '\ufffd' : point;
  }
  return result;
}

/** Up to this length, the product is only a few times the length of the text. */
const shortSearch = 16;

/** Searches a string for another one, in time proportional to the sum of their lengths, not the product. */
export function includesText(text: string, part: string): boolean {
  if (part.length <= shortSearch || part.length >= text.length) return text.includes(part);
  return find(text, part);
}

/** Knuth, Morris and Pratt: JavaScript's own search can compare the whole part at every position of the text. */
function find(text: string, part: string): boolean {
  const fallback = fallbacksOf(part);
  let matched = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = fallback[matched] as number;
    if (part.charCodeAt(matched) === unit) matched++;
    if (matched === part.length) return true;
  }
  return false;
}

/** For every number of matched units, returns how many of the last ones are also a prefix of the part. */
function fallbacksOf(part: string): Int32Array {
  const fallback = new Int32Array(part.length + 1);
  let matched = 0;
  for (let i = 1; i < part.length; i++) {
    const unit = part.charCodeAt(i);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = fallback[matched] as number;
    if (part.charCodeAt(matched) === unit) matched++;
    fallback[i + 1] = matched;
  }
  return fallback;
}

/** The difference of two texts: the part that remains without their common beginning and end. */
export type Difference = {
  /** In both texts. */
  readonly start: number;
  /** In the former text. */
  readonly end: number;
  /** How much longer the newer text is. */
  readonly added: number;
};

export function differenceOf(before: string, now: string): Difference {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === now.charCodeAt(start)) start++;
  const added = now.length - before.length;
  let end = before.length;
  const least = Math.max(start, start - added);
  while (end > least && before.charCodeAt(end - 1) === now.charCodeAt(end - 1 + added)) end--;
  return { start, end, added };
}
