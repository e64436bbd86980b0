// JSON for columns of type jsonb. PostgreSQL refuses the character zero, numbers beyond its numeric type and values nested too
// deeply; here they are replaced, so that each document of a chain can be stored.

import { printJsonString } from '../../base/json.ts';

/** Levels of nesting; PostgreSQL reads some 6,000 with its usual stack. */
export const nestingLimit = 1000;
/** Characters of a number; numeric holds 131,072 digits before the point and 16,383 after it. */
const numberLimit = 1000;

/**
 * Takes JSON and returns JSON that jsonb accepts: `\u0000` is U+FFFD, numbers that are too large or too long are strings, and a document that is
 * nested more than `nestingLimit` levels is one string with its text.
 */
export function jsonCell(text: string): string {
  if (!suspicious.test(text) && text.length <= nestingLimit * 2) return text;
  return replaced(text);
}

/** May also be true for harmless text. */
const suspicious = /\\u0000|\d[eE][+-]?\d{3}|[\d.]{1000}/;
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[[{]|[\]}]/g;

function replaced(text: string): string {
  let depth = 0;
  let deepest = 0;
  const safe = text.replace(token, (each) => {
    const first = each.charAt(0);
    if (first === '"') return each.replace(escape, (one) => (one === zero ? '\\ufffd' : one));
    if (first === '[' || first === '{') deepest = Math.max(deepest, ++depth);
    else if (first === ']' || first === '}') depth--;
    else if (isOutside(each)) return printJsonString(each);
    return each;
  });
  return deepest > nestingLimit ? printJsonString(text) : safe;
}

const escape = /\\(?:u[\da-f]{4}|.)/g;
const zero = '\\u0000';

function isOutside(number: string): boolean {
  const exponent = /[eE][+-]?0*(\d+)$/.exec(number)?.[1] ?? '';
  return number.length > numberLimit || exponent.length > 3;
}
