// Some fields of a row.
import type { Row } from '../../db/database.ts';
import { ObjectValue, type PactValue } from '../../values/value.ts';

/** Selects fields in the order of the row; names that the row lacks are ignored. */
export function onlyFields(row: Row, names: ReadonlySet<string>): ObjectValue {
  const fields = new Map<string, PactValue>();
  for (const [name, value] of row) if (names.has(name)) fields.set(name, value);
  return new ObjectValue(fields);
}

// The table that the examples of this folder use. It is created in the transaction that runs the examples, so that they
// have the module's admin.

export const accounts = `(begin-tx) (module bank G (defcap G () true)
  (defschema account balance:decimal owner:string)
  (deftable accounts:{account}))
  (create-table accounts)`;

export const twoAccounts = `${accounts}
  (insert accounts "Ann" {"balance": 5.0, "owner": "A"})
  (insert accounts "Bob" {"balance": 0.5, "owner": "B"})`;
