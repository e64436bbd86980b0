// `base64-encode` and `base64-decode`
import { fromBase64Url, toBase64Url } from '../../../base/base64url.ts';
import { concatBytes, decodeUtf8, utf8, utf8Length } from '../../../base/bytes.ts';
import { countUnitsRead } from '../../../base/interruption.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { enforceTextLength } from '../bounds.ts';
import { chargeParse } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const base64Encode = builtin({
  name: 'base64-encode',
  since: '3.3.1',
  builtins: { 'base64-encode': { number: 62, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Encodes the UTF-8 bytes of a string as base64url without padding.',
  overloads: [
    overload({
      internal: 'base64-encode',
      params: [param('string', 'string', 'The string.')],
      returns: 'string',
      run(call, string) {
        chargeParse(call, string);
        enforceTextLength(call, Math.ceil((4 * utf8Length(string)) / 3));
        return toBase64Url(utf8(string));
      },
    }),
  ],
  examples: [
    { code: '(base64-encode "hello world!")', gives: '"aGVsbG8gd29ybGQh"' },
    { code: '(base64-encode "a")', gives: '"YQ"' },
  ],
});

export const base64Decode = builtin({
  name: 'base64-decode',
  since: '3.3.1',
  builtins: { 'base64-decode': { number: 63, gas: { '5.0': 250 }, does: 'pure' } },
  doc:
    'Decodes base64url into the string whose UTF-8 bytes it encodes. Padding may be omitted; any ' +
    'other non-canonical encoding is rejected.',
  overloads: [
    overload({
      internal: 'base64-decode',
      params: [param('string', 'string', 'The base64url string.')],
      returns: 'string',
      run(call, string) {
        chargeParse(call, string);
        countUnitsRead(string.length);
        const bytes = fromBase64Url(canonical(call, string));
        const text = bytes === undefined ? undefined : decodeUtf8(bytes);
        return text ?? call.fail('DecodeError', { cause: 'invalid b64 encoding' });
      },
    }),
  ],
  examples: [
    { code: '(base64-decode "aGVsbG8gd29ybGQh")', gives: '"hello world!"' },
    { code: '(base64-decode "YQ==")', gives: '"a"' },
    { code: '(base64-decode "aaa")', gives: { fails: 'Decoding error: invalid b64 encoding' } },
  ],
});

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The last digit can have unused bits, which were not checked before 4.9. */
function canonical(call: BuiltinCall, text: string): string {
  if (!call.machine.hasFlag('DisablePact49')) return text;
  const bare = text.replace(/=*$/, '');
  const surplus = bare.length % 4;
  const last = digits.indexOf(bare.slice(-1));
  if (surplus < 2 || last < 0) return text;
  const unused = surplus === 2 ? 16 : 4;
  return bare.slice(0, -1) + (digits[last - (last % unused)] ?? '');
}

// Says why a string is not base64url, in the words of the reference's library (base64-bytestring 1.2, "don't care" about
// padding), because an error message of `hash-keccak256` contains them. Offsets count bytes.

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
