// What a block changes in the table of the coin, by transaction and by the stage in which it happens: for everything that
// follows balances, such as the interface for exchanges. While blocks are executed, rows are the documents that are stored;
// readers get them as values.

import type { Decimal, PactValue } from '../../lang/session/run.ts';
import type { TransactionLogEntry } from '../../lang/session/store.ts';

/** A row of the table of the coin. */
export type CoinRow = { readonly balance: Decimal; readonly guard: PactValue };

/** What one stage did to one account: `before` and `after` differ. `before` is `undefined` if it created the account. */
export type AccountChange<Row> = {
  readonly account: string;
  readonly before: Row | undefined;
  readonly after: Row;
};

/** The changes of a transaction. What a failed transaction does is undone, except that it pays for its gas. */
export type TransactionChanges<Row> = {
  /** Gas is bought. */
  readonly fund: readonly AccountChange<Row>[];
  readonly payload: readonly AccountChange<Row>[];
  /** Gas that was not used is paid back, the rest goes to the miner. */
  readonly redeem: readonly AccountChange<Row>[];
};

/** Changes in the order of execution; within a stage, accounts are in the order in which they were first written. */
export type BlockChanges<Row> = {
  readonly coinbase: readonly AccountChange<Row>[];
  /** Of each transaction of an upgrade that the node itself runs at a fork height, in order. */
  readonly upgrades: readonly (readonly AccountChange<Row>[])[];
  /** By the position of the transaction in the payload. In the first block of a chain only `payload` is not empty. */
  readonly transactions: readonly TransactionChanges<Row>[];
};

export type CoinChange = AccountChange<CoinRow>;
export type CoinChanges = BlockChanges<CoinRow>;

/** The stages of a block that write. */
export type Stage = 'upgrade' | 'coinbase' | 'fund' | 'payload' | 'redeem';

/** Is told what a stage wrote, in order, after it has succeeded. What it belongs to may be taken back as a whole later. */
export type WriteObserver = (stage: Stage, log: readonly TransactionLogEntry[]) => void;

/** The name of the table of the coin in a state and in logs. */
export const coinTable = 'coin_coin-table';
