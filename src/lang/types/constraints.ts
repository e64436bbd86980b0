// The constraints on types that inference of a definition collects, decided as soon as the types are known: classes, and
// rows that are part of other rows.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (reduce, toHnf, simplify, roseSubRow, roseRowEq). The
// order of the remaining constraints is the reference's, because schemes show it.

import type { Span } from '../../base/span.ts';
import { compareText } from '../../base/text.ts';
import { evalError, type EvalError } from '../diagnostics/error.ts';
import { classes, instanceOf } from './classes.ts';
import type { Constraint, RowSum } from './scheme.ts';
import { resolved, rowOf, type Row, type Type, type Variable } from './type.ts';
import { TypeTexts } from './type-text.ts';
import { unify, unifyRows } from './unify.ts';
import type { Work } from './work.ts';

/** A constraint and the place that requires it. */
export type Demanded = {
  readonly constraint: Constraint;
  readonly span: Span;
  /** More about this place, if its type is that of a function. */
  readonly explain?: () => string | undefined;
};

/** The constraints that the choice of variables must decide. */
export function reduceConstraints(
  demanded: readonly Demanded[],
  work: Work,
  refuse: (error: EvalError) => void,
): readonly Demanded[] {
  const reduce = (each: Demanded): readonly Demanded[] =>
    work.recovering(() => reduceOne(each, work), refuse) ?? [];
  let pending = demanded;
  for (;;) {
    work.step();
    const open = pending.flatMap(reduce).reverse();
    const isStable = open.every((each) => isOpen(each.constraint));
    pending = open;
    if (isStable) return withoutRepetition(open);
  }
}

/** Decides `count` constraints on fields of objects as far as possible now; the rest stays. */
export function settleRows(demanded: Demanded[], from: number, count: number, work: Work): void {
  const some = demanded.slice(from, from + count);
  if (some.every(({ constraint }) => constraint.kind === 'class')) return;
  // Removed first, so that a failing one is not checked again.
  demanded.splice(from, count);
  const settled = some.flatMap((each) =>
    each.constraint.kind === 'class' ? [each] : reduceOne(each, work),
  );
  demanded.splice(from, 0, ...settled);
}

/** Returns nothing if it holds, or the constraint, simplified if possible, if it cannot be decided yet. */
function reduceOne(demanded: Demanded, work: Work): readonly Demanded[] {
  work.step();
  const { constraint } = demanded;
  switch (constraint.kind) {
    case 'class': {
      const type = resolved<Type>(constraint.type);
      if (type.kind === 'variable') return [demanded];
      const answer = instanceOf(constraint.name, type);
      if (answer === true) return [];
      if (answer === false) return refuseClass(demanded, constraint);
      return reduceOne({ ...demanded, constraint: { ...constraint, type: answer } }, work);
    }
    case 'part':
      return reducePart(demanded, constraint, work);
    case 'equal':
      return reduceEqual(demanded, constraint, work);
  }
}

function isOpen(constraint: Constraint): boolean {
  switch (constraint.kind) {
    case 'class':
      return resolved<Type>(constraint.type).kind === 'variable';
    case 'part':
      return fieldsOf(constraint.part) === undefined || fieldsOf(constraint.whole) === undefined;
    case 'equal':
      return !isDecidable(constraint);
  }
}

function refuseClass(
  { span, explain }: Demanded,
  { name, type }: Extract<Constraint, { kind: 'class' }>,
): never {
  const { message, hint } = classes[name];
  const cause = message(new TypeTexts('blanks').type(type));
  const error = evalError('CannotResolveConstraints', { cause }, span);
  const { kind } = resolved<Type>(type);
  const explanation = kind === 'function' || kind === 'nullary' ? explain?.() : undefined;
  throw explanation === undefined ? error.withHint(hint) : error.withExplanation(explanation);
}

function reducePart(
  demanded: Demanded,
  { part, whole }: Extract<Constraint, { kind: 'part' }>,
  work: Work,
): readonly Demanded[] {
  if (isDynamic(part) || isDynamic(whole)) return [];
  const some = fieldsOf(part);
  const all = fieldsOf(whole);
  if (some === undefined || all === undefined) return [demanded];
  const { span } = demanded;
  for (const [name, type] of some) {
    const other = all.get(name);
    if (other === undefined) return refuseField(name, all, span);
    unify(other, type, { origin: { span, why: `field ${name}` }, span, work });
  }
  return [];
}

function refuseField(name: string, all: ReadonlyMap<string, Type>, span: Span): never {
  const fields = [...all.keys()].sort(compareText);
  const text = new TypeTexts('blanks').row(rowOf(all));
  const error = evalError('RowLacksField', { field: name, row: text }, span);
  throw error.withNamesInScope(() => fields);
}

function reduceEqual(
  demanded: Demanded,
  constraint: Extract<Constraint, { kind: 'equal' }>,
  work: Work,
): readonly Demanded[] {
  const { left, right } = constraint;
  if (isDynamic(left) || isDynamic(right)) return [];
  if (!isDecidable(constraint)) return [demanded];
  const { span } = demanded;
  const at = { origin: { span }, span, work };
  const [sum, total] = fieldsOf(right) === undefined ? [right, left] : [left, right];
  const fields = fieldsOf(total);
  if (fields === undefined) return [demanded];
  const known = fieldsOf(sum);
  if (known !== undefined) {
    unifyRows(rowOf(known), rowOf(fields), at);
    return [];
  }
  const variables = sum.map((row) => resolved<Row>(row)).filter((row) => row.kind === 'variable');
  const rest = new Map(fields);
  for (const row of sum) {
    const summand = resolved<Row>(row);
    if (summand.kind !== 'fields') continue;
    for (const [name, type] of summand.fields) {
      const other = rest.get(name);
      if (other === undefined) return refuseField(name, fields, span);
      unify(other, type, at);
    }
    for (const name of summand.fields.keys()) rest.delete(name);
  }
  const [variable] = variables;
  if (variable !== undefined) unifyRows(variable, rowOf(rest), at);
  return [];
}

/** At most one of the rows on both sides is unknown. */
function isDecidable({ left, right }: Extract<Constraint, { kind: 'equal' }>): boolean {
  const unknown = (rows: RowSum): number =>
    rows.filter((row) => resolved<Row>(row).kind === 'variable').length;
  return unknown(left) + unknown(right) <= 1;
}

const isDynamic = (rows: RowSum): boolean =>
  rows.some((row) => resolved<Row>(row).kind === 'dynamic');

/** The fields of all rows together, if all are known. */
function fieldsOf(rows: RowSum): ReadonlyMap<string, Type> | undefined {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) {
    const row = resolved<Row>(only);
    return row.kind === 'fields' ? row.fields : undefined;
  }
  const fields = new Map<string, Type>();
  for (const written of rows) {
    const row = resolved<Row>(written);
    if (row.kind !== 'fields') return undefined;
    for (const [name, type] of row.fields) if (!fields.has(name)) fields.set(name, type);
  }
  return fields;
}

/** Removes duplicate classes of a variable, because users read schemes. */
function withoutRepetition(demanded: readonly Demanded[]): readonly Demanded[] {
  const seen = new Map<Variable<Type>, Set<string>>();
  return demanded.filter(({ constraint }) => {
    if (constraint.kind !== 'class') return true;
    const type = resolved<Type>(constraint.type);
    if (type.kind !== 'variable') return true;
    const names = seen.get(type) ?? new Set();
    if (names.has(constraint.name)) return false;
    seen.set(type, names.add(constraint.name));
    return true;
  });
}
