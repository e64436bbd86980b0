// The database interface of the machine: typed domains, synchronous, transactional. Storage engines
// implement it, and share the stored form of modules and rows. Purity and gas are handled by the machine, not by the
// database.
// Source: pact/Pact/Core/Persistence/Types.hs, section 7.

import type { ModuleData } from '../core/model/definition.ts';
import type { DefPactExec, Namespace } from '../core/model/defpact.ts';
import type { Hash } from '../values/encoding/hash.ts';
import type { KeySetName, ModuleName, TableName } from '../values/names.ts';
import { sortedFields, type KeySetGuard, type PactValue } from '../values/value.ts';

/** A row: fields ascending by code point. */
export type Row = ReadonlyMap<string, PactValue>;

export function isRefusal(answer: unknown): answer is DatabaseRefusal {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    !(answer instanceof Map) &&
    !Array.isArray(answer)
  );
}

export type WriteMode = 'insert' | 'update' | 'write';

/**
 * The effect of `write` on an existing row: nodes merge the new row into it, like an update; the reference's REPL
 * replaces it. Each database is created for one of the two. Decision 0012.
 */
export type WriteOver = 'merge' | 'replace';

/** An error of the database, which the machine turns into the corresponding Pact error. */
export type DatabaseRefusal =
  | { readonly kind: 'row-exists' }
  | { readonly kind: 'no-row' }
  | { readonly kind: 'no-table' }
  | { readonly kind: 'table-exists' };

/** One entry of the transaction log: the bytes of the stored document (section 4.5). */
export type TransactionLogEntry = {
  readonly domain: string;
  readonly key: string;
  readonly value: Uint8Array;
};

export type TransactionOptions = {
  /** The maximum total bytes of documents in the log: a write beyond it throws `ValueTooLarge`. No limit if absent. */
  readonly logBytes?: number;
};

/** A row as a committed transaction left it. */
export type RowChange = { readonly transaction: bigint; readonly key: string; readonly row: Row };

export interface Database {
  readModule(name: ModuleName): ModuleData | undefined;
  /** Stores the module and, beside it, its source under `name{hash}`. */
  writeModule(data: ModuleData): void;
  /** Stores the module without its source. */
  rewriteModule(data: ModuleData): void;
  /** Stores only the source, under `name{hash}`. */
  writeModuleSource(data: ModuleData): void;
  /** Source text of a stored module version. */
  readModuleSource(name: ModuleName, hash: Hash): string | undefined;
  /** The length of the stored document in bytes, which the charge for loading depends on. */
  moduleSize(name: ModuleName): number | undefined;
  /** Ascending by code point of the full name. */
  moduleNames(): readonly ModuleName[];

  readKeySet(name: KeySetName): KeySetGuard | undefined;
  writeKeySet(name: KeySetName, keySet: KeySetGuard): void;
  readNamespace(name: string): Namespace | undefined;
  writeNamespace(namespace: Namespace): void;
  /** `completed` is the tombstone of a finished defpact. */
  readDefPact(pactId: string): DefPactExec | 'completed' | undefined;
  writeDefPact(pactId: string, exec: DefPactExec | 'completed'): void;

  createTable(table: TableName): DatabaseRefusal | undefined;
  readRow(table: TableName, key: string): Row | DatabaseRefusal | undefined;
  writeRow(mode: WriteMode, table: TableName, key: string, row: Row): DatabaseRefusal | undefined;
  /** Row keys ascending by code point. */
  rowKeys(table: TableName): readonly string[] | DatabaseRefusal;

  /**
   * The writes of committed transactions, oldest first; `undefined` if the engine keeps no history.
   */
  rowChanges(table: TableName): readonly RowChange[] | undefined;

  /** Returns the id of the new transaction, from 0, or `undefined` if one is already open. */
  begin(options?: TransactionOptions): bigint | undefined;
  /** Returns the log of the transaction, in execution order, or `undefined` if none is open. */
  commit(): readonly TransactionLogEntry[] | undefined;
  /** Like `commit`, but undoes the transaction. */
  rollback(): readonly TransactionLogEntry[] | undefined;
}

/** The key of the source text of a module version. */
export function sourceKey(name: ModuleName, hash: Hash): string {
  return `${name.text}{${hash}}`;
}

/** Returns the module without its source, as it is read from its document. */
export function withoutCode(data: ModuleData): ModuleData {
  if (data.carriesCode !== true) return data;
  return { module: data.module, dependencies: data.dependencies };
}

/** Returns the stored row with the given fields replaced or added. */
export function mergedRow(stored: Row, given: Row): Row {
  if (hasFieldsOf(given, stored)) return given;
  const merged = new Map(stored);
  for (const [name, value] of given) merged.set(name, value);
  // An existing field keeps its position.
  return merged.size === stored.size ? merged : sortedFields(merged);
}

function hasFieldsOf(given: Row, stored: Row): boolean {
  if (given.size < stored.size) return false;
  for (const name of stored.keys()) if (!given.has(name)) return false;
  return true;
}
