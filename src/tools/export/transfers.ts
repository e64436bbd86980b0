// Transfers, cross-chain transfers and changes of coin balances, as the events of a transaction or coinbase tell them.
// Source: the contracts coin, fungible-v2 and fungible-xchain-v1, whose events these are.

import type { JsonValue } from '../../base/json.ts';
import { decimalIn, isSameAmount, negated, priceOfGas } from './amounts.ts';
import type {
  BalanceChangeKind,
  BalanceChangeRow,
  CrossingRow,
  EventRow,
  TransactionRow,
  TransferRow,
} from './rows.ts';

/** What emitted the events. */
export type TransferSource =
  | { readonly kind: 'coinbase' }
  | { readonly kind: 'transaction'; readonly row: TransactionRow; readonly miner: string };

type Event = Omit<EventRow, 'params'>;

/** Returns `undefined` unless it is `TRANSFER` with two accounts and a decimal. */
export function transferOf(event: Event, params: readonly JsonValue[]): TransferRow | undefined {
  if (event.name !== 'TRANSFER' || params.length !== 3) return undefined;
  const found = accountsAndAmount(params);
  return found === undefined ? undefined : { ...placeOf(event), ...found };
}

/** Returns `undefined` unless it is one half of a cross-chain transfer. */
export function crossingOf(
  event: Event,
  params: readonly JsonValue[],
  source: TransferSource,
): CrossingRow | undefined {
  const half = halves.get(event.name);
  const otherChain = params[3];
  if (half === undefined || params.length !== 4 || typeof otherChain !== 'string') return undefined;
  const found = accountsAndAmount(params);
  if (found === undefined) return undefined;
  const { moduleHash: _, ...place } = placeOf(event);
  const pactId = source.kind === 'coinbase' ? undefined : source.row.pactId;
  return { ...place, half, ...found, otherChain, pactId };
}

const halves: ReadonlyMap<string, CrossingRow['half']> = new Map([
  ['TRANSFER_XCHAIN', 'sent'],
  ['TRANSFER_XCHAIN_RECD', 'received'],
]);

function placeOf({ position, transaction, module, moduleHash }: Event) {
  return { position, transaction, token: module, moduleHash };
}

function accountsAndAmount([from, to, given]: readonly JsonValue[]) {
  const amount = decimalIn(given);
  if (typeof from !== 'string' || typeof to !== 'string' || amount === undefined) return undefined;
  return { from, to, amount };
}

/** The module of the coin. */
const coin = 'coin';

/** Returns the changes of balances of coins by the transfers of one transaction or coinbase. */
export function balanceChangesOf(
  transfers: readonly TransferRow[],
  crossings: readonly CrossingRow[],
  source: TransferSource,
): readonly Omit<BalanceChangeRow, 'position'>[] {
  const changes: Omit<BalanceChangeRow, 'position'>[] = [];
  const coins = transfers.filter(({ token }) => token === coin);
  const fee = feeOf(coins, source);
  for (const transfer of coins) {
    const { position: event, transaction, from, to, amount } = transfer;
    const kind = transfer === fee ? 'gas' : kindOf(transfer, crossings, source);
    if (from !== '') {
      changes.push({ transaction, event, account: from, amount: negated(amount), kind });
    }
    if (to !== '') changes.push({ transaction, event, account: to, amount, kind });
  }
  return changes;
}

/** Returns the transfer that pays for gas: the first one of the fee from the sender to the miner. */
function feeOf(coins: readonly TransferRow[], source: TransferSource): TransferRow | undefined {
  if (source.kind === 'coinbase') return undefined;
  const { sender, gas, gasPrice } = source.row;
  if (gasPrice === undefined) return undefined;
  const fee = priceOfGas(gas, gasPrice);
  return coins.find(
    ({ from, to, amount }) => from === sender && to === source.miner && isSameAmount(amount, fee),
  );
}

function kindOf(
  { from, to, amount }: TransferRow,
  crossings: readonly CrossingRow[],
  source: TransferSource,
): BalanceChangeKind {
  if (source.kind === 'coinbase') return 'coinbase';
  const crosses = (half: CrossingRow['half']): boolean =>
    crossings.some(
      (each) =>
        each.token === coin &&
        each.half === half &&
        (half === 'sent' ? each.from === from : each.to === to) &&
        isSameAmount(each.amount, amount),
    );
  if (from !== '' && to !== '') return 'transfer';
  if (to === '') return crosses('sent') ? 'sent-across' : 'burnt';
  return crosses('received') ? 'received-across' : 'minted';
}
