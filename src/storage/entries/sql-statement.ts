// Reads the results of sql.js statements.

import type { SqlValue, Statement } from 'sql.js';
import { assert } from '../../base/assert.ts';
import { decodeUtf8 } from '../../base/bytes.ts';
import { StoreFault } from './entries.ts';

/** Returns the first column of the first row. */
export function first(statement: Statement, values: SqlValue[]): SqlValue | undefined {
  statement.bind(values);
  const value = statement.step() ? statement.get()[0] : undefined;
  statement.reset();
  return value;
}

/** Returns the first column of every row. */
export function all(statement: Statement, values: SqlValue[]): SqlValue[] {
  const found: SqlValue[] = [];
  statement.bind(values);
  while (statement.step()) found.push(statement.get()[0] ?? null);
  statement.reset();
  return found;
}

export function blobOf(value: SqlValue | undefined): Uint8Array | undefined {
  return value instanceof Uint8Array ? value : undefined;
}

export function keyOf(value: SqlValue): string {
  const key = value instanceof Uint8Array ? decodeUtf8(value) : undefined;
  if (key === undefined) throw new StoreFault('damaged', 'a stored key is not UTF-8');
  return key;
}

/** Reads a result of `json_group_array` on texts. */
export function textsOf(value: SqlValue | undefined): readonly string[] {
  return JSON.parse(typeof value === 'string' ? value : '[]') as string[];
}

/** SQLite and sql.js use plain numbers for transactions. */
export function numberOf(transaction: bigint): number {
  assert(transaction <= BigInt(Number.MAX_SAFE_INTEGER), 'that many transactions take ages');
  return Number(transaction);
}
