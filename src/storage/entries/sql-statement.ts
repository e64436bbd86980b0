// Loads sql.js, SQLite compiled to WebAssembly, and reads the results of its statements. Only loading is asynchronous; the
// package is a parameter, so that it is loaded only if needed.

import type { SqlValue, Statement } from 'sql.js';
import { assert } from '../../base/assert.ts';
import { decodeUtf8 } from '../../base/bytes.ts';
import { StoreFault } from './entries.ts';

export type SqlJsSource = {
  /** The default export of the package `sql.js`. */
  readonly init: (how: { readonly wasmBinary: ArrayBuffer }) => Promise<SqlJs>;
  /** The bytes of `sql-wasm.wasm`, from `fetch` or the disk. */
  readonly wasm: Uint8Array<ArrayBuffer>;
};

/** Loaded once for any number of databases. */
export type SqlJs = { readonly Database: unknown };

export function openSqlJs({ init, wasm }: SqlJsSource): Promise<SqlJs> {
  const whole = wasm.byteLength === wasm.buffer.byteLength;
  return init({ wasmBinary: whole ? wasm.buffer : wasm.slice().buffer });
}

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
