// Generates random decimals: usual amounts, values from the module and its tables, and values that rounding changes.

import type { Example } from './example.ts';
import type { Source } from './generate.ts';
import type { Random } from './random.ts';

const usualPlaces = [0, 1, 1, 2, 8, 12, 12, 13, 18, 24, 255];

export function decimal(source: Source, integer: () => bigint): Example {
  const { random, dictionary, unevenBeyond } = source;
  if (unevenBeyond !== undefined) return unevenDecimal(unevenBeyond, random);
  const near = BigInt(random.below(3) - 1);
  switch (random.below(8)) {
    case 0:
    case 1:
      return ordinaryDecimal(random);
    case 2: {
      const { mantissa, places } = random.pick(dictionary.decimals) ?? { mantissa: 0n, places: 0 };
      return { kind: 'decimal', mantissa: mantissa + near, places };
    }
    case 3:
    case 4:
      return stateDecimal(source) ?? ordinaryDecimal(random);
    default: {
      const places = random.pick(usualPlaces) ?? 1;
      const mantissa = integer();
      // Mostly a usual size: a whole number of units, or a single smallest unit.
      const isWhole = random.oneIn(2);
      return {
        kind: 'decimal',
        mantissa: isWhole ? mantissa * 10n ** BigInt(places) : mantissa,
        places,
      };
    }
  }
}

/** Decimal places that amounts are often rounded to. */
const roundedPlaces = [2, 2, 8, 12, 0];
const mostRoundedPlaces = 30n;

/** The digits after the last kept place: exactly half, just above or below it, or others. */
const tails = [
  { digits: 5n, count: 1 },
  { digits: 4n, count: 1 },
  { digits: 6n, count: 1 },
  { digits: 49n, count: 2 },
  { digits: 51n, count: 2 },
] as const;

/** Returns the decimal places for all amounts of a call: those that the function mentions, if any. */
export function placesToKeep(integers: readonly bigint[], random: Random): number {
  const known = integers.filter((each) => each >= 0n && each <= mostRoundedPlaces).map(Number);
  return (random.oneIn(2) ? random.pick(known) : undefined) ?? random.pick(roundedPlaces) ?? 0;
}

/** Returns an amount that rounding changes. */
function unevenDecimal(kept: number, random: Random): Example {
  const whole = BigInt(random.below(random.oneIn(2) ? 3 : 1000));
  const tail = random.oneIn(3) ? undefined : random.pick(tails);
  const { digits, count } = tail ?? { digits: BigInt(random.bits()) % 10n ** 6n, count: 6 };
  const fraction = BigInt(random.bits()) % 10n ** BigInt(Math.min(kept, 9));
  const mantissa = (whole * 10n ** BigInt(kept) + fraction) * 10n ** BigInt(count) + digits;
  return { kind: 'decimal', mantissa, places: kept + count };
}

/** Returns a usual amount: 12.0, 0.5, 3.75. */
function ordinaryDecimal(random: Random): Example {
  return { kind: 'decimal', mantissa: BigInt(random.below(100)), places: random.below(3) };
}

/** Returns an amount from the tables, slightly more or less, or a part of it. */
function stateDecimal({ random, dictionary: { state } }: Source): Example | undefined {
  const found = random.pick(state.decimals);
  if (found === undefined) return undefined;
  const { mantissa, places } = found;
  const part = random.oneIn(2) ? 1n : BigInt(1 + random.below(4));
  const near = random.oneIn(2) ? 0n : BigInt(random.below(3) - 1);
  return { kind: 'decimal', mantissa: mantissa / part + near, places };
}
