// One change of a chain's line in one transaction: removes blocks of a fork, adds blocks above or below, and keeps balances and
// supplies current. The row of the chain is locked first and says what the line was, so that nothing is written twice.

import type { LineChange } from '../../tools/export/row-sink.ts';
import type { Connection } from './connections.ts';
import { copyRows } from './copy.ts';
import { SchemaError } from './schema-error.ts';
import { tableRows } from './table-rows.ts';
import { type TableName, tableNames } from './tables.ts';
import {
  addBalances,
  computeAllBalances,
  createStage,
  removeBalances,
  stage,
} from './write-balances.ts';
import { addGas, removeGas } from './write-gas.ts';

type Line = { readonly lowest: number; readonly height: number; readonly hash: string };

/** Runs in a transaction. Does nothing if the change was already made, by a transaction whose commit was not confirmed. */
export async function writeLine(connection: Connection, change: LineChange): Promise<void> {
  const { chain, removeAbove } = change;
  const before = await lineOf(connection, chain);
  if (before !== undefined && isMade(before, change)) return;
  const isOnFork = removeAbove !== undefined && before !== undefined && before.height > removeAbove;
  const kept = isOnFork
    ? await removeBlocks(connection, { chain, above: removeAbove, line: before })
    : before;
  await extendLine(connection, kept, change);
}

async function extendLine(
  connection: Connection,
  kept: Line | undefined,
  change: LineChange,
): Promise<void> {
  const { chain, blocks } = change;
  const [first, last] = [blocks[0]?.block, blocks.at(-1)?.block];
  if (first === undefined || last === undefined) return;
  const isAbove = kept === undefined || last.height > kept.height;
  if (kept !== undefined && !(await connects(connection, { chain, kept, change, isAbove }))) {
    throw new SchemaError(
      `the blocks of chain ${chain} in the database are not those that were read: another program has changed them; start pact export again`,
    );
  }
  const lowest = Math.min(kept?.lowest ?? first.height, first.height);
  const { height, hash } = isAbove ? last : kept;
  await addBlocks(connection, { change, isAbove, line: { lowest, height, hash } });
}

type Growth = {
  readonly change: LineChange;
  readonly isAbove: boolean;
  /** As it is afterwards. */
  readonly line: Line;
};

async function addBlocks(connection: Connection, { change, isAbove, line }: Growth): Promise<void> {
  const { chain, blocks } = change;
  const { lowest, height, hash } = line;
  await createStage(connection);
  for (const [name, rows] of tableRows(blocks)) {
    await copyRows(connection, { name, into: name === 'balance_changes' ? stage : name, rows });
  }
  const heights = blocks.map((each) => each.block.height);
  await addGas(connection, { chain, from: heights[0] ?? 0, to: heights.at(-1) ?? 0 });
  const fromGenesis = lowest === 0;
  await addBalances(connection, { chain, isCurrent: fromGenesis && isAbove });
  // The line has been continued down to the genesis block: from now on its balances are known.
  if (fromGenesis && !isAbove) await computeAllBalances(connection, chain);
  await connection.query(
    `insert into chains (chain, lowest, height, hash) values ($1, $2, $3, $4)
     on conflict (chain) do update set lowest = $2, height = $3, hash = $4`,
    [chain, lowest, height, hash],
  );
}

async function lineOf(connection: Connection, chain: number): Promise<Line | undefined> {
  const { rows } = await connection.query<{ lowest: string; height: string; hash: string }>(
    'select lowest, height, hash from chains where chain = $1 for update',
    [chain],
  );
  const row = rows[0];
  return row && { lowest: Number(row.lowest), height: Number(row.height), hash: row.hash };
}

function isMade(line: Line, { removeAbove, blocks }: LineChange): boolean {
  const [first, last] = [blocks[0]?.block, blocks.at(-1)?.block];
  if (first === undefined || last === undefined) return line.height === removeAbove;
  if (line.height === last.height) return line.hash === last.hash;
  return removeAbove === undefined && last.height < line.height && line.lowest === first.height;
}

type Joint = {
  readonly chain: number;
  readonly kept: Line;
  readonly change: LineChange;
  readonly isAbove: boolean;
};

/** Returns whether the new blocks continue the stored ones, at the upper or at the lower end. */
async function connects(
  connection: Connection,
  { chain, kept, change: { blocks }, isAbove }: Joint,
): Promise<boolean> {
  if (isAbove) {
    const first = blocks[0]?.block;
    return first?.height === kept.height + 1 && first.parent === kept.hash;
  }
  const last = blocks.at(-1)?.block;
  const { rows } = await connection.query<{ parent: string }>(
    'select parent from blocks where chain = $1 and height = $2',
    [chain, kept.lowest],
  );
  return last?.height === kept.lowest - 1 && last.hash === rows[0]?.parent;
}

type Removal = { readonly chain: number; readonly above: number; readonly line: Line };

/** Returns what is left of the line. */
async function removeBlocks(
  connection: Connection,
  { chain, above, line }: Removal,
): Promise<Line | undefined> {
  await removeBalances(connection, { chain, above });
  await removeGas(connection, { chain, from: above + 1, to: line.height });
  for (const name of tableNames) {
    if (name === ('balance_changes' satisfies TableName)) continue;
    await connection.query(`delete from ${name} where chain = $1 and height > $2`, [chain, above]);
  }
  if (above < line.lowest) {
    await connection.query('delete from chains where chain = $1', [chain]);
    return undefined;
  }
  const { rows } = await connection.query<{ hash: string }>(
    `update chains set height = $2,
       hash = (select hash from blocks where chain = $1 and height = $2)
     where chain = $1 returning hash`,
    [chain, above],
  );
  return { lowest: line.lowest, height: above, hash: rows[0]?.hash ?? '' };
}
