// Rows of a table as they are stored, found by the name of the table: for those who need no database over the entries.

import { tables } from './codecs.ts';
import { type EntryReader, spaces } from './entries.ts';

/** Returns the document of a row; `undefined` if the row or the table does not exist. */
export function rowIn(entries: EntryReader, table: string, key: string): Uint8Array | undefined {
  const space = spaceOf(entries, table);
  return space === undefined ? undefined : entries.document(space, key);
}

/** Returns the keys of a table, ascending by code point. */
export function keysIn(entries: EntryReader, table: string): readonly string[] {
  const space = spaceOf(entries, table);
  return space === undefined ? [] : entries.keys(space);
}

function spaceOf(entries: EntryReader, table: string): number | undefined {
  const document = entries.document(spaces.tables, table);
  return document && tables.decode(document, table)?.space;
}
