// `select`, `keys` and `fold-db`: all rows of a table, in the order of their keys.

import type { Row } from '../../db/database.ts';
import { functionOfOne, functionOfTwo } from '../../eval/compile/apply-each.ts';
import { enforceTableAccess } from '../../eval/calls/modules.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { readRow, rowKeys } from '../../eval/calls/storage.ts';
import type { Closure } from '../../state/value.ts';
import { ListValue, ObjectValue, type PactValue, type TableValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceStrings } from '../strings/strings.ts';
import { onlyFields, twoAccounts as setup } from './rows.ts';

export const select = builtin({
  name: 'select',
  since: '1.0',
  builtins: {
    select: { number: 87, gas: { '5.0': 40_000_000 }, does: 'reads' },
    'select-with-fields': { number: 88, gas: { '5.0': 40_000_000 }, does: 'reads' },
  },
  doc:
    'Returns the rows for which a predicate is true, complete or only some of their fields, in the ' +
    'order of their keys.',
  types: {
    select: ['table{r} -> (object{r} -> bool) -> [object{r}]'],
    'select-with-fields': [
      '{$fs} <= r => table{r} -> [$fs] -> (object{r} -> bool) -> [object{$fs}]',
      '? table{r} -> [string] -> (object{r} -> bool) -> [object]',
    ],
  },
  overloads: [
    overload({
      internal: 'select',
      params: [
        param('table', 'table', 'The table.'),
        param('predicate', 'closure', 'A function of a row that returns a bool.'),
      ],
      returns: 'list',
      run: (call, table, predicate) =>
        new ListValue(selected(call, table, predicate).map((row) => new ObjectValue(row))),
    }),
    overload({
      internal: 'select-with-fields',
      params: [
        param('table', 'table', 'The table.'),
        param('fields', 'list', 'The names of the fields to return.'),
        param('predicate', 'closure', 'A function of a row that returns a bool.'),
      ],
      returns: 'list',
      run(call, table, fields, predicate) {
        const names = new Set(enforceStrings(call, fields.items));
        const rows = selected(call, table, predicate);
        return new ListValue(rows.map((row) => onlyFields(row, names)));
      },
    }),
  ],
  examples: [
    {
      setup,
      code: `(select accounts (where 'balance (> 1.0)))`,
      gives: '[{"balance": 0.5,"owner": "B"}]',
    },
    {
      setup,
      code: `(select accounts ['owner] (constantly true))`,
      gives: '[{"owner": "A"} {"owner": "B"}]',
    },
    {
      setup,
      code: '(select accounts (lambda (row) 1))',
      gives: { fails: 'expected bool value, got 1' },
    },
  ],
});

export const keys = builtin({
  name: 'keys',
  since: '1.0',
  builtins: { keys: { number: 85, gas: { '5.0': 40_000_000 }, does: 'reads' } },
  doc: 'Returns the keys of all rows, in ascending order.',
  types: { keys: ['table{r} -> [string]'] },
  overloads: [
    overload({
      internal: 'keys',
      params: [param('table', 'table', 'The table.')],
      returns: 'list',
      run(call, table) {
        enforceTableAccess(call.machine, table, 'read', call.span);
        return new ListValue(rowKeys(call.context, table.name, call.span));
      },
    }),
  ],
  examples: [
    { setup, code: '(keys accounts)', gives: '["Ann" "Bob"]' },
    {
      setup,
      code: '(enforce (= [] (keys accounts)) "none")',
      gives: { fails: 'Operation disallowed in read-only or sys-only mode' },
    },
  ],
});

export const foldDb = builtin({
  name: 'fold-db',
  since: '4.1',
  builtins: { 'fold-db': { number: 83, gas: { '5.0': 40_000_000 }, does: 'reads' } },
  doc:
    'Runs a query on every row in the order of their keys, then applies a consumer to the rows for ' +
    'which the query is true, from the last to the first. The results are in the order of the keys.',
  types: {
    'fold-db': ['table{r} -> (string -> object{r} -> bool) -> (string -> object{r} -> a) -> [a]'],
  },
  overloads: [
    overload({
      internal: 'fold-db',
      params: [
        param('table', 'table', 'The table.'),
        param('query', 'closure', 'A function of the key and the row that returns a bool.'),
        param('consumer', 'closure', 'A function of the key and the row.'),
      ],
      returns: 'list',
      run(call, table, query, consumer) {
        enforceTableAccess(call.machine, table, 'read', call.span);
        const holds = functionOfTwo(call, query);
        const matches: (readonly [string, PactValue])[] = [];
        for (const key of rowKeys(call.context, table.name, call.span)) {
          const row = new ObjectValue(keyedRow(call, table, key));
          if (call.bool(holds(key, row))) matches.push([key, row]);
        }
        const results: PactValue[] = [];
        const consume = functionOfTwo(call, consumer);
        for (const [key, row] of matches.reverse()) results.push(call.value(consume(key, row)));
        return new ListValue(results.reverse());
      },
    }),
  ],
  examples: [
    {
      setup,
      code: `(fold-db accounts (lambda (k row) true) (lambda (k row) [k (at 'balance row)]))`,
      gives: '[["Ann" 5.0] ["Bob" 0.5]]',
    },
    {
      setup,
      code: `(fold-db accounts (lambda (k row) (< k "B")) (lambda (k row) k))`,
      gives: '["Ann"]',
    },
  ],
});

function selected(call: BuiltinCall, table: TableValue, predicate: Closure): readonly Row[] {
  enforceTableAccess(call.machine, table, 'read', call.span);
  const holds = functionOfOne(call, predicate);
  const rows: Row[] = [];
  for (const key of rowKeys(call.context, table.name, call.span)) {
    const row = keyedRow(call, table, key);
    if (call.bool(holds(new ObjectValue(row)))) rows.push(row);
  }
  return rows;
}

/** Reads the row of a key that the database listed. */
function keyedRow(call: BuiltinCall, table: TableValue, key: string): Row {
  const row = readRow(call.context, table.name, key, call.span);
  return row ?? call.fail('InvariantNoSuchKeyInTable', { table: table.name.text, key });
}
