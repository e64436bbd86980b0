// Buys gas before a transaction runs, and refunds unused gas after it.
// Source: Chainweb/Pact5/TransactionExec.hs (buyGas, redeemGas); consensus reference, sections 6.3 and 6.9.
import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import { noSpan } from '../../base/span.ts';
import { type Execution, type PublicMeta, type Signer, evaluate } from '../command/index.ts';
import {
  Decimal,
  type GasMeter,
  type Hash,
  ListValue,
  type PactValue,
  type QualifiedCapability,
  errorText,
  fromGas,
  objectValue,
  resumeDefPact,
  showDecimal,
} from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import { type Result, bad, good } from '../../base/result.ts';
import {
  capability,
  coinCall,
  keysetOf,
  minerKeyset,
  runSystemCall,
  systemSurroundings,
  text,
  totalAmount,
} from './system-code.ts';
import type { ChainTransaction, InvalidTransaction, TransactionContext } from './types.ts';

/** Whole units of gas that buying gas may cost, regardless of the limit of the transaction. */
const purchaseLimit = 1500n;

const gasCapability = capability('coin.GAS');
const { name: debitName } = capability('coin.DEBIT');

/** The transaction as it runs: its gas limit may be reduced to what is left in the block. */
export type Payment = {
  readonly transaction: ChainTransaction;
  readonly meta: PublicMeta;
};

type Purchase = Result<Execution, InvalidTransaction>;

/** The meter of the transaction counts the cost. */
export function buyGas(
  database: Database,
  context: TransactionContext,
  { transaction, meta }: Payment,
  meter: GasMeter,
): Purchase {
  const { hash, payload } = transaction;
  const payers = payersOf(payload.signers);
  if (payers.length > 1) return refused(hash, 'buy', 'Multiple gas payer capabilities');
  const { limit } = meter;
  meter.limit = fromGas(purchaseLimit);
  const { call, texts } = purchaseCall(context, meta.sender);
  const execution = runSystemCall(database, context, {
    call,
    texts,
    message: {
      hash: derivedHash(hash, '-buygas'),
      data: objectValue(purchaseData(context, transaction, meta, payers.length > 0)),
      signers: payload.signers.map((signer) => withDebit(signer, meta.sender)),
    },
    meta,
    granted: [gasCapability],
    meter,
    within: payers[0],
  });
  meter.limit = limit;
  const isDefPact = context.rules.gasPurchase === 'fund-tx';
  const { outcome, continuation } = execution;
  if (outcome.kind === 'failure') return refused(hash, 'buy', errorText(outcome.error));
  if ((continuation !== undefined) === isDefPact) return good(execution);
  return refused(
    hash,
    'buy',
    `the coin contract ${isDefPact ? 'did not begin a' : 'began a'} defpact`,
  );
}

/** This code runs without gas. `purchase`: the defpact of the purchase, on networks where it is one. */
export function redeemGas(
  database: Database,
  context: TransactionContext,
  { transaction, meta }: Payment,
  { gas, purchase }: { readonly gas: bigint; readonly purchase: Execution },
): Purchase {
  const { hash, payload } = transaction;
  const { signers } = payload;
  const fee = ['fee', roundedToUnits(gas, meta.gasPrice)] as const;
  const derived = derivedHash(hash, '-redeemgas');
  const execution =
    purchase.continuation === undefined
      ? runSystemCall(database, context, {
          call: redeemGasCall,
          texts: [context.miner.account, meta.sender],
          message: {
            hash: derived,
            signers,
            data: objectValue([fee, total(meta), ['miner-keyset', keysetOf(context.miner)]]),
          },
          meta,
          granted: [gasCapability],
        })
      : evaluate(
          {
            hash: derived,
            signers,
            data: objectValue([fee]),
            verifiers: [],
            step: {
              pactId: purchase.continuation.pactId,
              step: 1,
              rollback: false,
              resume: undefined,
            },
          },
          systemSurroundings(database, context, { meta, granted: [gasCapability] }),
          (machine) =>
            machine.whileAsking(() => resumeDefPact(machine.context('impure'), undefined, noSpan)),
        );
  const { outcome } = execution;
  return outcome.kind === 'failure'
    ? refused(hash, 'redeem', errorText(outcome.error))
    : good(execution);
}

/** The request key is in quotes, as in the reference. */
export function tooBig(hash: Hash): InvalidTransaction {
  return {
    code: 'too-big',
    message: `"${hash}" Failed to purchas gas: tx too big for gas limit`,
  };
}

const buyGasCall = coinCall('buy-gas', [text, totalAmount]);
const fundTransactionCall = coinCall('fund-tx', [text, text, minerKeyset, totalAmount]);
const redeemGasCall = coinCall('redeem-gas', [text, minerKeyset, text, totalAmount]);

function purchaseCall({ rules, miner }: TransactionContext, sender: string) {
  if (rules.gasPurchase === 'buy-gas') return { call: buyGasCall, texts: [sender] };
  return { call: fundTransactionCall, texts: [sender, miner.account] };
}

function purchaseData(
  { rules, miner }: TransactionContext,
  transaction: ChainTransaction,
  meta: PublicMeta,
  hasPayer: boolean,
): readonly (readonly [string, PactValue])[] {
  const own: (readonly [string, PactValue])[] = [total(meta)];
  if (rules.gasPurchase === 'fund-tx') own.push(['miner-keyset', keysetOf(miner)]);
  return hasPayer ? [...own, ...gasPayerData(transaction)] : own;
}

/** Returns every capability of that name, whatever its module. */
function payersOf(signers: readonly Signer[]): readonly QualifiedCapability[] {
  const payers: QualifiedCapability[] = [];
  for (const { capabilities } of signers) {
    for (const each of capabilities) if (each.name.name === 'GAS_PAYER') payers.push(each);
  }
  return payers;
}

function total({ gasLimit, gasPrice }: PublicMeta): readonly [string, PactValue] {
  return ['total', roundedToUnits(gasLimit, gasPrice)];
}

/** A signature for gas is also a signature for the debit. */
function withDebit(signer: Signer, sender: string): Signer {
  const paysGas = signer.capabilities.some(isGasCapability);
  if (!paysGas) return signer;
  return {
    ...signer,
    capabilities: [{ name: debitName, args: [sender] }, ...signer.capabilities],
  };
}

function isGasCapability({ name, args }: QualifiedCapability): boolean {
  return name.text === gasCapability.name.text && args.length === 0;
}

/** Each character of the suffix has one byte. */
function derivedHash(hash: Hash, suffix: string): Hash {
  const bytes = fromBase64Url(hash) ?? new Uint8Array();
  const derived = new Uint8Array(bytes.length + suffix.length);
  derived.set(bytes);
  for (let i = 0; i < suffix.length; i++) derived[bytes.length + i] = suffix.charCodeAt(i);
  return toBase64Url(derived);
}

function refused(
  hash: Hash,
  what: 'buy' | 'redeem',
  text: string,
): Result<never, InvalidTransaction> {
  return bad({
    code: what === 'buy' ? 'gas-purchase' : 'gas-redemption',
    message: `"${hash}" Failed to ${what} gas: ${text}`,
  });
}

// Amounts of coin for gas payments: exact, with 12 places.
// Source: Chainweb/Pact5/TransactionExec.hs (gasSupplyOf); consensus reference, section 6.3.

/** Places of the smallest amount of coin. */
export const coinPlaces = 12;

/** Gas times price, rounded half to even; always with 12 places, which rows and logs show. */
export function roundedToUnits(gas: bigint, price: Decimal): Decimal {
  const product = gas * price.mantissa;
  const excess = price.places - coinPlaces;
  if (excess <= 0) return new Decimal(product * 10n ** BigInt(-excess), coinPlaces);
  return new Decimal(divideHalfEven(product, 10n ** BigInt(excess)), coinPlaces);
}

/** Converts units of 10^-12 to coins, without trailing zeros, as for the reward. */
export function coinsOf(units: bigint): Decimal {
  let mantissa = units;
  let places = coinPlaces;
  while (places > 0 && mantissa % 10n === 0n) {
    mantissa /= 10n;
    places -= 1;
  }
  return new Decimal(mantissa, places);
}

/** As the reference shows prices: `0`, `0.00000001`. */
export const priceText = (price: Decimal): string => showDecimal(price);

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend - quotient * divisor;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const isAway = twice > divisor || (twice === divisor && quotient % 2n !== 0n);
  if (!isAway) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

// The data of the message for a gas payer, about the transaction that it may pay for.
// Source: Chainweb/Pact5/TransactionExec.hs (enrichedMsgBodyForGasPayer); consensus reference, section 6.3.

/** These members override others of the same name. */
export function gasPayerData({
  payload,
  program,
}: ChainTransaction): readonly (readonly [string, PactValue])[] {
  const { message } = payload;
  if (message.kind === 'exec') {
    const { source, forms } = program;
    const slices = forms.map(({ span }) => source.text.slice(span.start, span.end));
    return [
      ['tx-type', 'exec'],
      ['exec-code', new ListValue(slices)],
      ['exec-user-data', message.data],
    ];
  }
  return [
    ['tx-type', 'cont'],
    ['cont-pact-id', message.pactId],
    ['cont-step', message.step],
    ['cont-is-rollback', message.rollback],
    ['cont-user-data', message.data],
    ['cont-has-proof', message.proof !== undefined],
  ];
}
