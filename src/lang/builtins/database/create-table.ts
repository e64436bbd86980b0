// `create-table` and `describe-table`

import { enforceTableAccess } from '../../eval/calls/modules.ts';
import { createTable } from '../../eval/calls/storage.ts';
import { typeText } from '../../values/type.ts';
import { objectValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceTopLevel } from '../registry.ts';
import { accounts } from './rows.ts';

const declared = `(begin-tx) (module bank G (defcap G () true)
  (defschema account balance:decimal) (deftable accounts:{account}))`;

export const createTableBuiltin = builtin({
  name: 'create-table',
  since: '1.0',
  builtins: { 'create-table': { number: 77, gas: { '5.0': 250_000 }, does: 'writes' } },
  doc: "Creates a declared table. Works only at top level, and requires the admin of the table's module.",
  types: { 'create-table': ['table{r} -> string'] },
  overloads: [
    overload({
      internal: 'create-table',
      params: [param('table', 'table', 'The table.')],
      returns: 'string',
      run(call, table) {
        const { machine, context, span } = call;
        enforceTopLevel(call);
        enforceTableAccess(machine, table, 'create', span);
        createTable(context, table.name, span);
        return 'TableCreated';
      },
    }),
  ],
  examples: [
    { setup: declared, code: '(create-table accounts)', gives: '"TableCreated"' },
    {
      setup: accounts,
      code: '(create-table accounts)',
      gives: { fails: 'Table bank_accounts already exists' },
    },
    {
      setup: `${declared} (commit-tx)`,
      code: '(create-table bank.accounts)',
      gives: { fails: 'Module admin necessary for operation but has not been acquired:bank' },
    },
  ],
});

export const describeTable = builtin({
  name: 'describe-table',
  since: '1.0',
  builtins: { 'describe-table': { number: 80, gas: { '5.0': 100_000 }, does: 'reads' } },
  doc: 'Returns the name, module and type of a table as an object. Works only at top level.',
  types: { 'describe-table': ['table{r} -> object{module: string, name: string, type: string}'] },
  overloads: [
    overload({
      internal: 'describe-table',
      params: [param('table', 'table', 'The table.')],
      returns: 'object',
      run(call, { name, schema }) {
        enforceTopLevel(call);
        return objectValue([
          ['name', name.name],
          ['module', name.module.text],
          ['type', typeText({ kind: 'table', schema })],
        ]);
      },
    }),
  ],
  examples: [
    {
      setup: declared,
      code: '(describe-table accounts)',
      gives: '{"module": "bank","name": "accounts","type": "table{bank.account}"}',
    },
    {
      setup: declared,
      code: '(describe-table "accounts")',
      gives: { fails: 'argument(s) of type(s): string' },
    },
  ],
});
