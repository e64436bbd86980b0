// Amounts of milligas: unsigned 64-bit numbers that saturate. Nearly every amount is a small
// JavaScript number. Only the costs of absurd operations (`(^ 2 N)` of a huge N, `exp` of a long
// decimal) and limits such as 2^64-1 are above the safe integers. Those are bigints, because the
// gas-limit error contains the amounts and they must be exact.
// Source: pact/Pact/Core/SatWord.hs, Gas/Types.hs.

/** A safe non-negative integer, or a bigint above the safe integers and at most `maxMilliGas`. */
export type MilliGas = number | bigint;

export const maxMilliGas = (1n << 64n) - 1n;
export const milliGasPerGas = 1000n;

/** The gas limit of transactions by default: that of a block on public networks, so a module that needs more cannot be deployed. */
export const usualGasLimit = 150_000;

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** Returns the nearest amount: 0 for negative numbers, `maxMilliGas` for too large ones. */
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

/** Returns zero if `right` is larger. */
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

/** Formats an amount in units of gas with three decimals: `1.200`. */
export function exactGasText(amount: MilliGas, textOf: (whole: bigint) => string = String): string {
  const milli = BigInt(amount);
  const rest = String(milli % milliGasPerGas).padStart(3, '0');
  return `${textOf(milli / milliGasPerGas)}.${rest}`;
}

/** Returns gas units, rounded up. */
export function toGas(amount: MilliGas): bigint {
  return (BigInt(amount) + milliGasPerGas - 1n) / milliGasPerGas;
}

/** Gas units are unsigned and saturate before they are multiplied. */
export function fromGas(gas: bigint): MilliGas {
  const units = gas < 0n ? 0n : gas > maxMilliGas ? maxMilliGas : gas;
  return toMilliGas(units * milliGasPerGas);
}

/**
 * Returns the smallest amount not below a float: 0 for NaN and negative numbers, the maximum for
 * infinity.
 */
export function ceilToMilliGas(value: number): MilliGas {
  if (!(value > 0)) return 0;
  if (value <= Number.MAX_SAFE_INTEGER) return Math.ceil(value);
  return value === Infinity ? maxMilliGas : toMilliGas(BigInt(Math.ceil(value)));
}
