// Chain states for tests: on both engines, with blocks that write rows.

import { ChainState } from '../../src/chain/state/chain-state.ts';
import type { WorkingBlock } from '../../src/chain/state/working-block.ts';
import type { Row } from '../../src/lang/db/database.ts';
import {
  MemoryEntries,
  SqlEntries,
  type EntryDatabase,
  type VersionedEntries,
} from '../../src/storage/entries/index.ts';
import { table } from './core-samples.ts';
import { sqlJs } from './sql-js.ts';

export const engines: readonly (readonly [string, () => VersionedEntries])[] = [
  ['memory', () => new MemoryEntries()],
  ['sql.js', () => new SqlEntries({ sql: sqlJs, keepsVersions: true })],
];

export const accounts = table('accounts', 'ns.m');

/** Returns a block hash for these tests: the same byte 32 times. */
export const hash = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

export const row = (balance: number): Row => new Map([['balance', BigInt(balance)]]);

/** Runs one transaction in a block. */
export function put(block: WorkingBlock, ...rows: readonly (readonly [string, number])[]): void {
  block.attempt(
    (database) => write(database, rows),
    () => true,
  );
}

export function write(database: EntryDatabase, rows: readonly (readonly [string, number])[]): void {
  database.begin();
  for (const [key, balance] of rows) database.writeRow('write', accounts, key, row(balance));
  database.commit();
}

/** Creates a chain with its first block, which creates the table. */
export function chainWithTable(entries: VersionedEntries, depth = 10): ChainState {
  const chain = new ChainState({ entries, depth });
  const block = chain.openFirst(0) as WorkingBlock;
  block.use((database) => {
    database.begin();
    database.createTable(accounts);
    database.commit();
  });
  chain.commit(block.finish([]), hash(0));
  return chain;
}

/** Opens a block on top of the newest one. */
export function openNext(chain: ChainState): WorkingBlock {
  const opened = chain.head === undefined ? undefined : chain.open(chain.head);
  if (opened?.ok !== true) throw new Error('the newest block is always kept');
  return opened.value;
}

/** Commits a block with one transaction. */
export function extend(
  chain: ChainState,
  byte: number,
  ...rows: readonly (readonly [string, number])[]
): void {
  const block = openNext(chain);
  put(block, ...rows);
  chain.commit(block.finish([`transaction ${byte}`]), hash(byte));
}
