// The gas limit and price of a constructed transaction, and the fee that it pays at most.
// Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26 (getSuggestedFee).

import { isJsonNumber, type JsonNumber } from '../../base/json.ts';
import type { Field } from '../../chain/command/fields.ts';
import { unitsOf, type Currency } from '../network-words.ts';
import { amountOf } from './transaction.ts';
import { amountUnitsIn } from './intended-operations.ts';
import { readAs, refuse } from './refusal.ts';

/** Prices and fees are in units of 10^-12 of the coin, of which gas prices have no fractions. */
export const pricePlaces = 12;

/** That of a transfer which creates an account, and a good part more. */
export const constructionGasLimit = 4000n;

/** The least price of networks: 10^-8 of the coin. */
const usualPrice = 10_000n;

/** A price above this is a mistake: the limit of a transfer would cost forty coins. */
const maxMultiplier = 1_000_000n;

export type FeeWishes = {
  /** The member `max_fee`, if it is there. */
  readonly maxFee: Field | undefined;
  /** The member `suggested_fee_multiplier`, if it is there. */
  readonly multiplier: Field | undefined;
};

/** Returns the price, in units of 10^-12. `minimum`: that of the node. */
export function gasPriceFor(
  { maxFee, multiplier }: FeeWishes,
  { currency, minimum }: { readonly currency: Currency; readonly minimum: bigint },
): bigint {
  const lowest = minimum > usualPrice ? minimum : usualPrice;
  const wanted = multiplier === undefined ? lowest : multiplied(lowest, multiplier);
  const most = maxFee === undefined ? undefined : maxFeeIn(maxFee, currency);
  if (most === undefined) return wanted;
  const affordable = most / constructionGasLimit;
  if (affordable < lowest) {
    const needed = feeUnits(lowest * constructionGasLimit, currency);
    return refuse(
      'bad-amount',
      `max_fee is too low for ${constructionGasLimit} gas at the lowest price: it must be at least ${needed} of the smallest unit`,
    );
  }
  return affordable < wanted ? affordable : wanted;
}

const trillionths = { decimals: pricePlaces };

/** Returns a fee of units of 10^-12 in those of the currency, rounded up: it is the most that is paid. */
export function feeUnits(fee: bigint, currency: Currency): bigint {
  return -unitsOf(amountOf(-fee, trillionths), currency);
}

/** Multipliers up to 1 leave the price as it is. */
function multiplied(price: bigint, field: Field): bigint {
  const given = field.any;
  const factor = isJsonNumber(given) ? scaledFactor(given) : undefined;
  if (factor === undefined) {
    return refuse(
      'bad-amount',
      `suggested_fee_multiplier must be a number from 0 to ${maxMultiplier}`,
    );
  }
  return factor <= scale ? price : (price * factor) / scale;
}

const scaleDigits = 12;
const scale = 10n ** BigInt(scaleDigits);

/** Returns the number times `scale`, rounded down; `undefined` if it is too large or negative. */
function scaledFactor(number: JsonNumber): bigint | undefined {
  const { text } = number;
  if (text.startsWith('-') || text.length > 400) return undefined;
  const { coefficient, exponent } = number;
  const power = exponent + scaleDigits;
  if (coefficient === 0n || power < -400) return 0n;
  if (power > 20) return undefined;
  const factor =
    power >= 0 ? coefficient * 10n ** BigInt(power) : coefficient / 10n ** BigInt(-power);
  return factor <= maxMultiplier * scale ? factor : undefined;
}

/** Returns the fee in units of 10^-12; `undefined` if the list is empty. */
function maxFeeIn(field: Field, currency: Currency): bigint | undefined {
  const items = readAs('bad-amount', () => field.items);
  const [amount] = items;
  if (amount === undefined) return undefined;
  if (items.length > 1) {
    return refuse('bad-amount', `max_fee must have one amount, in ${currency.symbol}`);
  }
  const units = amountUnitsIn(amount, currency);
  if (units < 0n) return refuse('bad-amount', 'max_fee must not be negative');
  return unitsOf(amountOf(units, currency), trillionths);
}
