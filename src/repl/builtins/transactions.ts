// begin-tx, commit-tx, rollback-tx, env-hash, env-events: the transaction that a script is in.
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs; section 7 (REPL db).

import {
  builtin,
  hashFromBytes,
  ListValue,
  objectValue,
  overload,
  param,
  type BuiltinDefinition,
  type MachineValue,
  type NativeCall,
} from '../../lang/session/index.ts';
import { fromBase64Url } from '../../base/base64url.ts';
import type { ReplEngine } from '../engine.ts';

type Repl = () => ReplEngine;

export const transactionBuiltins = (repl: Repl): readonly BuiltinDefinition[] => [
  builtin({
    name: 'begin-tx',
    since: '1.0',
    doc: 'Opens a transaction on the database, with a name for the reader.',
    overloads: [
      overload({
        internal: 'begin-tx',
        params: [],
        returns: 'string',
        run: (call) => begin(repl(), call, undefined),
      }),
      overload({
        internal: 'begin-named-tx',
        params: [param('name', 'string', 'What the transaction is about.')],
        returns: 'string',
        run: (call, name) => begin(repl(), call, name),
      }),
    ],
    examples: [
      { code: '(begin-tx "load the contract")', gives: '"Begin Tx 0: load the contract"' },
      { code: '(begin-tx)', gives: '"Begin Tx 0"' },
    ],
  }),
  builtin({
    name: 'commit-tx',
    since: '1.0',
    doc: 'Keeps what the open transaction wrote and forgets everything else of it: capabilities, events, loaded modules, imports.',
    overloads: [
      overload({
        internal: 'commit-tx',
        params: [],
        returns: 'string',
        run: (call) => {
          const engine = repl();
          if (engine.machine.database.commit() === undefined) call.fail('NotInTx', { command: 'commit' });
          return end(engine, call, 'Commit Tx');
        },
      }),
    ],
    examples: [
      { setup: '(begin-tx "first")', code: '(commit-tx)', gives: '"Commit Tx 0: first"' },
      { code: '(commit-tx)', gives: { fails: 'No Transaction currently in progress' } },
    ],
  }),
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
          const engine = repl();
          if (!engine.machine.database.rollback()) call.fail('NotInTx', { command: 'rollback' });
          return end(engine, call, 'Rollback Tx');
        },
      }),
    ],
    examples: [
      { setup: '(begin-tx)', code: '(rollback-tx)', gives: '"Rollback Tx 0"' },
      { code: '(rollback-tx)', gives: { fails: 'No Transaction currently in progress' } },
    ],
  }),
  builtin({
    name: 'env-hash',
    since: '1.0',
    doc: 'Sets the transaction hash: unpadded base64url.',
    overloads: [
      overload({
        internal: 'env-hash',
        params: [param('hash', 'string', 'The hash.')],
        returns: 'string',
        run: (call, hash) => {
          const bytes = fromBase64Url(hash);
          if (bytes === undefined) {
            return call.fail('UserEnforceError', { message: 'env-hash: not an unpadded base64url text' });
          }
          repl().machine.environment.hash = hashFromBytes(bytes);
          return `Set tx hash to ${hash}`;
        },
      }),
    ],
    examples: [
      {
        code: '(env-hash "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")',
        gives: '"Set tx hash to DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g"',
      },
      { code: '(env-hash "not a hash")', gives: { fails: 'base64url' } },
    ],
  }),
  builtin({
    name: 'env-events',
    since: '4.0',
    doc: 'The events emitted so far in this transaction, oldest first.',
    overloads: [
      overload({
        internal: 'env-events',
        params: [param('clear', 'bool', 'Whether to forget them.')],
        returns: '[object]',
        run: (_, clear) => {
          const { machine } = repl();
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
      }),
    ],
    examples: [
      { code: '(env-events true)', gives: '[]' },
      {
        setup:
          '(module m G (defcap G () true) (defcap E (x) @event true) (defun f () (emit-event (E 1)))) (m.f)',
        code: "(map (at 'params) (env-events false))",
        gives: '[[1]]',
      },
    ],
  }),
];

function begin(engine: ReplEngine, call: NativeCall, label: string | undefined): MachineValue {
  const id = engine.machine.database.begin();
  // A begin that fails also forgets the label of the transaction that is open.
  engine.transaction = id === undefined ? undefined : { id, label };
  return announce(engine.transaction, call, 'Begin Tx');
}

function end(engine: ReplEngine, call: NativeCall, what: string): MachineValue {
  engine.endTransaction();
  const { transaction } = engine;
  engine.transaction = undefined;
  return announce(transaction, call, what);
}

function announce(
  transaction: ReplEngine['transaction'],
  call: NativeCall,
  what: string,
): MachineValue {
  if (transaction === undefined) {
    return call.fail('UserEnforceError', { message: `tx-function failure ${what}` });
  }
  const { id, label } = transaction;
  return label === undefined ? `${what} ${id}` : `${what} ${id}: ${label}`;
}
