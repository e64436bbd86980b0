// Reads the inside of `"..."`: its end, its faults, and its value.
// Rules: `stringLiteral` in pact/Pact/Core/Syntax/Lexer.x of the reference.

/**
 * `end` is the offset after the closing quote; for a faulty literal, the offset where reading continues.
 */
export type StringScan = { readonly end: number; readonly fault: string | undefined };

const unclosed = 'did not close string literal';

// Runs of characters without special meaning; one character class, so matching needs no stack.
const plainRun = /[^"\\\n\r]*/y;

// `isSpace` of the reference's standard library: Unicode class Zs and the ASCII blanks, not U+0085
// and not U+2028.
const spaceRun = /[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*/y;

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

/**
 * Scans the literal whose opening quote is at `open`. Reports the first fault. A faulty literal still
 * extends to its closing quote, or to the end of its line if that has none, so that the rest is read
 * as code.
 */
export function scanString(text: string, open: number): StringScan {
  let fault: string | undefined;
  let at = endOfRun(plainRun, text, open + 1);
  while (text.charAt(at) === '\\') {
    const next = endOfSpace(text, at + 1);
    if (next === text.length) return { end: next, fault: fault ?? unclosed };
    const isGap = next > at + 1;
    fault ??= isGap ? gapFaultAt(text, next) : escapeFaultAt(text, next);
    // The backslash that must close a gap is its last character; another character is not.
    const isConsumed = !isGap || text.charAt(next) === '\\';
    at = endOfRun(plainRun, text, isConsumed ? next + 1 : next);
  }
  if (text.charAt(at) === '"') return { end: at + 1, fault };
  return { end: at, fault: fault ?? endFaultAt(text, at) };
}

function gapFaultAt(text: string, at: number): string | undefined {
  return text.charAt(at) === '\\' ? undefined : 'Invalid multiline string';
}

function escapeFaultAt(text: string, at: number): string | undefined {
  const character = text.charAt(at);
  if (escapes.has(character)) return undefined;
  return character === 'r'
    ? 'carriage return is not supported in strings literals'
    : 'Invalid escape sequence';
}

function endFaultAt(text: string, at: number): string {
  if (at === text.length) return unclosed;
  return text.charAt(at) === '\n'
    ? 'newline in string literal'
    : 'carriage return in string literal';
}

/** Returns the value of a literal without faults (see `scanString`), given with its quotes. */
export function decodeString(literal: string): string {
  let from = 1;
  let at = literal.indexOf('\\');
  if (at === -1) return literal.slice(1, -1);
  let value = '';
  while (at !== -1) {
    value += literal.slice(from, at);
    const afterSpace = endOfSpace(literal, at + 1);
    if (afterSpace === at + 1) value += escapes.get(literal.charAt(afterSpace)) ?? '';
    from = afterSpace + 1;
    at = literal.indexOf('\\', from);
  }
  return value + literal.slice(from, -1);
}

function endOfSpace(text: string, from: number): number {
  // Usually the character of an escape, which needs no lookup.
  const code = text.charCodeAt(from);
  return code > 0x20 && code < 0x80 ? from : endOfRun(spaceRun, text, from);
}

function endOfRun(run: RegExp, text: string, from: number): number {
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}
