// The values of numbers. A decimal is written as two numbers around a dot, so there may be spaces between
// them.

import type { Span } from '../../base/span.ts';
import type { Literal } from './ast.ts';
import { refuse } from './refused-syntax.ts';

/** The reference stores the number of decimal places in a byte. */
const placesLimit = 255;

/** Converting more digits would take more than a second; the reference has no limit. */
const digitsLimit = 2_000_000;

/** A number with this many characters is exact as a float, which is faster to read. */
const exactDigits = 15;

const digits = /^[0-9]+$/;
const signedDigits = /^-?[0-9]+$/;

export function readInteger(image: string, span: Span): bigint {
  return toBigInt(image, span);
}

export function readDecimal(whole: string, fraction: string, span: Span): Literal {
  const places = fraction.length;
  if (places > placesLimit) {
    // Two spaces: the reference joins a text that ends in one.
    refuse(`Precision overflow (>=255 decimal places):  ${places} decimals`, span);
  }
  // The lexer reads `-5` as a number, so `1.-5` gets here.
  if (!digits.test(fraction)) refuse('Expected: [NUM]', span);
  // The sign belongs to the digits of both parts: `-0.5` is not 0.5.
  const mantissa = toBigInt(whole + fraction, span);
  return { kind: 'decimal', mantissa, places, raw: `${whole}.${fraction}` };
}

function toBigInt(image: string, span: Span): bigint {
  if (image.length > digitsLimit) refuse(`Number too long: ${image.length} digits`, span);
  // Characters outside ASCII that the lexer reads as digits (see lex.ts) are not digits here.
  if (!signedDigits.test(image)) refuse('Expected: [NUM]', span);
  return image.length <= exactDigits ? BigInt(Number(image)) : BigInt(image);
}
