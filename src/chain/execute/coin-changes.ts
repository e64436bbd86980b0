// What a block changes in the table of the coin, by transaction and by the stage in which it happens: for everything that
// follows balances, such as the interface for exchanges.

import type { Decimal, PactValue } from '../../lang/session/run.ts';

/** A row of the table of the coin. */
export type CoinRow = { readonly balance: Decimal; readonly guard: PactValue };

/** `before` is `undefined` if the change creates the account. */
export type CoinChange = {
  readonly account: string;
  readonly before: CoinRow | undefined;
  readonly after: CoinRow;
};

/** The changes of a transaction. What a failed transaction does is undone, except that it pays for its gas. */
type TransactionCoinChanges = {
  /** Gas is bought. */
  readonly fund: readonly CoinChange[];
  readonly payload: readonly CoinChange[];
  /** Gas that was not used is paid back, the rest goes to the miner. */
  readonly redeem: readonly CoinChange[];
};

/** Changes in the order of execution. */
export type CoinChanges = {
  readonly coinbase: readonly CoinChange[];
  /** Of each transaction of an upgrade that the node itself runs at a fork height, in order. */
  readonly upgrades: readonly (readonly CoinChange[])[];
  /** By the position of the transaction in the payload. In the first block of a chain only `payload` is not empty. */
  readonly transactions: readonly TransactionCoinChanges[];
};
