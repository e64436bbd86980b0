// `read`, `with-read` and `with-default-read`: one row of a table.

import type { Row } from '../../db/database.ts';
import { enforceTableAccess } from '../../eval/calls/modules.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { readRow } from '../../eval/calls/storage.ts';
import { countRow } from '../../core/size/size-counter.ts';
import { ObjectValue, type TableValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceStrings } from '../strings/strings.ts';
import { chargeRead } from '../charges.ts';
import { accounts, onlyFields, twoAccounts } from './rows.ts';

const missing = { fails: 'No value found in table bank_accounts for key: Eve' };

export const read = builtin({
  name: 'read',
  since: '1.0',
  builtins: {
    read: { number: 86, gas: { '5.0': 2_500 }, does: 'reads' },
    'read-with-fields': { number: 133, gas: { '5.0': 2_500 }, does: 'reads' },
  },
  doc:
    'Returns the row under a key, or only some of its fields. Names that are not fields of the row ' +
    'are ignored, and an empty list of names returns the whole row.',
  types: {
    read: ['table{r} -> string -> object{r}'],
    'read-with-fields': [
      '{$fs} <= r => table{r} -> string -> [$fs] -> object{$fs}',
      '? table{r} -> string -> [string] -> object',
    ],
  },
  overloads: [
    overload({
      internal: 'read',
      params: [param('table', 'table', 'The table.'), param('key', 'string', 'The key.')],
      returns: 'object',
      run: (call, table, key) => new ObjectValue(storedRow(call, table, key)),
    }),
    overload({
      internal: 'read-with-fields',
      params: [
        param('table', 'table', 'The table.'),
        param('key', 'string', 'The key.'),
        param('fields', 'list', 'The names of the fields to return.'),
      ],
      returns: 'object',
      run(call, table, key, fields) {
        if (fields.items.length === 0) return new ObjectValue(storedRow(call, table, key));
        enforceTableAccess(call.machine, table, 'read', call.span);
        const names = new Set(enforceStrings(call, fields.items));
        return onlyFields(existingRow(call, table, key), names);
      },
    }),
  ],
  examples: [
    { setup: twoAccounts, code: '(read accounts "Ann")', gives: '{"balance": 5.0,"owner": "A"}' },
    { setup: twoAccounts, code: `(read accounts "Ann" ['owner])`, gives: '{"owner": "A"}' },
    { setup: twoAccounts, code: '(read accounts "Eve")', gives: missing },
  ],
});

export const withRead = builtin({
  name: 'with-read',
  since: '1.0',
  builtins: { 'with-read': { number: 91, gas: { '5.0': 2_500 }, does: 'reads' } },
  doc: 'Binds fields of the row under a key to names and evaluates a body with them.',
  types: { 'with-read': ['table{r} -> string -> (object{r} -> a) -> a'] },
  overloads: [
    overload({
      internal: 'with-read',
      params: [
        param('table', 'table', 'The table.'),
        param('key', 'string', 'The key.'),
        param('body', 'closure', 'A binding `{ "field" := name }` followed by a body.'),
      ],
      returns: 'any',
      run: (call, table, key, body) =>
        call.apply(body, [new ObjectValue(storedRow(call, table, key))]),
    }),
  ],
  examples: [
    {
      setup: twoAccounts,
      code: '(with-read accounts "Ann" {"balance" := b} (* b 2.0))',
      gives: '10.0',
    },
    { setup: twoAccounts, code: '(with-read accounts "Eve" {"balance" := b} b)', gives: missing },
  ],
});

export const withDefaultRead = builtin({
  name: 'with-default-read',
  since: '1.0',
  builtins: { 'with-default-read': { number: 90, gas: { '5.0': 2_500 }, does: 'reads' } },
  doc:
    'Like `with-read`, but takes the fields from a default if there is no row. The default is not ' +
    'checked against the schema.',
  types: {
    'with-default-read': [
      'r2 <= r1 => table{r1} -> string -> object{r2} -> (object{r2} -> a) -> a',
    ],
  },
  overloads: [
    overload({
      internal: 'with-default-read',
      params: [
        param('table', 'table', 'The table.'),
        param('key', 'string', 'The key.'),
        param('default', 'object', 'The object to use if there is no row.'),
        param('body', 'closure', 'A binding `{ "field" := name }` followed by a body.'),
      ],
      returns: 'any',
      run(call, table, key, absent, body) {
        enforceTableAccess(call.machine, table, 'read', call.span);
        const row = readRow(call.context, table.name, key, call.span);
        if (row === undefined) return call.apply(body, [absent]);
        chargeRow(call, row);
        return call.apply(body, [new ObjectValue(row)]);
      },
    }),
  ],
  examples: [
    {
      setup: accounts,
      code: '(with-default-read accounts "Eve" {"balance": 0.0} {"balance" := b} b)',
      gives: '0.0',
    },
    {
      setup: twoAccounts,
      code: '(with-default-read accounts "Ann" {"balance": 0.0} {"balance" := b} b)',
      gives: '5.0',
    },
  ],
});

function storedRow(call: BuiltinCall, table: TableValue, key: string): Row {
  enforceTableAccess(call.machine, table, 'read', call.span);
  return existingRow(call, table, key);
}

function existingRow(call: BuiltinCall, table: TableValue, key: string): Row {
  const row = readRow(call.context, table.name, key, call.span);
  if (row === undefined) return call.fail('NoSuchObjectInDb', { table: table.name.text, key });
  chargeRow(call, row);
  return row;
}

function chargeRow(call: BuiltinCall, row: Row): void {
  chargeRead(call, (budget) => countRow(row, budget));
}
