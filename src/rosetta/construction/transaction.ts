// The transactions that can be constructed, and everything that follows from one: its operations, its code, the capabilities
// that its accounts sign, and its JSON, which the steps of a construction hand on.
// Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26 (ConstructionTx, transferCreateCode, txToOps), Internal.hs
// (toSignerAcctsMap); transfers between chains are ours.

import { JsonNumber, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Payload } from '../../chain/command/index.ts';
import {
  decimalFromScientific,
  type Decimal,
  objectValue,
  parseQualifiedName,
  type PactValue,
  type QualifiedCapability,
} from '../../lang/session/run.ts';
import { assert } from '../../base/assert.ts';
import { amountJson, type Currency } from '../network-words.ts';
import { guardOf, keyAccountJson, ownershipJson, type KeyAccount } from './key-accounts.ts';
import { refuse } from './refusal.ts';

/** `units`: of the smallest unit of the currency, above 0. */
export type ConstructedTransaction =
  | {
      readonly kind: 'transfer';
      readonly sender: KeyAccount;
      readonly receiver: KeyAccount;
      readonly units: bigint;
    }
  /** The first half of a transfer to another chain. */
  | {
      readonly kind: 'burn';
      readonly sender: KeyAccount;
      readonly receiver: KeyAccount;
      readonly units: bigint;
      readonly targetChain: string;
    }
  /** The second half, on the other chain. */
  | {
      readonly kind: 'credit';
      readonly receiver: KeyAccount;
      readonly units: bigint;
      readonly sourceChain: string;
      /** The request key of the first half. */
      readonly requestKey: string;
      /** Its proof; `undefined` before `construction/metadata`. */
      readonly proof: string | undefined;
    };

type Operation = { readonly account: KeyAccount; readonly units: bigint };

/** Returns what the transaction changes on its chain, apart from gas: what is debited comes first. */
export function operationsOf(transaction: ConstructedTransaction): readonly Operation[] {
  const { receiver, units } = transaction;
  const credit = { account: receiver, units };
  if (transaction.kind === 'credit') return [credit];
  const debit = { account: transaction.sender, units: -units };
  return transaction.kind === 'burn' ? [debit] : [debit, credit];
}

/** Returns the operations as `construction/parse` has them: without a status, as they are only intended. */
export function operationsJson(
  transaction: ConstructedTransaction,
  currency: Currency,
): readonly JsonObject[] {
  return operationsOf(transaction).map(({ account, units }, index) => {
    const ownership = ownershipJson(account);
    const metadata = new Map<string, JsonValue>([
      ['prev-ownership', ownership],
      ['curr-ownership', ownership],
    ]);
    return new Map<string, JsonValue>([
      ['operation_identifier', new Map([['index', new JsonNumber(String(index))]])],
      ['type', 'TransferOrCreateAcct'],
      ['status', ''],
      ['account', keyAccountJson(account)],
      ['amount', amountJson(units, currency)],
      ['metadata', metadata],
    ]);
  });
}

/** Returns the exact amount. */
export function amountOf(units: bigint, { decimals }: Pick<Currency, 'decimals'>): Decimal {
  const amount = decimalFromScientific(units, -decimals);
  assert(amount !== undefined, 'amounts have few digits');
  return amount;
}

/** Returns the code and data, or the continuation, of a transaction. Names are strings of the code, amounts are data. */
export function messageOf(
  transaction: ConstructedTransaction,
  currency: Currency,
): Payload<never>['message'] {
  if (transaction.kind === 'credit') {
    const { requestKey: pactId, proof } = transaction;
    return {
      kind: 'continuation',
      pactId,
      step: 1n,
      rollback: false,
      data: objectValue(new Map()),
      proof,
    };
  }
  const { sender, receiver, units } = transaction;
  const between = `${codeText(sender.address)} ${codeText(receiver.address)} (read-keyset "ks")`;
  const amount = '(read-decimal "amount")';
  const code =
    transaction.kind === 'transfer'
      ? `(coin.transfer-create ${between} ${amount})`
      : `(coin.transfer-crosschain ${between} ${codeText(transaction.targetChain)} ${amount})`;
  const data = objectValue(
    new Map<string, PactValue>([
      ['ks', guardOf(receiver)],
      ['amount', amountOf(units, currency)],
    ]),
  );
  return { kind: 'exec', code, data };
}

/** Returns a string literal of Pact, which has no escape for a carriage return: that is refused. The names in constructions need no escapes; this does not rely on it. */
export function codeText(text: string): string {
  const escaped = text.replace(/[\\"\n\t]/g, (character) => escapes.get(character) ?? '');
  if (escaped.includes('\r')) {
    refuse('wrong-account', 'the code of a transaction cannot have a name with a carriage return');
  }
  return `"${escaped}"`;
}

const escapes = new Map([
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\t', '\\t'],
]);

/** An account that signs, with the capabilities that it signs for. */
export type SigningAccount = {
  readonly account: KeyAccount;
  readonly capabilities: readonly QualifiedCapability[];
};

/** Returns the accounts that sign, by name. */
export function signingAccounts(
  transaction: ConstructedTransaction,
  gasPayer: KeyAccount,
  currency: Currency,
): readonly SigningAccount[] {
  const gas = [capability('GAS', [])];
  if (transaction.kind === 'credit') return [{ account: gasPayer, capabilities: gas }];
  const { sender } = transaction;
  const spending = [spendingCapability(transaction, currency)];
  if (sender.address === gasPayer.address) {
    return [{ account: sender, capabilities: [...spending, ...gas] }];
  }
  const both = [
    { account: sender, capabilities: spending },
    { account: gasPayer, capabilities: gas },
  ];
  return sender.address < gasPayer.address ? both : both.reverse();
}

function spendingCapability(
  transaction: Exclude<ConstructedTransaction, { readonly kind: 'credit' }>,
  currency: Currency,
): QualifiedCapability {
  const { sender, receiver, units } = transaction;
  const args = [sender.address, receiver.address, amountOf(units, currency)];
  return transaction.kind === 'transfer'
    ? capability('TRANSFER', args)
    : capability('TRANSFER_XCHAIN', [...args, transaction.targetChain]);
}

function capability(name: string, args: readonly PactValue[]): QualifiedCapability {
  const qualified = parseQualifiedName(`coin.${name}`);
  assert(qualified !== undefined, 'capabilities of coin have qualified names');
  return { name: qualified, args };
}
