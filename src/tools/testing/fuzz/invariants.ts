// Checks whether the invariants of a module hold in the current tables.

import { isRefusal } from '../../../lang/session/store.ts';
import { stringText, valueExpression } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { firstLine } from '../../../base/prose.ts';
import type { Invariant, RowInvariant } from './targets.ts';

export type Breach = {
  /** The name of the invariant; it stays the same during shrinking. */
  readonly name: string;
  readonly message: string;
  /** A program that shows the breach. */
  readonly step: string;
};

/** Checking larger tables after every call takes too long. */
const maxRows = 200;

/** The result of one check of the tables. */
export type Look = {
  /** The first breach of each invariant. */
  readonly breaches: readonly Breach[];
  /** Names of invariants that were evaluated; those for rows only if there was a row. */
  readonly judged: ReadonlySet<string>;
  /** The reasons why other invariants could not be evaluated, by name. */
  readonly faults: ReadonlyMap<string, string>;
};

type Judgement =
  | { readonly kind: 'holds' | 'nothing' }
  | { readonly kind: 'fault'; readonly why: string }
  | { readonly kind: 'broken'; readonly breach: Breach };

export function judgeInvariants(
  invariants: readonly Invariant[],
  module: string,
  session: FuzzSession,
): Look {
  const breaches = new Map<string, Breach>();
  const judged = new Set<string>();
  const faults = new Map<string, string>();
  for (const invariant of invariants) {
    const { name } = invariant;
    if (breaches.has(name)) continue;
    const judgement =
      invariant.kind === 'function'
        ? judgeFunction(name, session)
        : judgeRows(invariant, module, session);
    if (judgement.kind === 'broken') breaches.set(name, judgement.breach);
    if (judgement.kind === 'broken' || judgement.kind === 'holds') judged.add(name);
    if (judgement.kind === 'fault') faults.set(name, judgement.why);
  }
  return { breaches: [...breaches.values()], judged, faults };
}

function judgeFunction(name: string, session: FuzzSession): Judgement {
  const outcome = session.askFreely(`(${name})`);
  if (outcome.kind === 'ended') return { kind: 'nothing' };
  if (outcome.kind === 'value' && outcome.value !== false) return { kind: 'holds' };
  const message = outcome.kind === 'value' ? 'it is false' : firstLine(outcome.error.message);
  const step = `(expect "${name}" true (${name}))`;
  return { kind: 'broken', breach: { name, message, step } };
}

function judgeRows(
  { name, table, text, fields }: RowInvariant,
  module: string,
  session: FuzzSession,
): Judgement {
  const keys = session.tables.rowKeys(table);
  if (isRefusal(keys)) return { kind: 'nothing' };
  let judgement: Judgement = { kind: 'nothing' };
  for (const key of keys.slice(0, maxRows)) {
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
    // Guards and module references cannot be written; they exist only in the table.
    const isWritten = values.every(([, value]) => value !== undefined);
    // Its functions and tables are used as in the module itself.
    const program = `${admin} ${isWritten ? written : readThere}`;
    const outcome = session.askFreely(program);
    // A failed evaluation says nothing about the row.
    if (outcome.kind === 'error' && judgement.kind === 'nothing') {
      judgement = { kind: 'fault', why: firstLine(outcome.error.message) };
    }
    if (outcome.kind === 'value' && outcome.value !== false) judgement = { kind: 'holds' };
    if (outcome.kind !== 'value' || outcome.value !== false) continue;
    const where = `${module}.${table.name} ${stringText(key)}`;
    const shown = values.flatMap(([field, value]) =>
      value === undefined ? [] : [`${field} ${value}`],
    );
    const message = [`it is false of ${where}`, shown.join(', ')]
      .filter((part) => part !== '')
      .join(': ');
    const step = `${admin}\n(expect ${stringText(name)} true ${readThere})`;
    return { kind: 'broken', breach: { name, message, step } };
  }
  return judgement;
}
