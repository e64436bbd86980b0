// construction/metadata: what a transaction needs to know of the chain, which is the guards of its accounts, and of the clock.
// The caller asks the chain; this decides what to ask, and makes the answer.
// Source: Chainweb/Rosetta/RestAPI/Server.hs of chainweb-node 2.26 (constructionMetadataH), Internal.hs (toSignerAcctsMap);
// the check of a continuation is ours.

import { type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Field } from '../../chain/command/fields.ts';
import { equalValues, KeySetGuard, type PactValue } from '../../lang/session/run.ts';
import type { Currency } from '../network-words.ts';
import { crossingIn } from './crossing-proof.ts';
import { pricePlaces } from './fee.ts';
import { guardOf, publicKeysIn, type KeyAccount } from './key-accounts.ts';
import { payloadMetadataJson } from './payload-metadata.ts';
import { feeJson, optionsIn, type Options } from './preprocess.ts';
import { readAs, refuse } from './refusal.ts';
import { signersOf, type AccountSigner } from './signers.ts';
import { amountOf, signingAccounts, type ConstructedTransaction } from './transaction.ts';

/** A request that was read. */
export type MetadataRequest = Options & { readonly publicKeys: ReadonlySet<string> };

export function metadataRequestIn(body: Field, currency: Currency): MetadataRequest {
  const options = body.optionalField('options');
  if (options === undefined) {
    return refuse('no-metadata', 'options is missing: it must be that of construction/preprocess');
  }
  const keys = body.optionalField('public_keys');
  if (keys === undefined) {
    return refuse(
      'no-public-keys',
      'public_keys is missing: it must have the keys of the accounts in required_public_keys',
    );
  }
  const publicKeys = readAs('bad-public-key', () => publicKeysIn(keys));
  return { ...optionsIn(options, currency), publicKeys };
}

/** The accounts whose guards decide about a transaction: those of its chain, and those of the chain that it pays to. */
export function accountsToLookUp({ transaction, payment }: Options): {
  readonly here: readonly string[];
  readonly there: readonly string[];
} {
  const receiver = transaction.receiver.address;
  const payers =
    transaction.kind === 'credit'
      ? [payment.gasPayer.address]
      : [payment.gasPayer.address, transaction.sender.address];
  return transaction.kind === 'burn'
    ? { here: payers, there: [receiver] }
    : { here: [...payers, receiver], there: [] };
}

/** Guards by account; without those that do not exist. */
export type Guards = ReadonlyMap<string, PactValue>;

/** Checks that the accounts are there, and are those of their keys. Returns the signers. */
export function checkedSigners(
  { transaction, payment, publicKeys }: MetadataRequest,
  { here, there }: { readonly here: Guards; readonly there: Guards },
  currency: Currency,
): readonly AccountSigner[] {
  const { receiver } = transaction;
  const receiverGuard = (transaction.kind === 'burn' ? there : here).get(receiver.address);
  if (receiverGuard !== undefined) checkGuard(receiver, receiverGuard);
  const accounts = signingAccounts(transaction, payment.gasPayer, currency);
  return signersOf(accounts, publicKeys, (account) => keysOf(account, here));
}

function keysOf(account: KeyAccount, guards: Guards): readonly string[] {
  const guard = guards.get(account.address);
  if (guard === undefined) {
    return refuse(
      'wrong-account',
      `account ${account.address} does not exist on this chain: it cannot pay`,
    );
  }
  if (guard instanceof KeySetGuard) return guard.keys;
  return refuse(
    'wrong-account',
    `account ${account.address} is not owned by a keyset: its transactions cannot be constructed`,
  );
}

/** A transfer names the guard of its receiver, and fails if the account has another one. */
function checkGuard(account: KeyAccount, guard: PactValue): void {
  if (equalValues(guard, guardOf(account))) return;
  refuse(
    'wrong-account',
    `account ${account.address} exists, and is not owned by its key alone: a transfer to it would fail`,
  );
}

/** Checks that a proof is that of the first half of this transfer. */
export function checkProof(
  transaction: ConstructedTransaction,
  { chain, currency }: { readonly chain: string; readonly currency: Currency },
): void {
  if (transaction.kind !== 'credit' || transaction.proof === undefined) return;
  const { requestKey, sourceChain, receiver, units } = transaction;
  const proven = crossingIn(transaction.proof);
  const fits =
    proven !== undefined &&
    proven.requestKey === requestKey &&
    proven.targetChain === chain &&
    proven.sourceChain === sourceChain &&
    proven.receiver === receiver.address &&
    equalValues(proven.receiverGuard, guardOf(receiver)) &&
    equalValues(proven.amount, amountOf(units, currency));
  if (fits) return;
  refuse(
    'invalid-transaction',
    proven === undefined
      ? 'the proof is not one of a transfer of coins between chains: POST spv makes it'
      : `the proof is of a transfer of ${provenText(proven)}, which is not that of the operation`,
  );
}

function provenText({ amount, receiver, sourceChain, targetChain }: Proven): string {
  const { mantissa, places } = amount;
  return `${mantissa} * 10^-${places} from chain ${sourceChain} to ${receiver} on chain ${targetChain}`;
}

type Proven = NonNullable<ReturnType<typeof crossingIn>>;

/** Seconds: 8 hours, as in the reference. */
const timeToLive = 8n * 60n * 60n;

export type Moment = {
  readonly chain: string;
  /** Seconds since 1970. */
  readonly seconds: bigint;
  /** For a transaction without one. */
  readonly nonce: string;
};

/** Returns the answer. */
export function metadataAnswer(
  request: MetadataRequest,
  signers: readonly AccountSigner[],
  moment: Moment,
  currency: Currency,
): JsonObject {
  const { payment, transaction, gasLimit, gasPrice } = request;
  const meta = {
    chainId: moment.chain,
    sender: payment.gasPayer.address,
    gasLimit,
    gasPrice: amountOf(gasPrice, { decimals: pricePlaces }),
    ttl: timeToLive,
    creationTime: moment.seconds,
  };
  const nonce = payment.nonce ?? moment.nonce;
  const metadata = payloadMetadataJson({ signers, nonce, meta, transaction }, currency);
  return new Map<string, JsonValue>([
    ['metadata', metadata],
    ['suggested_fee', [feeJson(request, currency)]],
  ]);
}
