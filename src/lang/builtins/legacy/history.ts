// `txids`, `txlog` and `keylog`, of Pact 4: the history of writes to a table.
// Source: Pact 4, src/Pact/Builtin/Db.hs.

import type { RowChange } from '../../db/database.ts';
import { enforceTableAccess } from '../../eval/calls/modules.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { enforceImpure } from '../../eval/calls/storage.ts';
import { ListValue, ObjectValue, objectValue, type TableValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceLocal } from '../registry.ts';

const setup = `(begin-tx) (module bank G (defcap G () true)
  (defschema account balance:decimal) (deftable accounts:{account})) (create-table accounts) (commit-tx)
  (begin-tx) (acquire-module-admin bank) (insert bank.accounts "Ann" {"balance": 5.0}) (commit-tx)
  (begin-tx) (acquire-module-admin bank) (update bank.accounts "Ann" {"balance": 2.0}) (commit-tx)
  (begin-tx) (acquire-module-admin bank)`;

const noHistory = 'Contracts cannot read the history of rows: keep what you need in a table.';

export const txids = builtin({
  name: 'txids',
  since: '1.0',
  until: '5.0',
  instead: noHistory,
  builtins: { txids: { gas: { '5.0': 100 }, does: 'reads' } },
  doc: 'Returns the ids of the committed transactions that wrote to a table, starting at a given id.',
  overloads: [
    overload({
      internal: 'txids',
      params: [
        param('table', 'table', 'The table.'),
        param('txid', 'integer', 'The first id to include.'),
      ],
      returns: 'list',
      run(call, table, first) {
        const ids = changesOf(call, table).map((change) => change.transaction);
        return new ListValue([...new Set(ids)].filter((id) => id >= first));
      },
    }),
  ],
  examples: [
    { setup, code: '(txids bank.accounts 0)', gives: '[1 2]' },
    { setup, code: '(txids bank.accounts 2)', gives: '[2]' },
  ],
});

export const txlog = builtin({
  name: 'txlog',
  since: '1.0',
  until: '5.0',
  instead: noHistory,
  builtins: { txlog: { gas: { '5.0': 100 }, does: 'reads' } },
  doc:
    'Returns the writes of one committed transaction to a table, in order, as objects with table, key ' +
    'and value.',
  overloads: [
    overload({
      internal: 'txlog',
      params: [
        param('table', 'table', 'The table.'),
        param('txid', 'integer', 'The id of the transaction.'),
      ],
      returns: 'list',
      run(call, table, id) {
        const changes = changesOf(call, table).filter((change) => change.transaction === id);
        return new ListValue(changes.map((change) => logged(table, change)));
      },
    }),
  ],
  examples: [
    {
      setup,
      code: '(txlog bank.accounts 1)',
      gives: '[{"key": "Ann","table": "USER_bank_accounts","value": {"balance": 5.0}}]',
    },
    { setup, code: '(txlog bank.accounts 0)', gives: '[]' },
  ],
});

export const keylog = builtin({
  name: 'keylog',
  since: '1.0',
  until: '5.0',
  instead: noHistory,
  builtins: { keylog: { gas: { '5.0': 100 }, does: 'reads' } },
  doc:
    'Returns the writes of committed transactions, starting at a given id, under a key of a table, as ' +
    'objects with txid and value.',
  overloads: [
    overload({
      internal: 'keylog',
      params: [
        param('table', 'table', 'The table.'),
        param('key', 'string', 'The key.'),
        param('txid', 'integer', 'The first id to include.'),
      ],
      returns: 'list',
      run(call, table, key, first) {
        const changes = changesOf(call, table).filter(
          (change) => change.key === key && change.transaction >= first,
        );
        return new ListValue(
          changes.map(({ transaction, row }) =>
            objectValue([
              ['txid', transaction],
              ['value', new ObjectValue(row)],
            ]),
          ),
        );
      },
    }),
  ],
  examples: [
    {
      setup,
      code: '(keylog bank.accounts "Ann" 2)',
      gives: '[{"txid": 2,"value": {"balance": 2.0}}]',
    },
    { setup, code: '(keylog bank.accounts "Bob" 0)', gives: '[]' },
  ],
});

function changesOf(call: BuiltinCall, table: TableValue): readonly RowChange[] {
  enforceLocal(call);
  enforceTableAccess(call.machine, table, 'read', call.span);
  enforceImpure(call.context, call.span);
  const changes = call.machine.database.rowChanges(table.name);
  return changes ?? call.failBuiltin('this database keeps no history');
}

function logged({ name }: TableValue, { key, row }: RowChange): ObjectValue {
  return objectValue([
    ['table', `USER_${name.text}`],
    ['key', key],
    ['value', new ObjectValue(row)],
  ]);
}
