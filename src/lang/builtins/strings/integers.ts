// `int-to-str` and `str-to-int`.

import { assert } from '../../../base/assert.ts';
import { fromBase64Url, toBase64Url } from '../../../base/base64url.ts';
import { fromHex, toHex } from '../../../base/bytes.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { chargeParse, chargeText } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { codePointLength } from '../../../base/text.ts';

export const intToStr = builtin({
  name: 'int-to-str',
  since: '3.1',
  builtins: { 'int-to-str': { number: 42, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns the digits of a non-negative integer, in a base from 2 to 16; or, in base 64, its bytes, ' +
    'most significant first, as base64url.',
  overloads: [
    overload({
      internal: 'int-to-str',
      params: [
        param('base', 'integer', 'The base: 2 to 16, or 64.'),
        param('integer', 'integer', 'The integer, at least 0.'),
      ],
      returns: 'string',
      run: (call, base, integer) => written(call, base, integer),
    }),
  ],
  examples: [
    { code: '(int-to-str 16 65535)', gives: '"ffff"' },
    { code: '(int-to-str 64 43981)', gives: '"q80"' },
    { code: '(int-to-str 10 -1)', gives: { fails: 'cannot show negative integer' } },
    { code: '(int-to-str 17 1)', gives: { fails: 'invalid base for base64URL conversion' } },
  ],
});

function written(call: BuiltinCall, base: bigint, integer: bigint): string {
  if (integer < 0n) call.failBuiltin('int-to-str error: cannot show negative integer');
  if (base >= 2n && base <= 16n) {
    const digits = integer.toString(Number(base));
    chargeText(call, chargedLength(base, integer, digits));
    return digits;
  }
  if (base !== 64n) call.failBuiltin('invalid base for base64URL conversion');
  const bytes = bytesOf(integer);
  chargeText(call, Math.floor((4 * bytes.length) / 3));
  return toBase64Url(bytes);
}

/**
 * The reference charges one more than the logarithm of the integer. The logarithm of 0 is 0, but in base 2 it is computed
 * in the bits of a word and wraps around to -1 (GHC.Num.WORD, `wordLog2#`).
 */
function chargedLength(base: bigint, integer: bigint, digits: string): number {
  return base === 2n && integer === 0n ? 0 : digits.length;
}

/** Returns the shortest big-endian bytes of the integer; one byte for 0. */
function bytesOf(integer: bigint): Uint8Array {
  const hex = integer.toString(16);
  const bytes = fromHex(hex.length % 2 === 0 ? hex : `0${hex}`);
  assert(bytes !== undefined, 'an even number of digits');
  return bytes;
}

/** In code points. */
const maxDigits = 512;

export const strToInt = builtin({
  name: 'str-to-int',
  since: '2.6',
  builtins: {
    'str-to-int': { number: 43, gas: { '5.0': 100 }, does: 'pure' },
    'str-to-int-base': { number: 44, gas: { '5.0': 100 }, does: 'pure' },
  },
  doc:
    'Reads an integer from its digits, in base 10 or in the given base from 2 to 16; in base 64 it ' +
    'reads base64url as bytes, most significant first. A sign is not allowed. At most 512 characters.',
  overloads: [
    overload({
      internal: 'str-to-int',
      params: [param('string', 'string', 'The digits.')],
      returns: 'integer',
      run(call, string) {
        chargeParse(call, string);
        enforceShort(call, string);
        return readDigits(call, string, 10);
      },
    }),
    overload({
      internal: 'str-to-int-base',
      params: [
        param('base', 'integer', 'The base: 2 to 16, or 64.'),
        param('string', 'string', 'The digits; letters may be upper or lower case.'),
      ],
      returns: 'integer',
      run(call, base, string) {
        if (base !== 64n && (base < 2n || base > 16n)) {
          call.failBuiltin('Base value must be >= 2 and <= 16, or 64');
        }
        chargeParse(call, string);
        enforceShort(call, string);
        return base === 64n ? readBase64(call, string) : readDigits(call, string, Number(base));
      },
    }),
  ],
  examples: [
    { code: '(str-to-int "123456")', gives: '123456' },
    { code: '(str-to-int 16 "abcdef123456")', gives: '188900967593046' },
    { code: '(str-to-int 64 "q80")', gives: '43981' },
    { code: '(str-to-int "-1")', gives: { fails: 'invalid digit: supported digits are 0-9, A-F' } },
    {
      code: '(str-to-int 8 "19")',
      gives: { fails: `character '9' is out of range for base 8: 19` },
    },
  ],
});

function enforceShort(call: BuiltinCall, string: string): void {
  if (string.length <= maxDigits || codePointLength(string) <= maxDigits) return;
  call.fail('DecodeError', { cause: 'Invalid input, only up to 512 length supported' });
}

function readDigits(call: BuiltinCall, string: string, base: number): bigint {
  if (string === '') call.fail('DecodeError', { cause: 'empty text: ' });
  if (!/^[0-9a-fA-F]*$/.test(string)) {
    call.fail('DecodeError', { cause: 'invalid digit: supported digits are 0-9, A-F' });
  }
  for (const digit of string) {
    if (parseInt(digit, 16) >= base) {
      const cause = `character '${digit}' is out of range for base ${base}: ${string}`;
      call.fail('DecodeError', { cause });
    }
  }
  return valueOf(string, base);
}

/** Numbers with this many digits are below 2^53 in any base. */
const groupLength = 13;

/** Reads digits that are all below the base. */
function valueOf(digits: string, base: number): bigint {
  if (base === 10) return BigInt(digits);
  if (base === 16) return BigInt(`0x${digits}`);
  const first = digits.length % groupLength;
  const group = BigInt(base) ** BigInt(groupLength);
  let result = first === 0 ? 0n : BigInt(parseInt(digits.slice(0, first), base));
  for (let at = first; at < digits.length; at += groupLength) {
    result = result * group + BigInt(parseInt(digits.slice(at, at + groupLength), base));
  }
  return result;
}

function readBase64(call: BuiltinCall, string: string): bigint {
  const bytes = fromBase64Url(string);
  if (bytes === undefined) return call.fail('DecodeError', { cause: 'invalid b64 encoding' });
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`);
}
