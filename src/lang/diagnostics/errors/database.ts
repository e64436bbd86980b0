// Errors of tables and their storage (07xx); the reference wraps them in DbOpFailure. Order and
// texts follow DbOpError in Pact.Core.Errors.

import type { Doc, Part } from '../../../base/doc.ts';
import { abbreviate, errorsOf, glue, inQuotes, plain, say } from '../entry.ts';
import { reentryAdvice } from '../program-advice.ts';

const database = errorsOf('execution', 'DbOpFailure');

const failed = (...words: readonly Part[]): Doc =>
  say('Error during database operation:', ...words);

const reported = (...words: readonly string[]): string =>
  plain('Error during database operation:', ...words);

/** Tables are written `ns.mod_table`. */
type InTable = { readonly table: string };
type AtKey = InTable & { readonly key: string };

const shortKey = (key: string): string => abbreviate(10, key);

export const databaseErrors = {
  WriteError: database({
    code: 'E0701',
    text: () => failed('Error found while writing value'),
    bounded: () => reported('Database error: Writing failed because of an error.'),
    explanation: 'The storage rejected a value, so it was not written.',
    sample: {},
  }),
  RowReadDecodeFailure: database<{ key: string }>({
    code: 'E0702',
    text: ({ key }) => failed(glue('Failed to deserialize but found value at key:', key)),
    bounded: ({ key }) => reported('Deserialization failed for the value at key:', shortKey(key)),
    explanation:
      'A stored value cannot be read. The storage is damaged, or another version wrote it.',
    sample: { key: 'k' },
  }),
  RowFoundError: database<AtKey>({
    code: 'E0703',
    text: ({ table, key }) =>
      failed('Value already found while in Insert mode in table', table, 'at key', inQuotes(key)),
    bounded: ({ table, key }) =>
      reported(
        'Insert failed because the value already exists in the table:',
        table,
        'at key',
        `"${shortKey(key)}"`,
      ),
    explanation:
      '`insert` adds new rows, but a row with this key exists. Use `update` to change some fields of ' +
      'it. `write` replaces all of them, without a warning.',
    sample: { table: 'm_t', key: 'k' },
  }),
  NoRowFound: database<AtKey>({
    code: 'E0704',
    text: ({ table, key }) => failed('No row found during update in table', table, 'at key', key),
    bounded: ({ table, key }) =>
      reported(
        'Update failed because no row was found in table:',
        table,
        'at key',
        `"${shortKey(key)}"`,
      ),
    explanation: '`update` changes existing rows, but none has this key. Use `insert` or `write`.',
    sample: { table: 'm_t', key: 'k' },
  }),
  NoSuchTable: database<InTable>({
    code: 'E0705',
    text: ({ table }) => failed('Table', table, 'not found'),
    bounded: ({ table }) => reported('Table access failed because table', table, 'was not found.'),
    explanation:
      'The module declares this table, but it was never created. Call `create-table` after the ' +
      'module is loaded.',
    sample: { table: 'm_t' },
  }),
  TableAlreadyExists: database<InTable>({
    code: 'E0706',
    text: ({ table }) => failed('Table', table, 'already exists'),
    bounded: ({ table }) =>
      reported('Creation of user table', table, 'failed because the table already exists.'),
    explanation:
      'This table already exists. Call `create-table` only when the module is deployed for ' +
      'the first time.',
    sample: { table: 'm_t' },
  }),
  TxAlreadyBegun: database<{ name: string }>({
    code: 'E0707',
    text: ({ name }) =>
      failed(
        'Attempted to begin tx',
        glue(inQuotes(name), ', but a tx already has been initiated'),
      ),
    bounded: () =>
      reported(
        'Starting a new transaction failed because a transaction has already been initiated.',
      ),
    explanation: 'A transaction is still open. End it with `commit-tx` or `rollback-tx` first.',
    sample: { name: 'tx' },
  }),
  NotInTx: database<{ command: string }>({
    code: 'E0708',
    text: ({ command }) =>
      failed(glue('No Transaction currently in progress, cannot execute ', inQuotes(command))),
    bounded: ({ command }) =>
      reported('Cannot execute', command, 'because no transaction is currently in progress.'),
    explanation: 'No transaction is open. Begin one with `begin-tx`.',
    sample: { command: 'commit' },
  }),
  OpDisallowed: database<{
    /** The module that was entered again while its call through a module reference is open. */ reentered?: string;
    /** The function that called it back. */ via?: string;
  }>({
    code: 'E0709',
    text: () => failed('Operation disallowed in read-only or sys-only mode'),
    bounded: () => reported('Operation is not allowed in read-only or system-only mode.'),
    explanation:
      'Guards, predicates, the conditions of `enforce` and what `try` tries may not use tables in this way. Read ' +
      'before the condition, and write after it.',
    advice: ({ reentered, via }) => reentered && reentryAdvice(reentered, via),
    sample: {},
  }),
  MultipleRowsReturnedFromSingleWrite: database({
    code: 'E0710',
    text: () => failed('Multiple rows returned from single write'),
    bounded: () => reported('Multiple rows were returned from a single write.'),
    explanation: 'The storage returned several rows for one write, so it is damaged.',
    sample: {},
  }),
};
