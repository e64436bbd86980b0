// Says why a string is not base64url, in the words of the reference's library (base64-bytestring 1.2, "don't care" about
// padding), because an error message of `hash-keccak256` contains them. Offsets count bytes.

import { concatBytes, utf8 } from '../../../base/bytes.ts';

const padding = 0x3d;
const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && /[A-Za-z0-9_-]/.test(String.fromCharCode(byte));

/** Describes the fault of an invalid string. */
export function base64Fault(text: string): string {
  const given = utf8(text);
  const surplus = given.length % 4;
  if (surplus === 1) return 'Base64-encoded bytestring has invalid size';
  if (surplus === 3 && given.at(-1) === padding) {
    return 'Base64-encoded bytestring has invalid padding';
  }
  const bytes = concatBytes([given, new Uint8Array((4 - surplus) % 4).fill(padding)]);
  const last = bytes.length - 4;
  for (let at = 0; at < last; at += 4) {
    const group = bytes.subarray(at, at + 4);
    const pad = group.indexOf(padding);
    if (pad >= 0) return `invalid padding at offset: ${at + pad}`;
    const bad = group.findIndex((byte) => !isDigit(byte));
    if (bad >= 0) return `invalid character at offset: ${at + bad}`;
  }
  return faultOfLastGroup(bytes.subarray(last), last);
}

/** Only this group may have padding, and only at its end; the unused bits must be zero. */
function faultOfLastGroup(group: Uint8Array, at: number): string {
  if (group[0] === padding) return `invalid padding at offset: ${at}`;
  if (group[1] === padding) return `invalid padding at offset: ${at + 1}`;
  if (group[2] === padding && group[3] !== padding) {
    return `invalid character at offset: ${at + 3}`;
  }
  const bad = group.findIndex((byte) => byte !== padding && !isDigit(byte));
  if (bad >= 0) return `invalid character at offset: ${at + bad}`;
  const leftover = group[2] === padding ? 1 : 2;
  return `non-canonical encoding detected at offset: ${at + leftover}`;
}
