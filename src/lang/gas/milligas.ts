// Amounts of milligas: unsigned 64-bit numbers that saturate. Nearly every amount is a small
// JavaScript number; only costs of absurd operations (`(^ 2 N)` of a huge N, `exp` of a long
// decimal) and limits such as 2^64-1 lie above the safe integers, and those are bigints, because
// the figures stand in the gas-limit error and must be exact.
// Source: pact/Pact/Core/SatWord.hs, Gas/Types.hs.

/** A safe non-negative integer, or a bigint above the safe integers and at most `maxMilliGas`. */
export type MilliGas = number | bigint;

export const maxMilliGas = (1n << 64n) - 1n;
export const milliGasPerGas = 1000n;

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** The nearest amount: negative numbers are 0, too large ones `maxMilliGas`. */
export function toMilliGas(amount: bigint): MilliGas {
  if (amount > maxSafe) return amount > maxMilliGas ? maxMilliGas : amount;
  return amount < 0n ? 0 : Number(amount);
}

export function addMilliGas(left: MilliGas, right: MilliGas): MilliGas {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return toMilliGas(BigInt(left) + BigInt(right));
}

export function multiplyMilliGas(left: MilliGas, right: MilliGas): MilliGas {
  if (typeof left === 'number' && typeof right === 'number') {
    const product = left * right;
    if (Number.isSafeInteger(product)) return product;
  }
  return toMilliGas(BigInt(left) * BigInt(right));
}

/** Zero where `right` is the larger. */
export function subtractMilliGas(left: MilliGas, right: MilliGas): MilliGas {
  if (typeof left === 'number' && typeof right === 'number') return Math.max(0, left - right);
  return toMilliGas(BigInt(left) - BigInt(right));
}

/** Rounded down; the divisor is at least 1. */
export function divideMilliGas(dividend: MilliGas, divisor: number): MilliGas {
  if (typeof dividend === 'number') return Math.floor(dividend / divisor);
  return toMilliGas(dividend / BigInt(divisor));
}

export function exceeds(amount: MilliGas, limit: MilliGas): boolean {
  // Mixed comparison of number and bigint is exact in JavaScript.
  return amount > limit;
}

/** `1.200`: units of gas with three decimals. */
export function exactGasText(amount: MilliGas, textOf: (whole: bigint) => string = String): string {
  const milli = BigInt(amount);
  const rest = String(milli % milliGasPerGas).padStart(3, '0');
  return `${textOf(milli / milliGasPerGas)}.${rest}`;
}

/** Gas units, rounded up. */
export function toGas(amount: MilliGas): bigint {
  return (BigInt(amount) + milliGasPerGas - 1n) / milliGasPerGas;
}

/** Gas units are unsigned and saturate before they are multiplied. */
export function fromGas(gas: bigint): MilliGas {
  const units = gas < 0n ? 0n : gas > maxMilliGas ? maxMilliGas : gas;
  return toMilliGas(units * milliGasPerGas);
}

/**
 * The smallest amount not below a float: nothing and negative numbers give 0, infinity gives the
 * maximum.
 */
export function ceilToMilliGas(value: number): MilliGas {
  if (!(value > 0)) return 0;
  if (value <= Number.MAX_SAFE_INTEGER) return Math.ceil(value);
  return value === Infinity ? maxMilliGas : toMilliGas(BigInt(Math.ceil(value)));
}
