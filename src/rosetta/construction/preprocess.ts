// construction/derive and construction/preprocess: an account from a key, and what the later steps have to know.
// Source: Chainweb/Rosetta/RestAPI/Server.hs of chainweb-node 2.26 (constructionDeriveH, constructionPreprocessH).

import { JsonNumber, printJsonNumber, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Field } from '../../chain/command/fields.ts';
import { amountJson, type Currency } from '../network-words.ts';
import { constructionGasLimit, feeUnits, gasPriceFor, pricePlaces } from './fee.ts';
import { derivedAccount, keyAccountJson, ownershipJson } from './key-accounts.ts';
import {
  paymentIn,
  paymentJson,
  plannedTransaction,
  type ChainPlace,
  type Payment,
} from './plan.ts';
import { readAs, refuse } from './refusal.ts';
import { transactionIn, transactionJson } from './transaction-json.ts';
import { signingAccounts, type ConstructedTransaction } from './transaction.ts';

export function derive(body: Field): JsonObject {
  const account = readAs('bad-public-key', () => derivedAccount(body.field('public_key')));
  return new Map<string, JsonValue>([
    ['account_identifier', keyAccountJson(account)],
    ['metadata', new Map([['ownership', ownershipJson(account)]])],
  ]);
}

/** What construction/metadata needs: the `options` that preprocess returns. */
export type Options = {
  readonly payment: Payment;
  readonly transaction: ConstructedTransaction;
  readonly gasLimit: bigint;
  /** In units of 10^-12 of the coin. */
  readonly gasPrice: bigint;
};

/** `minimumPrice`: the lowest gas price of the node, in units of 10^-12. */
export function preprocess(
  body: Field,
  place: ChainPlace,
  { currency, minimumPrice }: { readonly currency: Currency; readonly minimumPrice: bigint },
): JsonObject {
  const metadata = body.optionalField('metadata');
  if (metadata === undefined) {
    return refuse(
      'no-metadata',
      'metadata is missing: it must name the account that pays the gas, {"gas_payer": {"address": "k:..."}}',
    );
  }
  const payment = readAs('bad-metadata', () => paymentIn(metadata));
  const operations = readAs('bad-operations', () => body.field('operations'));
  const transaction = readAs('bad-operations', () =>
    plannedTransaction({ operations, metadata }, currency, place),
  );
  const wishes = {
    maxFee: body.optionalField('max_fee'),
    multiplier: body.optionalField('suggested_fee_multiplier'),
  };
  const gasPrice = gasPriceFor(wishes, { currency, minimum: minimumPrice });
  const options = { payment, transaction, gasLimit: constructionGasLimit, gasPrice };
  const accounts = signingAccounts(transaction, payment.gasPayer, currency);
  return new Map<string, JsonValue>([
    ['options', optionsJson(options, currency)],
    ['required_public_keys', accounts.map(({ account }) => keyAccountJson(account))],
  ]);
}

function optionsJson(options: Options, currency: Currency): JsonObject {
  const { payment, transaction, gasLimit, gasPrice } = options;
  return new Map<string, JsonValue>([
    ['preprocess_request_metadata', paymentJson(payment)],
    ['tx_info', transactionJson(transaction, currency)],
    ['suggested_fee', feeJson(options, currency)],
    ['gas_limit', new JsonNumber(String(gasLimit))],
    ['gas_price', new JsonNumber(printJsonNumber(gasPrice, -pricePlaces))],
  ]);
}

/** Returns the most that the gas costs, as an amount. */
export function feeJson(
  { gasLimit, gasPrice }: Pick<Options, 'gasLimit' | 'gasPrice'>,
  currency: Currency,
): JsonObject {
  return amountJson(feeUnits(gasLimit * gasPrice, currency), currency);
}

export function optionsIn(field: Field, currency: Currency): Options {
  return readAs('bad-metadata', () => ({
    payment: paymentIn(field.field('preprocess_request_metadata')),
    transaction: transactionIn(field.field('tx_info'), currency),
    gasLimit: scaledIn(field.field('gas_limit'), 0),
    gasPrice: scaledIn(field.field('gas_price'), pricePlaces),
  }));
}

/** Reads a number as its multiple of 10^-`places`. */
function scaledIn(field: Field, places: number): bigint {
  const { number } = field;
  const wrong = `must be a number from 0, with at most ${places} decimal places`;
  if (number.text.length > 60) return field.refuse(wrong);
  const { coefficient, exponent } = number;
  const power = exponent + places;
  if (coefficient < 0n || power > 60 || power < -60) return field.refuse(wrong);
  if (power >= 0) return coefficient * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return coefficient % divisor === 0n ? coefficient / divisor : field.refuse(wrong);
}
