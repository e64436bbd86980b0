// The operations of a transaction: what it changes in the coin table, account by account. Their indices run over the whole
// transaction; each relates to earlier ones of its stage, and those that pay for gas also to those that fund it.
// Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26 (indexedOperations, weaveRelatedOperations, operation); Mesh API,
// Operation.

import { printJson, printJsonString } from '../base/json.ts';
import type { CoinChange, CoinChanges } from '../chain/execute/coin-changes.ts';
import { encodeStable, type PactValue } from '../lang/session/run.ts';
import { amountJson, unitsOf, type Currency } from './network-words.ts';

export const operationTypes = [
  'CoinbaseReward',
  'FundTx',
  'GasPayment',
  'TransferOrCreateAcct',
] as const;

export type OperationType = (typeof operationTypes)[number];

/** `Remediation`: by a transaction that the node itself runs for an upgrade. What failed has no operations. */
export const operationStatuses = ['Successful', 'Remediation'] as const;

export type OperationStatus = (typeof operationStatuses)[number];

export type Operation = {
  readonly index: number;
  /** Indices of related operations, ascending, all of them lower. */
  readonly related: readonly number[];
  readonly type: OperationType;
  readonly status: OperationStatus;
  readonly account: string;
  /** By how much the balance changes, in the smallest unit. */
  readonly units: bigint;
  readonly ownership: { readonly before: PactValue; readonly after: PactValue };
};

/**
 * An operation relates to all earlier ones of its stage, but to no more than the last ones of this number: with all of them,
 * a transaction of a thousand transfers would have a million relations.
 */
export const maxRelated = 16;

/** Bytes of guards, as JSON, above which the operations of a transaction are written without them. */
export const ownershipBytes = 1024 * 1024;

/** Returns the operations of a transaction of a user. */
export function userOperations(
  { fund, payload, redeem }: CoinChanges['transactions'][number],
  currency: Currency,
): readonly Operation[] {
  const operations: Operation[] = [];
  addStage(operations, fund, { type: 'FundTx', status: 'Successful' }, currency);
  const funding = operations.map(({ index }) => index).slice(-maxRelated);
  addStage(operations, payload, { type: 'TransferOrCreateAcct', status: 'Successful' }, currency);
  const paying = { type: 'GasPayment', status: 'Successful', also: funding } as const;
  addStage(operations, redeem, paying, currency);
  return operations;
}

export function coinbaseOperations(
  changes: readonly CoinChange[],
  currency: Currency,
): readonly Operation[] {
  const operations: Operation[] = [];
  addStage(operations, changes, { type: 'CoinbaseReward', status: 'Successful' }, currency);
  return operations;
}

/** Returns the operations of a transaction of an upgrade. */
export function upgradeOperations(
  changes: readonly CoinChange[],
  currency: Currency,
): readonly Operation[] {
  const operations: Operation[] = [];
  addStage(operations, changes, { type: 'TransferOrCreateAcct', status: 'Remediation' }, currency);
  return operations;
}

type Stage = {
  readonly type: OperationType;
  readonly status: OperationStatus;
  /** Operations of an earlier stage that those of this one relate to. */
  readonly also?: readonly number[];
};

function addStage(
  operations: Operation[],
  changes: readonly CoinChange[],
  { type, status, also = [] }: Stage,
  currency: Currency,
): void {
  const first = operations.length;
  for (const [i, { account, before, after }] of changes.entries()) {
    const index = first + i;
    const earlier = Array.from({ length: Math.min(i, maxRelated) }, (_, j) => index - j - 1);
    // As a difference of what account/balance shows, so that operations always add up to it.
    const held = before === undefined ? 0n : unitsOf(before.balance, currency);
    operations.push({
      index,
      related: [...also, ...earlier.reverse()],
      type,
      status,
      account,
      units: unitsOf(after.balance, currency) - held,
      ownership: { before: before?.guard ?? after.guard, after: after.guard },
    });
  }
}

/** Returns the operations as JSON. */
export function operationsText(operations: readonly Operation[], currency: Currency): string {
  const owners = ownershipTexts(operations);
  const texts = operations.map((each, i) => operationText(each, currency, owners?.[i]));
  return `[${texts.join(',')}]`;
}

/** Returns `undefined` if they are too large. */
function ownershipTexts(operations: readonly Operation[]): readonly string[] | undefined {
  /** Guards of an account repeat. */
  const known = new Map<PactValue, string>();
  const textOf = (guard: PactValue): string => {
    const text = known.get(guard) ?? encodeStable(guard);
    known.set(guard, text);
    return text;
  };
  const texts: string[] = [];
  let length = 0;
  for (const { ownership } of operations) {
    const before = textOf(ownership.before);
    const text = `{"prev-ownership":${before},"curr-ownership":${textOf(ownership.after)}}`;
    length += text.length;
    if (length > ownershipBytes) return undefined;
    texts.push(text);
  }
  return texts;
}

function operationText(
  { index, related, type, status, account, units }: Operation,
  currency: Currency,
  metadata: string | undefined,
): string {
  const others =
    related.length === 0 ? '' : `"related_operations":[${related.map(identifierText).join(',')}],`;
  return (
    `{"operation_identifier":${identifierText(index)},${others}"type":"${type}","status":"${status}"` +
    `,"account":{"address":${printJsonString(account)}}` +
    `,"amount":${printJson(amountJson(units, currency))}` +
    `${metadata === undefined ? '' : `,"metadata":${metadata}`}}`
  );
}

const identifierText = (index: number): string => `{"index":${index}}`;
