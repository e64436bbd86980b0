// Scalars of the YAML that is read fast.

import type { LineColumn, Scalar } from './located.ts';

/** Where a reader is. */
export type Position = {
  /** From 1. */
  line: number;
  lineStart: number;
  /** The nodes that may still come. */
  left: number;
};

export const scalar = (text: string, isPlain: boolean, place: LineColumn): Scalar => ({
  kind: 'scalar',
  text,
  isPlain,
  place,
});

/**
 * Returns the text of a quoted scalar within a line, and the offset after it; `undefined` if none begins there, and for
 * escapes that JSON does not have.
 */
export function quotedAt(
  text: string,
  at: number,
): { readonly text: string; readonly end: number } | undefined {
  const quote = text.charAt(at);
  if (quote === "'") return singleQuotedAt(text, at);
  if (quote !== '"') return undefined;
  let hasEscapes = false;
  let end = at + 1;
  for (; ; end++) {
    const unit = text.charCodeAt(end);
    if (unit === doubleQuote) break;
    if (unit === backslash) {
      hasEscapes = true;
      end++;
      if (!'"\\/bfnrt'.includes(text.charAt(end) || ' ')) return undefined;
    } else if (!(unit >= 0x20)) return undefined;
  }
  const written = text.slice(at, end + 1);
  // A literal with valid escapes is a string.
  const read = hasEscapes ? (JSON.parse(written) as string) : written.slice(1, -1);
  return { text: read, end: end + 1 };
}

function singleQuotedAt(
  text: string,
  at: number,
): { readonly text: string; readonly end: number } | undefined {
  const end = text.indexOf("'", at + 1);
  if (end === -1 || text.charAt(end + 1) === "'") return undefined;
  const read = text.slice(at + 1, end);
  return read.includes('\n') ? undefined : { text: read, end: end + 1 };
}

const doubleQuote = 0x22;
const backslash = 0x5c;
