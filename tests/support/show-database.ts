// Shows a database's answers as text to compare.

import { moduleDocument } from '../../src/lang/core/encoding/document.ts';
import { fileInfo } from '../../src/lang/core/encoding/info-cbor.ts';
import { isRefusal, type Database } from '../../src/lang/db/database.ts';
import { KeySetName, type TableName } from '../../src/lang/values/names.ts';

/** Shows bytes in hexadecimal, maps as pairs, log entries with their documents. */
export function showAnswer(answer: unknown): string {
  return JSON.stringify(answer, (_, each: unknown) => {
    if (typeof each === 'bigint') return `${each}n`;
    if (each instanceof Uint8Array) return Buffer.from(each).toString('hex');
    if (each instanceof Map) return [...(each as Map<unknown, unknown>)];
    if (isLogEntry(each)) return [each.domain, each.key, each.value];
    return each ?? 'nothing';
  });
}

/** Shows all of these tables, all modules, and the entries that tests call `k`, `n`, `x`, `y`. */
export function showDatabase(database: Database, tables: readonly TableName[]): string {
  const rows = tables.map((each) => {
    const keys = database.rowKeys(each);
    return isRefusal(keys) ? keys : keys.map((key) => [key, database.readRow(each, key)]);
  });
  const modules = database.moduleNames().map((name) => {
    const data = database.readModule(name);
    const source = data && database.readModuleSource(name, data.module.hash);
    return [name.text, data && moduleDocument(data, fileInfo), source, database.moduleSize(name)];
  });
  const single = [
    database.readKeySet(new KeySetName('k', 'n')),
    database.readNamespace('n'),
    database.readDefPact('x'),
    database.readDefPact('y'),
  ];
  return showAnswer([rows, modules, single]);
}

function isLogEntry(
  each: unknown,
): each is { readonly domain: string; readonly key: string; readonly value: Uint8Array } {
  return typeof each === 'object' && each !== null && 'domain' in each && 'key' in each;
}
