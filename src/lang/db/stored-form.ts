// What every engine stores alike.

import type { Hash } from '../values/hash.ts';
import type { ModuleName } from '../values/names.ts';
import { sortedFields } from '../values/value.ts';
import type { Row } from './database.ts';

/** The key of the source text of a module version. */
export function sourceKey(name: ModuleName, hash: Hash): string {
  return `${name.text}{${hash}}`;
}

/** What an update leaves: fields that it is not given stay. */
export function mergedRow(stored: Row, given: Row): Row {
  const merged = new Map(stored);
  for (const [name, value] of given) merged.set(name, value);
  // A field that was there keeps its place.
  return merged.size === stored.size ? merged : sortedFields(merged);
}
