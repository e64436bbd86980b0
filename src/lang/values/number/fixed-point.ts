// Logarithm and exponential in fixed point (integers that represent numbers times a power of two), with known error.
// transcendental.ts rounds the results correctly.

/** Results are off by less than this many units of their last bit. */
export const fixedPointError = 1024n;

/** Binary exponents here fit in machine words; the constant has this many bits more than its use. */
const exponentBits = 34;

/** ln(`mantissa` * 2^`exponent`) * 2^`bits` for a mantissa of 53 bits. */
export function fixedLn(mantissa: bigint, exponent: number, bits: number): bigint {
  // Brings the argument near to one: between 3/4 and 3/2.
  const scale = mantissa >= 3n << 51n ? 53 : 52;
  const twos = exponent + scale;
  // Then to within 1/32 of a multiple of 1/16, whose logarithms are kept.
  const wide = BigInt(scale);
  const sixteenths = (32n * mantissa + (1n << wide)) >> (wide + 1n);
  const [left, right] = [16n * mantissa, sixteenths << wide];
  const ofRest = left === right ? 0n : 2n * fixedAtanh(left - right, left + right, bits);
  const ofTwos = (BigInt(twos) * ln2(bits + exponentBits)) >> BigInt(exponentBits);
  return ofRest + lnOfSixteenths(Number(sixteenths), bits) + ofTwos;
}

/**
 * exp(`argument` / 2^`bits`) as `value` * 2^(`power` - `bits`), the value between 1/2 and 2 in units of 2^-`bits`.
 * The argument must be below 2^31.
 */
export function fixedExp(
  argument: bigint,
  bits: number,
): { readonly value: bigint; readonly power: number } {
  const more = BigInt(exponentBits);
  const constant = ln2(bits + exponentBits);
  const scaled = argument << more;
  const power = (scaled + constant / 2n) / constant - (scaled < -constant / 2n ? 1n : 0n);
  const rest = (scaled - power * constant) >> more;
  return { value: expNearZero(rest, bits), power: Number(power) };
}

const halvings = 8n;
const guardBits = 16n;

/** For arguments below 1 in magnitude. */
function expNearZero(argument: bigint, bits: number): bigint {
  const width = BigInt(bits) + guardBits;
  const small = argument << (guardBits - halvings);
  let term = 1n << width;
  let sum = term;
  for (let i = 1n; term !== 0n && term !== -1n; i++) {
    term = ((term * small) >> width) / i;
    sum += term;
  }
  for (let i = 0n; i < halvings; i++) sum = (sum * sum) >> width;
  return sum >> guardBits;
}

/** atanh(`numerator` / `denominator`) * 2^`bits` for quotients up to 1/5 in magnitude. */
function fixedAtanh(numerator: bigint, denominator: bigint, bits: number): bigint {
  const width = BigInt(bits);
  const quotient = (numerator << width) / denominator;
  const square = (quotient * quotient) >> width;
  let power = quotient;
  let sum = quotient;
  for (let i = 3n; power !== 0n && power !== -1n; i += 2n) {
    power = (power * square) >> width;
    sum += power / i;
  }
  return sum;
}

const knownLogarithms = new Map<number, Map<number, bigint>>();

/** ln(`count` / 16) * 2^`bits`, for 12 to 24 sixteenths. */
function lnOfSixteenths(count: number, bits: number): bigint {
  let ofWidth = knownLogarithms.get(bits);
  if (ofWidth === undefined) {
    ofWidth = new Map();
    knownLogarithms.set(bits, ofWidth);
  }
  const known = ofWidth.get(count);
  if (known !== undefined) return known;
  const value = (2n * fixedAtanh(BigInt(count - 16), BigInt(count + 16), bits + 16)) >> 16n;
  ofWidth.set(count, value);
  return value;
}

const knownLn2 = new Map<number, bigint>();

/** ln(2) * 2^`bits`. */
function ln2(bits: number): bigint {
  const known = knownLn2.get(bits);
  if (known !== undefined) return known;
  const wide = bits + 16;
  // Machin-like: ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749).
  const sum =
    18n * fixedAtanh(1n, 26n, wide) -
    2n * fixedAtanh(1n, 4801n, wide) +
    8n * fixedAtanh(1n, 8749n, wide);
  const value = sum >> 16n;
  knownLn2.set(bits, value);
  return value;
}
