// Looks whether the invariants of a module hold in the tables as they are.

import { isRefusal } from '../../lang/session/index.ts';
import { stringText } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { firstLine } from '../first-line.ts';
import type { Invariant, RowInvariant } from './targets.ts';
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

/** The first breach of each name. */
export function findBreaches(
  invariants: readonly Invariant[],
  module: string,
  session: FuzzSession,
): readonly Breach[] {
  const breaches = new Map<string, Breach>();
  for (const invariant of invariants) {
    if (breaches.has(invariant.name)) continue;
    const breach =
      invariant.kind === 'function'
        ? functionBreach(invariant.name, session)
        : rowBreach(invariant, module, session);
    if (breach !== undefined) breaches.set(breach.name, breach);
  }
  return [...breaches.values()];
}

function functionBreach(name: string, session: FuzzSession): Breach | undefined {
  const outcome = session.ask(`(${name})`);
  if (outcome.kind === 'ended') return undefined;
  if (outcome.kind === 'value' && outcome.value !== false) return undefined;
  const message = outcome.kind === 'value' ? 'it is false' : firstLine(outcome.error.message);
  return { name, message, step: `(expect "${name}" true (${name}))` };
}

function rowBreach(
  { name, table, text, fields }: RowInvariant,
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
    const outcome = session.ask(isWritten ? `(use ${module}) ${written}` : `${admin} ${readThere}`);
    // What cannot be evaluated says nothing about the row.
    if (outcome.kind !== 'value' || outcome.value !== false) continue;
    const where = `${module}.${table.name} ${stringText(key)}`;
    const shown = values.flatMap(([field, value]) =>
      value === undefined ? [] : [`${field} ${value}`],
    );
    return {
      name,
      message: [`it is false of ${where}`, shown.join(', ')]
        .filter((part) => part !== '')
        .join(': '),
      step: `${admin}\n(expect ${stringText(name)} true ${readThere})`,
    };
  }
  return undefined;
}
