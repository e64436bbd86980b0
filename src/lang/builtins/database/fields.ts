// Some fields of a row.

import type { Row } from '../../db/database.ts';
import { ObjectValue, type PactValue } from '../../values/value.ts';

/** Selects fields in the order of the row; names that the row lacks are ignored. */
export function onlyFields(row: Row, names: ReadonlySet<string>): ObjectValue {
  const fields = new Map<string, PactValue>();
  for (const [name, value] of row) if (names.has(name)) fields.set(name, value);
  return new ObjectValue(fields);
}
