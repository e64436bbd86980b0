// A constructed transaction as JSON: `tx_info`, which clients hand from step to step without reading it. It may have been
// changed on the way, so reading it checks everything again.
// Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26 (ConstructionTx); the types of transfers between chains are ours.

import { assert } from '../../base/assert.ts';
import { isJsonNumber, type JsonObject, type JsonValue } from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';
import type { Field } from '../../chain/command/fields.ts';
import { parseHash } from '../../chain/model/header.ts';
import { Decimal, decodeStable, encodeStable, equalValues } from '../../lang/session/run.ts';
import { unitsOf, type Currency } from '../network-words.ts';
import {
  isOwnership,
  keyAccountIn,
  keyAccountJson,
  ownershipJson,
  type KeyAccount,
} from './key-accounts.ts';
import { amountOf, type ConstructedTransaction } from './transaction.ts';

const typeNames = {
  transfer: 'transfer',
  burn: 'transfer_crosschain',
  credit: 'transfer_crosschain_continuation',
} as const satisfies Record<ConstructedTransaction['kind'], string>;

export function transactionJson(
  transaction: ConstructedTransaction,
  currency: Currency,
): JsonObject {
  const { kind, receiver, units } = transaction;
  const members = new Map<string, JsonValue>([['tx_type', typeNames[kind]]]);
  if (kind !== 'credit') addAccount(members, 'sender', transaction.sender);
  addAccount(members, 'receiver', receiver);
  members.set('transfer_amount', decimalJson(amountOf(units, currency)));
  if (kind === 'burn') members.set('target_chain_id', transaction.targetChain);
  if (kind === 'credit') {
    members.set('source_chain_id', transaction.sourceChain);
    members.set('request_key', transaction.requestKey);
    if (transaction.proof !== undefined) members.set('proof', transaction.proof);
  }
  return members;
}

/** Refuses what is not such a transaction (`Field`), or has other accounts than those with keys. */
export function transactionIn(field: Field, currency: Currency): ConstructedTransaction {
  const type = field.field('tx_type');
  const receiver = accountWithOwnership(field, 'receiver');
  const units = unitsIn(field.field('transfer_amount'), currency);
  switch (type.text) {
    case typeNames.transfer:
      return { kind: 'transfer', sender: senderIn(field, receiver), receiver, units };
    case typeNames.burn: {
      const sender = accountWithOwnership(field, 'sender');
      const targetChain = chainTextIn(field.field('target_chain_id'));
      return { kind: 'burn', sender, receiver, units, targetChain };
    }
    case typeNames.credit:
      return {
        kind: 'credit',
        receiver,
        units,
        sourceChain: chainTextIn(field.field('source_chain_id')),
        requestKey: requestKeyIn(field.field('request_key')),
        proof: field.optionalField('proof')?.text,
      };
    default:
      return type.refuse(`must be one of ${Object.values(typeNames).join(', ')}`);
  }
}

/** Whether a network has the chain is decided by the caller. */
export function chainTextIn(field: Field): string {
  const { text } = field;
  return /^[0-9]{1,9}$/.test(text)
    ? text
    : field.refuse('must be the number of a chain, as a string');
}

export function requestKeyIn(field: Field): string {
  const { text } = field;
  return parseHash(text) === undefined
    ? field.refuse('must be a request key: 43 characters of base64url')
    : text;
}

function senderIn(field: Field, receiver: KeyAccount): KeyAccount {
  const sender = accountWithOwnership(field, 'sender');
  return sender.address === receiver.address
    ? field.field('receiver_account').refuse('is the account of the sender')
    : sender;
}

function addAccount(
  members: Map<string, JsonValue>,
  role: 'sender' | 'receiver',
  account: KeyAccount,
): void {
  members.set(`${role}_account`, keyAccountJson(account));
  members.set(`${role}_ownership`, ownershipJson(account));
}

function accountWithOwnership(field: Field, role: 'sender' | 'receiver'): KeyAccount {
  const account = keyAccountIn(field.field(`${role}_account`));
  const ownership = field.field(`${role}_ownership`);
  return isOwnership(account, ownership)
    ? account
    : ownership.refuse('must be the keyset of the account: its key, with keys-all');
}

/** A number, or an object with a string if a double could not hold its digits. */
function decimalJson(amount: Decimal): JsonValue {
  const read = readJson(encodeStable(amount));
  assert(read.kind === 'value', 'values are encoded as JSON');
  return read.value;
}

/** Digits of an amount: more coins than any chain has, and all places. */
const maxDigits = 60;

function unitsIn(field: Field, currency: Currency): bigint {
  const json = field.any;
  const digits = isJsonNumber(json) ? json.text.length : 0;
  const value = digits > maxDigits ? undefined : decodeStable(json);
  if (!(value instanceof Decimal)) return field.refuse('must be a decimal');
  const units = value.places > maxDigits ? 0n : unitsOf(value, currency);
  const isExact = units > 0n && equalValues(amountOf(units, currency), value);
  return isExact
    ? units
    : field.refuse(`must be above 0, with at most ${currency.decimals} decimal places`);
}
