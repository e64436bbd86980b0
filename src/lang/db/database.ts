// What the machine asks of a database: typed domains, synchronous, transactional. Engines implement
// it; purity and gas are the machine's business and not the database's.
// Source: pact/Pact/Core/Persistence/Types.hs, section 7.

import type { ModuleData } from '../core/model/definition.ts';
import type { DefPactExec, Namespace } from '../core/model/defpact.ts';
import type { Hash } from '../values/encoding/hash.ts';
import type { KeySetName, ModuleName, TableName } from '../values/names.ts';
import type { KeySetGuard, PactValue } from '../values/value.ts';

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
 * What a `write` to an existing row does: nodes merge it with that row, as an update; the reference's REPL replaces
 * the row. Each database is made for one of both. Decision 0037.
 */
export type WriteOver = 'merge' | 'replace';

/** A refusal of the database, which the machine turns into the Pact error of the same meaning. */
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
  /** Bytes of documents that the log may have: a write beyond throws `ValueTooLarge`. No limit when absent. */
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
  /** Bytes of the stored document, which loading is charged by. */
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
   * What committed transactions wrote, oldest first; `undefined` where the engine keeps no history.
   */
  rowChanges(table: TableName): readonly RowChange[] | undefined;

  /** `undefined` where a transaction is already open; else the id of the new one, from 0. */
  begin(options?: TransactionOptions): bigint | undefined;
  /** The log of the transaction, in execution order; `undefined` where none is open. */
  commit(): readonly TransactionLogEntry[] | undefined;
  /** As `commit`, but nothing of the transaction stays. */
  rollback(): readonly TransactionLogEntry[] | undefined;
}
