// What a client wants besides its operations: `metadata` of construction/preprocess, and the transaction that both make.
// Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26 (PreprocessReqMetaData); `cross_chain` and `continuation` are ours.

import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Field } from '../../chain/command/fields.ts';
import type { Currency } from '../network-words.ts';
import { intendedOperations, transferOf, type IntendedOperation } from './intended-operations.ts';
import { keyAccountIn, keyAccountJson, type KeyAccount } from './key-accounts.ts';
import { refuse, readAs } from './refusal.ts';
import { chainTextIn, requestKeyIn } from './transaction-json.ts';
import type { ConstructedTransaction } from './transaction.ts';

/** Who pays, and with which nonce: what the steps before the transaction is made hand on. */
export type Payment = {
  readonly gasPayer: KeyAccount;
  /** `undefined`: one is made from the clock. */
  readonly nonce: string | undefined;
};

/** The chain of the request, and all chains of the network as their numbers in text. */
export type ChainPlace = { readonly chain: string; readonly chains: readonly string[] };

/** Characters of a nonce. */
const maxNonce = 1000;

export function paymentIn(metadata: Field): Payment {
  const nonce = metadata.optionalField('nonce');
  if (nonce !== undefined && nonce.text.length > maxNonce) {
    return nonce.refuse(`may have ${maxNonce} characters`);
  }
  return { gasPayer: keyAccountIn(metadata.field('gas_payer')), nonce: nonce?.text };
}

export function paymentJson({ gasPayer, nonce }: Payment): JsonObject {
  const members = new Map<string, JsonValue>([['gas_payer', keyAccountJson(gasPayer)]]);
  if (nonce !== undefined) members.set('nonce', nonce);
  return members;
}

/** Returns the transaction that operations and metadata describe. */
export function plannedTransaction(
  { operations, metadata }: { readonly operations: Field; readonly metadata: Field },
  currency: Currency,
  place: ChainPlace,
): ConstructedTransaction {
  const intended = intendedOperations(operations, currency);
  const crossing = readAs('bad-metadata', () => metadata.optionalField('cross_chain'));
  const continuation = readAs('bad-metadata', () => metadata.optionalField('continuation'));
  if (crossing === undefined && continuation === undefined) {
    return { kind: 'transfer', ...transferOf(intended) };
  }
  if (crossing !== undefined && continuation !== undefined) {
    return refuse('bad-metadata', 'metadata has cross_chain and continuation: leave out one');
  }
  return crossing === undefined
    ? creditOf(intended, continuation as Field, place)
    : burnOf(intended, crossing, place);
}

function burnOf(
  intended: readonly IntendedOperation[],
  crossing: Field,
  place: ChainPlace,
): ConstructedTransaction {
  const { account, units } = onlyOperation(intended, 'the debit of the sender');
  if (units >= 0n) {
    return refuse('bad-operations', 'the amount of a transfer to another chain must be negative');
  }
  return readAs('bad-metadata', () => ({
    kind: 'burn',
    sender: account,
    receiver: keyAccountIn(crossing.field('receiver_account')),
    units: -units,
    targetChain: otherChainIn(crossing.field('target_chain_id'), place),
  }));
}

function creditOf(
  intended: readonly IntendedOperation[],
  continuation: Field,
  place: ChainPlace,
): ConstructedTransaction {
  const { account, units } = onlyOperation(intended, 'the credit of the receiver');
  if (units <= 0n) {
    return refuse('bad-operations', 'the amount of a continuation must be above 0');
  }
  return readAs('bad-metadata', () => ({
    kind: 'credit',
    receiver: account,
    units,
    sourceChain: otherChainIn(continuation.field('source_chain_id'), place),
    requestKey: requestKeyIn(continuation.field('request_key')),
    proof: continuation.optionalField('proof')?.text,
  }));
}

function onlyOperation(intended: readonly IntendedOperation[], which: string): IntendedOperation {
  const [first, second] = intended;
  if (first !== undefined && second === undefined) return first;
  return refuse(
    'bad-operations',
    `a half of a transfer between chains has one operation on its chain: ${which}`,
  );
}

/** Reads another chain of the network. */
function otherChainIn(field: Field, { chain, chains }: ChainPlace): string {
  const text = chainTextIn(field);
  if (!chains.includes(text))
    return field.refuse('must be a chain of the network: network/list has them');
  return text === chain ? field.refuse('must be another chain than that of the request') : text;
}
