// `insert`, `write` and `update`: rows into tables.

import { braces, concat, punctuate, type Doc } from '../../../base/doc.ts';
import type { WriteMode } from '../../db/database.ts';
import { enforceTableAccess } from '../../eval/calls/modules.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { writeRow } from '../../eval/calls/storage.ts';
import { fitsPartOfSchema, fitsSchema } from '../../eval/calls/typecheck.ts';
import { prettyType, prettyValue } from '../../values/text/pretty.ts';
import { countRow } from '../../core/size/size-counter.ts';
import type { Schema } from '../../values/type.ts';
import type { ObjectValue, TableValue } from '../../values/value.ts';
import { builtin, overload, param, type Overload } from '../define.ts';
import { chargeWrite } from '../charges.ts';
import { accounts, twoAccounts } from './rows.ts';

export const insert = builtin({
  name: 'insert',
  since: '1.0',
  builtins: { insert: { number: 84, gas: { '5.0': 25_000 }, does: 'writes' } },
  doc:
    'Writes a new row under a key; fails if the key already has a row. The row must have every field ' +
    'of the schema.',
  types: { insert: ['table{r} -> string -> object{r} -> string'] },
  overloads: [overloadOf('insert')],
  examples: [
    {
      setup: accounts,
      code: '(insert accounts "Ann" {"balance": 5.0, "owner": "A"})',
      gives: '"Write succeeded"',
    },
    {
      setup: twoAccounts,
      code: '(insert accounts "Ann" {"balance": 1.0, "owner": "A"})',
      gives: {
        fails: 'Value already found while in Insert mode in table bank_accounts at key "Ann"',
      },
    },
    {
      setup: accounts,
      code: '(insert accounts "Ann" {"balance": 5})',
      gives: { fails: 'Attempted insert failed due to schema mismatch' },
    },
  ],
});

export const write = builtin({
  name: 'write',
  since: '1.0',
  builtins: { write: { number: 92, gas: { '5.0': 25_000 }, does: 'writes' } },
  doc:
    'Writes a row, replacing the row under the key if there is one. The row must have every field of ' +
    'the schema. If the old row has fields that the schema lacks, nodes and `--db` keep those fields, ' +
    'and an in-memory session drops them.',
  types: { write: ['table{r} -> string -> object{r} -> string'] },
  overloads: [overloadOf('write')],
  examples: [
    {
      setup: twoAccounts,
      code: '(write accounts "Ann" {"balance": 1.0, "owner": "A"})',
      gives: '"Write succeeded"',
    },
    {
      setup: `${twoAccounts} (write accounts "Ann" {"balance": 1.0, "owner": "C"})`,
      code: '(read accounts "Ann")',
      gives: '{"balance": 1.0,"owner": "C"}',
    },
  ],
});

export const update = builtin({
  name: 'update',
  since: '1.0',
  builtins: { update: { number: 89, gas: { '5.0': 25_000 }, does: 'writes' } },
  doc: 'Changes some fields of an existing row and keeps the others.',
  types: { update: ['r2 <= r1 => table{r1} -> string -> object{r2} -> string'] },
  overloads: [overloadOf('update')],
  examples: [
    {
      setup: twoAccounts,
      code: '(update accounts "Ann" {"balance": 9.0})',
      gives: '"Write succeeded"',
    },
    {
      setup: `${twoAccounts} (update accounts "Ann" {"balance": 9.0})`,
      code: '(read accounts "Ann")',
      gives: '{"balance": 9.0,"owner": "A"}',
    },
    {
      setup: accounts,
      code: '(update accounts "Ann" {"balance": 9.0})',
      gives: { fails: 'No row found during update in table bank_accounts at key Ann' },
    },
  ],
});

function overloadOf(mode: WriteMode): Overload {
  return overload({
    internal: mode,
    params: [
      param('table', 'table', 'The table.'),
      param('key', 'string', 'The key of the row.'),
      param('row', 'object', mode === 'update' ? 'The fields that change.' : 'The row.'),
    ],
    returns: 'string',
    run(call, table, key, row) {
      const { machine, context, span } = call;
      enforceTableAccess(machine, table, 'write', span);
      const fits = mode === 'update' ? fitsPartOfSchema : fitsSchema;
      if (!fits(machine, row.fields, table.schema, span)) return failSchema(call, mode, table, row);
      chargeWrite(call, (budget) => countRow(row.fields, budget));
      writeRow(context, { mode, table: table.name, key, row: row.fields }, span);
      return 'Write succeeded';
    },
  });
}

function failSchema(
  call: BuiltinCall,
  mode: WriteMode,
  { schema }: TableValue,
  row: ObjectValue,
): never {
  return call.fail('WriteValueDidNotMatchSchema', {
    schema: schema.name.text,
    expected: () => prettySchema(schema),
    value: () => prettyValue(row),
    fields: () => ({ declared: [...schema.fields.keys()], given: [...row.fields.keys()] }),
    isPart: mode === 'update',
  });
}

function prettySchema({ fields }: Schema): Doc {
  const typed = [...fields].map(([name, type]) => concat(`"${name}": `, prettyType(type)));
  return braces(concat(...punctuate(',', typed)));
}
