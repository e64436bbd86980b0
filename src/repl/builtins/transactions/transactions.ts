// `begin-tx`, `commit-tx`, `rollback-tx`
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs; section 7 (REPL db); the result texts: docs/decisions/0007.

import {
  builtin,
  type BuiltinDefinition,
  type MachineValue,
  type NativeCall,
  overload,
  param,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const beginTx = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'begin-tx',
    since: '1.0',
    doc: 'Opens a transaction on the database, with a name for the reader.',
    overloads: [
      overload({
        internal: 'begin-tx',
        params: [],
        returns: 'string',
        run: (call) => begin(repl, call, undefined),
      }),
      overload({
        internal: 'begin-named-tx',
        params: [param('name', 'string', 'What the transaction is about.')],
        returns: 'string',
        run: (call, name) => begin(repl, call, name),
      }),
    ],
    examples: [
      { code: '(begin-tx "load the contract")', gives: '"Begin Tx 0: load the contract"' },
      { code: '(begin-tx)', gives: '"Begin Tx 0"' },
    ],
  });

export const commitTx = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'commit-tx',
    since: '1.0',
    doc: `Keeps what the open transaction wrote and forgets everything else of it: capabilities,
      events, loaded modules, imports.`,
    overloads: [
      overload({
        internal: 'commit-tx',
        params: [],
        returns: 'string',
        run: (call) => {
          const engine = repl;
          if (engine.machine.database.commit() === undefined)
            call.fail('NotInTx', { command: 'commit' });
          return end(engine, call, 'Commit Tx');
        },
      }),
    ],
    examples: [
      { setup: '(begin-tx "first")', code: '(commit-tx)', gives: '"Commit Tx 0: first"' },
      { code: '(commit-tx)', gives: { fails: 'No Transaction currently in progress' } },
    ],
  });

export const rollbackTx = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'rollback-tx',
    since: '1.0',
    doc: 'Takes back what the open transaction wrote.',
    overloads: [
      overload({
        internal: 'rollback-tx',
        params: [],
        returns: 'string',
        run: (call) => {
          const engine = repl;
          if (engine.machine.database.rollback() === undefined)
            call.fail('NotInTx', { command: 'rollback' });
          return end(engine, call, 'Rollback Tx');
        },
      }),
    ],
    examples: [
      { setup: '(begin-tx)', code: '(rollback-tx)', gives: '"Rollback Tx 0"' },
      { code: '(rollback-tx)', gives: { fails: 'No Transaction currently in progress' } },
    ],
  });

function begin(engine: ReplEngine, call: NativeCall, label: string | undefined): MachineValue {
  engine.beginTransaction(label, call.span);
  return announce(engine.transaction, call, 'Begin Tx');
}

function end(engine: ReplEngine, call: NativeCall, what: string): MachineValue {
  const { transaction } = engine;
  engine.endTransaction();
  return announce(transaction, call, what);
}

function announce(
  transaction: ReplEngine['transaction'],
  call: NativeCall,
  what: string,
): MachineValue {
  if (transaction === undefined) {
    return call.refuse(`tx-function failure ${what}`);
  }
  const { id, label } = transaction;
  return label === undefined ? `${what} ${id}` : `${what} ${id}: ${label}`;
}
