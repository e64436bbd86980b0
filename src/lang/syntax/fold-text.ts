// Converts source text to the characters that the reference's lexer sees: see lex.ts.

import type { IToken } from 'chevrotain';
import { scanString } from '../../../grammar/string-literal.ts';
import { StringToken, SymbolToken } from '../../../grammar/tokens.ts';
import { lazily } from '../../base/deferred.ts';
import { hasSurrogate } from '../../base/text.ts';

export type FoldedText = {
  readonly text: string;
  /**
   * Gives a token of the folded text its position and characters in the original text.
   */
  readonly restore: (token: IToken, original: string) => void;
};

const lineFeed = 0x0a;
const quote = 0x22;
const semicolon = 0x3b;
/**
 * Replaces any two-unit character in a string body, where only white space and ASCII have a meaning.
 */
const replacement = 0xfffd;

const utf16 = lazily(() => new TextDecoder('utf-16le', { ignoreBOM: true }));

/** `original` must be well-formed. */
export function foldText(original: string): FoldedText {
  const units = new Uint16Array(original.length);
  const hasPairs = hasSurrogate(original);
  // The place in the original of a character of the folded text; the same place if there are no
  // pairs.
  const offsets = hasPairs ? new Uint32Array(original.length + 1) : undefined;
  let length = 0;
  let bodyEnd = -1;
  let inComment = false;
  for (let at = 0; at < original.length; at++) {
    const isPair = isHighSurrogate(original.charCodeAt(at));
    const point = isPair ? (original.codePointAt(at) ?? 0) : original.charCodeAt(at);
    const low = point & 0xff;
    if (offsets !== undefined) offsets[length] = at;
    if (at < bodyEnd) units[length++] = isPair ? replacement : point;
    else {
      units[length++] = low;
      if (inComment) inComment = low !== lineFeed;
      else if (low === semicolon) inComment = true;
      else if (low === quote) bodyEnd = scanString(original, isPair ? at + 1 : at).end;
    }
    if (isPair) at++;
  }
  if (offsets !== undefined) offsets[length] = original.length;
  return { text: utf16().decode(units.subarray(0, length)), restore: restorer(offsets) };
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

function restorer(offsets: Uint32Array | undefined): (token: IToken, original: string) => void {
  return (token, original) => {
    const start = offsets?.[token.startOffset] ?? token.startOffset;
    const foldedEnd = token.startOffset + token.image.length;
    const end = offsets?.[foldedEnd] ?? foldedEnd;
    const isQuoted = token.tokenType === StringToken || token.tokenType === SymbolToken;
    token.startOffset = start;
    // A quote or tick becomes the usual character, and is identified by its position later.
    const body = isHighSurrogate(original.charCodeAt(start)) ? start + 2 : start + 1;
    token.image = isQuoted
      ? token.image.charAt(0) + original.slice(body, end)
      : original.slice(start, end);
  };
}
