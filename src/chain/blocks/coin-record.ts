// Records what a block changes in the table of the coin while it is executed, from the logs of its stages: whatever contract
// wrote, with or without events. A stage that writes an account several times counts once.

import { equalBytes } from '../../base/bytes.ts';
import {
  type AccountChange,
  type BlockChanges,
  coinTable,
  type Stage,
  type TransactionChanges,
  type WriteObserver,
} from '../execute/index.ts';
import type { WorkingBlock } from '../state/working-block.ts';

/** Rows as their documents. */
export type CoinWrites = BlockChanges<Uint8Array>;

type Changes = readonly AccountChange<Uint8Array>[];
type Log = Parameters<WriteObserver>[1];

export class CoinRecord {
  /** For the execution: the writes belong to what is ended next. */
  readonly observe: WriteObserver = (stage, log) => void this.observed.push({ stage, log });
  private readonly block: Pick<WorkingBlock, 'rowBelow'>;
  private observed: { readonly stage: Stage; readonly log: Log }[] = [];
  /** The newest row of each account that the block has written. */
  private readonly rows = new Map<string, Uint8Array>();
  private readonly upgrades: Changes[] = [];
  private readonly transactions: TransactionChanges<Uint8Array>[] = [];
  private coinbase: Changes = [];

  /** Recording begins before anything is written. */
  constructor(block: Pick<WorkingBlock, 'rowBelow'>) {
    this.block = block;
  }

  /** The upgrades and the reward are in the block. */
  keepBegin(): void {
    for (const { stage, log } of this.take()) {
      if (stage === 'upgrade') this.upgrades.push(this.changesOf(log));
      else this.coinbase = this.changesOf(log);
    }
  }

  /** A transaction is in the block, or nothing of it is. */
  endTransaction(isKept: boolean): void {
    const stages = this.take();
    if (!isKept) return;
    const changes = new Map(stages.map(({ stage, log }) => [stage, this.changesOf(log)]));
    const of = (stage: Stage): Changes => changes.get(stage) ?? [];
    this.transactions.push({ fund: of('fund'), payload: of('payload'), redeem: of('redeem') });
  }

  writes(): CoinWrites {
    const { coinbase, upgrades, transactions } = this;
    return { coinbase, upgrades: [...upgrades], transactions: [...transactions] };
  }

  private take(): CoinRecord['observed'] {
    const { observed } = this;
    this.observed = [];
    return observed;
  }

  private changesOf(log: Log): Changes {
    const written = new Map<string, Uint8Array>();
    for (const { domain, key, value } of log) if (domain === coinTable) written.set(key, value);
    const changes: AccountChange<Uint8Array>[] = [];
    for (const [account, after] of written) {
      const before = this.rows.get(account) ?? this.block.rowBelow(coinTable, account);
      this.rows.set(account, after);
      if (before === undefined || !equalBytes(before, after)) {
        changes.push({ account, before, after });
      }
    }
    return changes;
  }
}
