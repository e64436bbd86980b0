// base64url as the reference's libraries read and write it: written without padding; read with or without,
// but only canonical texts (no stray bits, no other alphabet).

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digitOf = new Map([...alphabet].map((character, value) => [character.charCodeAt(0), value]));

export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group =
      ((bytes[i] as number) << 16) |
      ((left > 1 ? (bytes[i + 1] as number) : 0) << 8) |
      (left > 2 ? (bytes[i + 2] as number) : 0);
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63);
    if (left > 1) text += alphabet.charAt((group >> 6) & 63);
    if (left > 2) text += alphabet.charAt(group & 63);
  }
  return text;
}

/** `undefined` where the text is not canonical base64url. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  const length = unpaddedLength(text);
  if (length === undefined || length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let held = 0;
  let heldBits = 0;
  let at = 0;
  for (let i = 0; i < length; i++) {
    const digit = digitOf.get(text.charCodeAt(i));
    if (digit === undefined) return undefined;
    held = ((held << 6) | digit) & 0xffff;
    heldBits += 6;
    if (heldBits >= 8) {
      heldBits -= 8;
      bytes[at++] = (held >> heldBits) & 0xff;
    }
  }
  const leftover = held & ((1 << heldBits) - 1);
  return leftover === 0 ? bytes : undefined;
}

/** Number of digits before the padding; padding must be absent or complete the last group of four. */
function unpaddedLength(text: string): number | undefined {
  if (!text.includes('=')) return text.length;
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : 1;
  return text.length - padding;
}
