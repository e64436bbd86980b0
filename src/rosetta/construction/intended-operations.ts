// The operations of a request: what a client intends, read into accounts and amounts.
// Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26 (parseOp, transferTx); Mesh API, Operation.

import type { Field } from '../../chain/command/fields.ts';
import { coinPlaces } from '../../chain/execute/index.ts';
import type { Currency } from '../network-words.ts';
import { isOwnership, keyAccountIn, type KeyAccount } from './key-accounts.ts';
import { readAs, refuse } from './refusal.ts';

export type IntendedOperation = { readonly account: KeyAccount; readonly units: bigint };

/** Returns one or two operations. */
export function intendedOperations(list: Field, currency: Currency): readonly IntendedOperation[] {
  const { items } = list;
  if (items.length === 0) {
    return refuse(
      'bad-operations',
      'operations is empty: a transfer has two, a debit and a credit',
    );
  }
  if (items.length > 2) {
    return refuse(
      'bad-operations',
      `operations has ${items.length} items: one transaction makes one transfer, which has two`,
    );
  }
  return items.map((each) => intendedOperation(each, currency));
}

export type IntendedTransfer = {
  readonly sender: KeyAccount;
  readonly receiver: KeyAccount;
  readonly units: bigint;
};

/** Returns the transfer that two operations make: one debits what the other credits. */
export function transferOf(operations: readonly IntendedOperation[]): IntendedTransfer {
  const [first, second] = operations;
  if (first === undefined || second === undefined) {
    return refuse(
      'bad-operations',
      'a transfer needs two operations, a debit and a credit; for one to another chain, metadata needs cross_chain or continuation',
    );
  }
  if (first.account.address === second.account.address) {
    return refuse('bad-operations', 'both operations have the same account');
  }
  if (first.units + second.units !== 0n) {
    return refuse('bad-operations', 'the amounts of the two operations must add up to 0');
  }
  if (first.units === 0n) return refuse('bad-operations', 'the amounts must not be 0');
  const [debit, credit] = first.units < 0n ? [first, second] : [second, first];
  return { sender: debit.account, receiver: credit.account, units: credit.units };
}

function intendedOperation(field: Field, currency: Currency): IntendedOperation {
  const account = readAs('bad-operation', () => field.field('account'));
  const amount = readAs('bad-operation', () => field.field('amount'));
  readAs('bad-operation', () => {
    const type = field.field('type');
    if (type.text !== 'TransferOrCreateAcct') type.refuse('must be TransferOrCreateAcct');
    const status = field.optionalField('status');
    if (!['', 'Successful', undefined].includes(status?.text)) {
      status?.refuse('must be left out: the operation has not happened yet');
    }
    // Both have to be there.
    void [account.object, amount.object];
  });
  const owner = readAs('bad-operation', () => keyAccountIn(account));
  checkOwnership(field.optionalField('metadata'), owner);
  return { account: owner, units: amountUnitsIn(amount, currency) };
}

/** Operations of blocks have the guard before and after; a transfer does not change it. */
function checkOwnership(metadata: Field | undefined, account: KeyAccount): void {
  for (const name of ['prev-ownership', 'curr-ownership']) {
    const guard = metadata?.optionalField(name);
    if (guard === undefined) continue;
    if (!readAs('bad-operation', () => isOwnership(account, guard))) {
      refuse(
        'wrong-key-account',
        `${guard.path} must be the keyset of the account: its key, with keys-all`,
      );
    }
  }
}

/** Digits of an amount: more coins than any chain has, and all places. */
const maxDigits = 40;

/** Reads an amount; returns its number of smallest units. */
export function amountUnitsIn(field: Field, currency: Currency): bigint {
  return readAs('bad-amount', () => {
    const value = field.field('value');
    const { text } = value;
    if (!/^-?[0-9]+$/.test(text) || text.length > maxDigits) {
      return value.refuse(`must be a string of at most ${maxDigits} digits: the smallest units`);
    }
    const given = field.field('currency');
    if (!isCurrency(given, currency)) {
      return given.refuse(
        `must have the symbol ${currency.symbol} and ${currency.decimals} decimals`,
      );
    }
    const units = BigInt(text);
    const spare = 10n ** BigInt(Math.max(currency.decimals - coinPlaces, 0));
    if (units % spare !== 0n) {
      return value.refuse(
        `must be a multiple of ${spare}: the coin has ${coinPlaces} decimal places`,
      );
    }
    return units;
  });
}

function isCurrency(given: Field, { symbol, decimals }: Currency): boolean {
  return (
    given.field('symbol').text === symbol &&
    given.field('decimals').number.text === String(decimals)
  );
}
