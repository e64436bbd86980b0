// `int-to-str`

import { assert } from '../../../base/assert.ts';
import { toBase64Url } from '../../../base/base64url.ts';
import { fromHex } from '../../../base/bytes.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { chargeText } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

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
