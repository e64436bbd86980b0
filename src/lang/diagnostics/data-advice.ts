// Hints about data that does not fit: transaction data, and rows that differ from their schema. Also about
// builtins that reject their arguments. These texts are our own, never part of a message.

import type { Span } from '../../base/span.ts';
import { inOneLine, nounOf } from './call-advice.ts';
import {
  abbreviate,
  type ArgumentKind,
  type Caller,
  type FieldNames,
  type Shown,
} from './entry.ts';

type Reading = {
  readonly builtin: string;
  readonly key: string;
  /** `undefined` if the key is missing. */
  readonly found: ArgumentKind | undefined;
  readonly value: Shown | undefined;
};

/** Explains why a builtin cannot read the data of the transaction. */
export function dataAdvice(reading: Reading, { source }: Span, caller: Caller): string {
  const { builtin, key, found, value } = reading;
  const shown = `"${abbreviate(40, key)}"`;
  if (found === undefined) {
    const missing = `The data of the transaction has no key ${shown}.`;
    const call = `(env-data {${shown}: ...})`;
    const isContract = source.name.endsWith('.pact') && caller() === undefined;
    if (!isContract) return `${missing} In a script, set it with ${call}.`;
    return (
      `${missing} This file is a contract, not a script: use a .repl file that calls ${call} ` +
      `and then (load "${baseName(source.name)}").`
    );
  }
  const what = value === undefined ? nounOf(found) : valueText(found, value);
  const is = `The value of ${shown} in the data of the transaction is ${what}`;
  const reader = readers.get(builtin);
  if (reader === undefined) return `${is}, which \`${builtin}\` cannot read.`;
  return `${is}, which is not ${reader.noun}. \`${builtin}\` reads ${reader.reads}.`;
}

const keyset = {
  noun: 'a keyset',
  reads: 'an object such as {"keys": ["alice"], "pred": "keys-all"}, or a list of keys',
};

const readers: ReadonlyMap<string, { readonly noun: string; readonly reads: string }> = new Map([
  ['read-decimal', { noun: 'a number', reads: 'a number, or a string such as "10.0"' }],
  ['read-integer', { noun: 'an integer', reads: 'a number, or a string of digits such as "10"' }],
  ['read-string', { noun: 'a string', reads: 'only strings' }],
  ['read-keyset', keyset],
  ['define-keyset', keyset],
]);

function valueText(found: ArgumentKind, value: Shown): string {
  const text = inOneLine(value);
  if (text.length > longestValue) return nounOf(found);
  return `the ${found.replace('-', ' ')} ${text}`;
}

/** In characters; longer values are not shown. */
const longestValue = 80;

const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** For a row that does not fit the schema of its table. */
export function rowAdvice(
  fields: (() => FieldNames) | undefined,
  isPart: boolean,
): string | undefined {
  if (fields === undefined) return undefined;
  const { declared, given } = fields();
  const missing = isPart ? [] : declared.filter((name) => !given.includes(name));
  const extra = given.filter((name) => !declared.includes(name));
  const lacks = missing.length === 0 ? '' : `lacks ${fieldList(missing)}`;
  const has =
    extra.length === 0 ? '' : `has ${fieldList(extra)}, which the schema does not declare`;
  const parts = [lacks, has].filter((part) => part !== '');
  if (parts.length === 0) {
    return 'A field of the row has the wrong type. Write the types that the schema declares.';
  }
  return `The row ${parts.join(', and ')}. The schema declares ${fieldList(declared)}.`;
}

/** The most fields that a sentence names. */
const maxFields = 10;

function fieldList(names: readonly string[]): string {
  const shown = names.slice(0, maxFields).map((name) => `"${abbreviate(40, name)}"`);
  if (names.length > maxFields) shown.push('...');
  return shown.join(', ');
}

// Builtins that reject their arguments with a message of the reference that does not say what they take.

const byCause: ReadonlyMap<string, string> = new Map([
  [
    'time default format parse failure',
    '`time` takes times such as "2026-01-31T12:30:00Z". For other formats, use `parse-time`: ' +
      '(parse-time "%F" "2026-01-31").',
  ],
  [
    'parse-time parse failure',
    'The string does not have this format. In a format, %Y, %m and %d are year, month and day, and %H, %M and %S ' +
      'are hours, minutes and seconds: (parse-time "%F %H:%M" "2026-01-31 12:30").',
  ],
  ['Unsupported character set', 'Use `CHARSET_ASCII` or `CHARSET_LATIN1`.'],
  ['invalid module name format', 'Write the name of a module, such as "coin" or "free.shop".'],
  [
    'create-module-guard: must call within module',
    'A module guard belongs to the module that creates it. Call this in a function of a module.',
  ],
  [
    'native must be called within a defcap body',
    'This builtin works only in the body of a defcap itself, not in a function that the defcap calls.',
  ],
  [
    'Namespace definition not permitted',
    'The policy for namespaces of this chain does not allow this name for these guards.',
  ],
  [
    'tx-function failure Begin Tx',
    'A transaction is open already. End it with `commit-tx` or `rollback-tx` first.',
  ],
  ['divide by zero', 'The second number is 0.'],
  ['mismatch', 'The public key does not belong to this secret key.'],
]);

/** Returns `undefined` for a message that says enough. */
export const builtinAdvice = (cause: string): string | undefined => byCause.get(cause);
