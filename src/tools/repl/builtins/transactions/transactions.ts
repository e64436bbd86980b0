// `begin-tx`, `commit-tx`, `rollback-tx`
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs; section 7 (REPL db); the result texts: docs/decisions/0004.

import { type MachineValue, type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import type { OpenTransaction, ReplParts } from '../../context.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const beginTx = replBuiltin(['beginTransaction', 'transaction'], {
  name: 'begin-tx',
  since: '1.0',
  doc: 'Opens a database transaction, with an optional name for reports.',
  overloads: [
    replOverload({
      internal: 'begin-tx',
      params: [],
      returns: 'string',
      run: (repl, call) => begin(repl, call, undefined),
    }),
    replOverload({
      internal: 'begin-named-tx',
      params: [param('name', 'string', 'The name of the transaction.')],
      returns: 'string',
      run: (repl, call, name) => begin(repl, call, name),
    }),
  ],
  examples: [
    { code: '(begin-tx "load the contract")', gives: '"Begin Tx 0: load the contract"' },
    { code: '(begin-tx)', gives: '"Begin Tx 0"' },
  ],
});

export const commitTx = replBuiltin(['endTransaction', 'transaction'], {
  name: 'commit-tx',
  since: '1.0',
  doc: `Commits the writes of the open transaction and clears its other state: capabilities, events,
      loaded modules, imports.`,
  overloads: [
    replOverload({
      internal: 'commit-tx',
      params: [],
      returns: 'string',
      run: (repl, call) => {
        if (call.machine.database.commit() === undefined)
          call.fail('NotInTx', { command: 'commit' });
        return end(repl, call, 'committed');
      },
    }),
  ],
  examples: [
    { setup: '(begin-tx "first")', code: '(commit-tx)', gives: '"Commit Tx 0: first"' },
    { code: '(commit-tx)', gives: { fails: 'No Transaction currently in progress' } },
  ],
});

export const rollbackTx = replBuiltin(['endTransaction', 'transaction'], {
  name: 'rollback-tx',
  since: '1.0',
  doc: 'Rolls back the writes of the open transaction.',
  overloads: [
    replOverload({
      internal: 'rollback-tx',
      params: [],
      returns: 'string',
      run: (repl, call) => {
        if (call.machine.database.rollback() === undefined)
          call.fail('NotInTx', { command: 'rollback' });
        return end(repl, call, 'rolled back');
      },
    }),
  ],
  examples: [
    { setup: '(begin-tx)', code: '(rollback-tx)', gives: '"Rollback Tx 0"' },
    { code: '(rollback-tx)', gives: { fails: 'No Transaction currently in progress' } },
  ],
});

function begin(
  repl: ReplParts<'beginTransaction' | 'transaction'>,
  call: BuiltinCall,
  label: string | undefined,
): MachineValue {
  repl.beginTransaction(label, call.span);
  return announce(repl.transaction, call, 'Begin Tx');
}

function end(
  repl: ReplParts<'endTransaction' | 'transaction'>,
  call: BuiltinCall,
  how: 'committed' | 'rolled back',
): MachineValue {
  const { transaction } = repl;
  repl.endTransaction(how);
  return announce(transaction, call, how === 'committed' ? 'Commit Tx' : 'Rollback Tx');
}

function announce(
  transaction: OpenTransaction | undefined,
  call: BuiltinCall,
  what: string,
): MachineValue {
  if (transaction === undefined) {
    return call.refuse(`tx-function failure ${what}`);
  }
  const { id, label } = transaction;
  return label === undefined ? `${what} ${id}` : `${what} ${id}: ${label}`;
}
