// The stored form of modules and rows that all engines share.

import type { ModuleData } from '../core/model/definition.ts';
import type { Hash } from '../values/encoding/hash.ts';
import type { ModuleName } from '../values/names.ts';
import { sortedFields } from '../values/value.ts';
import type { Row } from './database.ts';

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
