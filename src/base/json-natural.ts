// Reads small natural numbers from JSON numbers in linear time, however many digits the number has. `1`, `1.0`,
// `10e-1` and `0.1e1` are the same number, as in the reference's decoder (`Scientific.toBoundedInteger`).

import type { JsonNumber } from './json.ts';

const numberPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?)(\d+))?$/;

/** Returns `undefined` unless it is a natural number of at most `most`, which must be a safe integer. */
export function naturalOf({ text }: JsonNumber, most: number): number | undefined {
  const [, sign, whole = '', fraction = '', exponentSign, power = ''] =
    numberPattern.exec(text) ?? [];
  const digits = whole + fraction;
  const first = firstOther(digits, 0, 1);
  if (first === digits.length) return 0;
  if (sign === '-') return undefined;
  const end = firstOther(digits, digits.length - 1, -1) + 1;
  const places = BigInt(fraction.length) - BigInt(digits.length - end);
  const written = exponentSign === '-' ? -lowWord(power) : lowWord(power);
  // The reference's exponent is a machine integer of 64 bits.
  const exponent = BigInt.asIntN(64, written - places);
  if (exponent < 0n || exponent > mostDigits || end - first > Number(mostDigits)) return undefined;
  const value = BigInt(digits.slice(first, end)) * 10n ** exponent;
  return value <= BigInt(most) ? Number(value) : undefined;
}

const mostDigits = 16n;

/** The index of the first character other than 0, looking in the direction of `step`. */
function firstOther(digits: string, from: number, step: 1 | -1): number {
  let at = from;
  while (digits.charAt(at) === '0') at += step;
  return at;
}

/** The lowest 64 bits of a number of any length, read in pieces. */
function lowWord(digits: string): bigint {
  let word = 0n;
  for (let at = 0; at < digits.length; at += pieceDigits) {
    const piece = digits.slice(at, at + pieceDigits);
    word = BigInt.asUintN(64, word * 10n ** BigInt(piece.length) + BigInt(piece));
  }
  return word;
}

const pieceDigits = 18;
