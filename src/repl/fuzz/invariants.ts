// Looks whether the invariants of a module hold in the tables as they are.

import { isRefusal } from '../../lang/session/index.ts';
import { stringText } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import type { SequenceTarget, TableInvariant } from './targets.ts';
import { valueExpression } from './value-text.ts';

export type Breach = {
  /** Of the invariant; stays the same while calls get fewer. */
  readonly name: string;
  readonly message: string;
  /** A program that shows it. */
  readonly step: string;
};

/** Larger tables take too long after every call. */
const mostRows = 200;

export function findBreach(target: SequenceTarget, session: FuzzSession): Breach | undefined {
  for (const each of target.functions) {
    const name = `${target.module}.${each}`;
    const outcome = session.attempt(`(${name})`);
    if (outcome.kind === 'value' && outcome.value !== false) continue;
    const message = outcome.kind === 'value' ? 'it is false' : outcome.error.message;
    return { name, message: `${name}: ${message}`, step: `(expect "${name}" true (${name}))` };
  }
  for (const invariant of target.tables) {
    const breach = breachIn(invariant, target.module, session);
    if (breach !== undefined) return breach;
  }
  return undefined;
}

function breachIn(
  { name, table, text, fields }: TableInvariant,
  module: string,
  session: FuzzSession,
): Breach | undefined {
  const keys = session.tables.rowKeys(table);
  if (isRefusal(keys)) return undefined;
  for (const key of keys.slice(0, mostRows)) {
    const row = session.tables.readRow(table, key);
    if (row === undefined || isRefusal(row)) continue;
    const values = fields.map((field) => {
      const value = row.get(field);
      return [field, value === undefined ? undefined : valueExpression(value)] as const;
    });
    const read = `(read ${module}.${table.name} ${stringText(key)})`;
    const bound = fields.map((field) => `(${field} (at ${stringText(field)} row))`).join(' ');
    const readThere = `(let ((row ${read}) ${bound}) ${text})`;
    const admin = `(env-module-admin ${module}) (use ${module})`;
    const binders = values.map(([field, value]) => `(${field} ${value ?? ''})`).join(' ');
    const written = fields.length === 0 ? text : `(let (${binders}) ${text})`;
    // Guards and modules are there in the table alone.
    const isWritten = values.every(([, value]) => value !== undefined);
    const outcome = session.attempt(
      isWritten ? `(use ${module}) ${written}` : `${admin} ${readThere}`,
    );
    // What cannot be evaluated says nothing about the row.
    if (outcome.kind !== 'value' || outcome.value !== false) continue;
    const where = `${module}.${table.name} ${stringText(key)}`;
    const shown = values.flatMap(([field, value]) =>
      value === undefined ? [] : [`${field} ${value}`],
    );
    return {
      name,
      message: [`${name} is false of ${where}`, shown.join(', ')]
        .filter((part) => part !== '')
        .join(': '),
      step: `${admin}\n(expect ${stringText(name)} true ${readThere})`,
    };
  }
  return undefined;
}
