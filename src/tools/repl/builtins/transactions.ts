// Transactions: `begin-tx`, `commit-tx`, `rollback-tx`; the hash and the events of the open one.
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs; section 7 (REPL db); the result texts: docs/decisions/0004.

import {
  type BuiltinCall,
  type MachineValue,
  base64Fault,
  param,
} from '../../../lang/session/extend.ts';
import type { OpenTransaction, ReplParts } from '../context.ts';
import { replBuiltin, replFunction, replOverload } from './define.ts';
import { ListValue, hashFromBytes, objectValue } from '../../../lang/session/run.ts';
import { fromBase64Url } from '../../../base/base64url.ts';

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

export const commitTx = replFunction(['endTransaction', 'transaction'], {
  name: 'commit-tx',
  since: '1.0',
  doc: `Commits the writes of the open transaction and clears its other state: capabilities, events,
      loaded modules, imports.`,
  params: [],
  returns: 'string',
  run: (repl, call) => {
    if (call.machine.database.commit() === undefined) call.fail('NotInTx', { command: 'commit' });
    return end(repl, call, 'committed');
  },
  examples: [
    { setup: '(begin-tx "first")', code: '(commit-tx)', gives: '"Commit Tx 0: first"' },
    { code: '(commit-tx)', gives: { fails: 'No Transaction currently in progress' } },
  ],
});

export const rollbackTx = replFunction(['endTransaction', 'transaction'], {
  name: 'rollback-tx',
  since: '1.0',
  doc: 'Rolls back the writes of the open transaction.',
  params: [],
  returns: 'string',
  run: (repl, call) => {
    if (call.machine.database.rollback() === undefined)
      call.fail('NotInTx', { command: 'rollback' });
    return end(repl, call, 'rolled back');
  },
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

export const envHash = replFunction(['environment'], {
  name: 'env-hash',
  since: '1.0',
  doc: 'Sets the transaction hash, in unpadded base64url.',
  params: [param('hash', 'string', 'The hash.')],
  returns: 'string',
  run: (repl, call, hash) => {
    const bytes = fromBase64Url(hash);
    if (bytes === undefined) {
      return call.refuse(base64Fault(hash));
    }
    repl.environment.hash = hashFromBytes(bytes);
    return `Set tx hash to ${hash}`;
  },
  examples: [
    {
      code: '(env-hash "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")',
      gives: '"Set tx hash to DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g"',
    },
    { code: '(env-hash "not a hash")', gives: { fails: 'invalid character at offset: 3' } },
  ],
});

export const envEvents = replFunction([], {
  name: 'env-events',
  since: '4.0',
  doc: 'Returns the events emitted so far in this transaction, oldest first.',
  params: [param('clear', 'bool', 'Whether to clear them.')],
  returns: '[object]',
  run: (_, call, clear) => {
    const { machine } = call;
    const events = machine.events.map(({ name, params, module, moduleHash }) =>
      objectValue([
        ['name', `${module.text}.${name}`],
        ['params', new ListValue(params)],
        ['module-hash', moduleHash],
      ]),
    );
    if (clear) machine.events = [];
    return new ListValue(events);
  },
  examples: [
    { code: '(env-events true)', gives: '[]' },
    {
      setup:
        '(module m G (defcap G () true) (defcap E (x) @event true) (defun f () (emit-event (E 1)))) (m.f)',
      code: "(map (at 'params) (env-events false))",
      gives: '[[1]]',
    },
  ],
});
