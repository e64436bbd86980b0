// Formats strings like Haskell's `show`: in quotes, with its own escapes. The reference's messages
// contain such strings. Also defines the white space that Haskell's `read` skips.

/**
 * The characters that Haskell's `isSpace` accepts, for a character class of a regular expression. JavaScript's
 * `\s` also matches U+2028, U+2029 and U+FEFF.
 */
export const haskellSpace = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';

/** Names of the control characters 0 to 31. */
const controls = [
  'NUL',
  'SOH',
  'STX',
  'ETX',
  'EOT',
  'ENQ',
  'ACK',
  'a',
  'b',
  't',
  'n',
  'v',
  'f',
  'r',
  'SO',
  'SI',
  'DLE',
  'DC1',
  'DC2',
  'DC3',
  'DC4',
  'NAK',
  'SYN',
  'ETB',
  'CAN',
  'EM',
  'SUB',
  'ESC',
  'FS',
  'GS',
  'RS',
  'US',
] as const;

export function showHaskellText(text: string): string {
  let shown = '"';
  // An empty escape separates an escape from a following character that would become part of it.
  let endsInNumber = false;
  let endsInSo = false;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (endsInNumber && code >= 0x30 && code <= 0x39) shown += '\\&';
    if (endsInSo && character === 'H') shown += '\\&';
    endsInNumber = code > 127;
    endsInSo = code === 14;
    shown += showCharacter(character, code);
  }
  return `${shown}"`;
}

function showCharacter(character: string, code: number): string {
  if (code > 127) return `\\${code}`;
  if (code === 127) return '\\DEL';
  if (code < 32) return `\\${controls[code] as string}`;
  return character === '"' || character === '\\' ? `\\${character}` : character;
}
