// Strings as sequences of code points: the language counts, cuts and orders them so, JavaScript does not.

// Without a surrogate, units and code points are the same and the fast paths below apply.
const surrogate = /[\ud800-\udfff]/;

export function hasSurrogate(text: string): boolean {
  return surrogate.test(text);
}

export function codePointLength(text: string): number {
  if (!hasSurrogate(text)) return text.length;
  let count = text.length;
  for (let unit = 0; unit < text.length; unit++) {
    if (!pairsAt(text, unit)) continue;
    count--;
    unit++;
  }
  return count;
}

export function codePoints(text: string): string[] {
  return hasSurrogate(text) ? Array.from(text) : text.split('');
}

/** Cuts by code points; both indices must lie within the text. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  if (!hasSurrogate(text)) return text.slice(start, end);
  const from = unitsOf(text, 0, start);
  return text.slice(from, unitsOf(text, from, end - start));
}

/** Where so many code points from a unit on end. */
function unitsOf(text: string, from: number, count: number): number {
  let unit = from;
  for (let i = 0; i < count && unit < text.length; i++) unit += pairsAt(text, unit) ? 2 : 1;
  return unit;
}

function pairsAt(text: string, unit: number): boolean {
  const high = text.charCodeAt(unit);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(unit + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

/**
 * The same text in one piece. What was put together from very many parts is kept as these parts, several times the size,
 * until somebody looks at a character.
 */
export function inOnePiece(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : '';
}

export function reverseCodePoints(text: string): string {
  return codePoints(text).reverse().join('');
}

/** Orders by code point, as Haskell's `Text` does; negative, zero or positive. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) {
      // A surrogate stands for a code point above the whole basic plane.
      const aHigh = a >= 0xd800 && a <= 0xdfff;
      const bHigh = b >= 0xd800 && b <= 0xdfff;
      if (aHigh !== bHigh) return aHigh ? 1 : -1;
      return a - b;
    }
  }
  return left.length - right.length;
}

/** Replaces lone surrogates by U+FFFD, as packing into the reference's text type does. */
export function wellFormed(text: string): string {
  if (!hasSurrogate(text)) return text;
  let result = '';
  for (const point of text) {
    const code = point.codePointAt(0) as number;
    result += code >= 0xd800 && code <= 0xdfff ? '\ufffd' : point;
  }
  return result;
}
