// Types with variables that every use may choose, and the constraints on these variables.
import {
  type AnyVariable,
  type Reference,
  type Row,
  type Type,
  Variable,
  listOf,
  nullary,
  objectOf,
  resolved,
  rowOf,
  tableOf,
} from './type.ts';
import type { Work } from './work.ts';
import { type EvalError, evalError } from '../diagnostics/error.ts';
import { haveCommonType } from './classes.ts';
import { type Demanded, reduceConstraints } from './constraints.ts';
import { TypeTexts } from './type-text.ts';
import { unify } from './unify.ts';
import { VariablesIn } from './variables-in.ts';

export const classNames = [
  'Eq',
  'Ord',
  'Show',
  'Add',
  'Num',
  'ListLike',
  'Fractional',
  'EnforceRead',
  'IsValue',
] as const;
export type ClassName = (typeof classNames)[number];

/** Joins rows; of equal fields, the first one is used. */
export type RowSum = readonly Row[];

export type Constraint =
  | {
      readonly kind: 'class';
      readonly name: ClassName;
      readonly type: Type;
      /** The type if nothing in the definition says more. */
      readonly otherwise?: Type;
    }
  /** `part` has some of the fields of `whole`. */
  | { readonly kind: 'part'; readonly part: RowSum; readonly whole: RowSum }
  | { readonly kind: 'equal'; readonly left: RowSum; readonly right: RowSum };

export type Scheme = {
  readonly variables: readonly AnyVariable[];
  readonly constraints: readonly Constraint[];
  readonly type: Type;
};

export const monomorphic = (type: Type): Scheme => ({ variables: [], constraints: [], type });

/** Returns the scheme with fresh variables. */
export function instantiate(
  { variables, constraints, type }: Scheme,
  work: Work,
): { readonly type: Type; readonly constraints: readonly Constraint[] } {
  if (variables.length === 0) return { type, constraints };
  const copier = new Copier(variables, work);
  return {
    type: copier.type(type),
    constraints: constraints.map((each) => copier.constraint(each)),
  };
}

export function mapConstraint(
  constraint: Constraint,
  type: (type: Type) => Type,
  row: (row: Row) => Row,
): Constraint {
  switch (constraint.kind) {
    case 'class':
      return { ...constraint, type: type(constraint.type) };
    case 'part':
      return { kind: 'part', part: constraint.part.map(row), whole: constraint.whole.map(row) };
    case 'equal':
      return { kind: 'equal', left: constraint.left.map(row), right: constraint.right.map(row) };
  }
}

class Copier {
  private readonly fresh = new Map<AnyVariable, AnyVariable>();
  private readonly work: Work;

  constructor(variables: readonly AnyVariable[], work: Work) {
    this.work = work;
    for (const each of variables) this.fresh.set(each, new Variable(each.sort) as AnyVariable);
  }

  constraint(constraint: Constraint): Constraint {
    return mapConstraint(
      constraint,
      (type) => this.type(type),
      (row) => this.row(row),
    );
  }

  type(written: Type): Type {
    const type = resolved<Type>(written);
    this.work.enter();
    const copy = this.copy(type);
    this.work.leave();
    return copy;
  }

  private copy(type: Type): Type {
    switch (type.kind) {
      case 'variable':
        return this.variable(type);
      case 'function':
        return {
          kind: 'function',
          parameter: this.type(type.parameter),
          result: this.type(type.result),
        };
      case 'nullary':
        return nullary(this.type(type.result));
      case 'list':
        return listOf(this.type(type.element));
      case 'object':
        return objectOf(this.row(type.row));
      case 'table':
        return tableOf(this.row(type.row));
      case 'module':
        return { kind: 'module', reference: this.reference(type.reference) };
      default:
        return type;
    }
  }

  row(written: Row): Row {
    const row = resolved<Row>(written);
    if (row.kind === 'variable') return this.variable(row);
    if (row.kind === 'dynamic') return row;
    return rowOf(new Map([...row.fields].map(([name, type]) => [name, this.type(type)])));
  }

  private reference(written: Reference): Reference {
    const reference = resolved<Reference>(written);
    return reference.kind === 'variable' ? this.variable(reference) : reference;
  }

  /** The cast is safe: a variable is replaced by one of the same sort. */
  private variable<Kind extends AnyVariable>(variable: Kind): Kind {
    return (this.fresh.get(variable) ?? variable) as Kind;
  }
}

// Turns the type of a definition into its scheme: undecided variables can be chosen for every use, within their
// constraints.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (generalizeWithTerm).

export function generalize(
  type: Type,
  demanded: readonly Demanded[],
  { work, refuse }: { readonly work: Work; readonly refuse: (error: EvalError) => void },
): Scheme {
  for (const { constraint, span } of demanded) {
    if (constraint.kind !== 'class' || constraint.otherwise === undefined) continue;
    if (resolved<Type>(constraint.type).kind !== 'variable') continue;
    unify(constraint.otherwise, constraint.type, { origin: { span }, span, work });
  }
  const open = reduceConstraints(demanded, work, refuse);
  const free = new VariablesIn();
  free.add(type);
  const constraints: Constraint[] = [];
  const undecided: Demanded[] = [];
  for (const each of open) {
    if (free.meets(each.constraint)) constraints.push(each.constraint);
    else undecided.push(each);
  }
  enforceDecidable(undecided);
  for (const each of constraints) free.addConstraint(each);
  return { variables: [...free.found], constraints, type };
}

/**
 * Variables that no caller chooses may be any type that the classes allow: `(length [])`. The reference
 * rejects these; they are wrong only if no type is possible.
 */
function enforceDecidable(undecided: readonly Demanded[]): void {
  const classesOf = new Map<Type, ClassName[]>();
  for (const { constraint, span } of undecided) {
    if (constraint.kind !== 'class') continue;
    const variable = resolved<Type>(constraint.type);
    const names = [...(classesOf.get(variable) ?? []), constraint.name];
    classesOf.set(variable, names);
    if (haveCommonType(names)) continue;
    const text = new TypeTexts('blanks').type(variable);
    const cause = `No type is of all the classes that ${text} must have: ${names.join(', ')}`;
    throw evalError('CannotResolveConstraints', { cause }, span);
  }
}
