// Turns the type of a definition into its scheme: undecided variables can be chosen for every use, within their
// constraints.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (generalizeWithTerm).

import { compareText } from '../../base/text.ts';
import { evalError, type EvalError } from '../diagnostics/error.ts';
import { haveCommonType } from './classes.ts';
import { reduceConstraints, type Demanded } from './constraints.ts';
import type { ClassName, Constraint, Scheme } from './scheme.ts';
import { resolved, type AnyVariable, type Reference, type Row, type Type } from './type.ts';
import { TypeTexts } from './type-text.ts';
import { unify } from './unify.ts';
import type { Work } from './work.ts';

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
  const free = new FreeVariables(work);
  free.type(type);
  const constraints: Constraint[] = [];
  const undecided: Demanded[] = [];
  for (const each of open) {
    if (free.meets(each.constraint)) constraints.push(each.constraint);
    else undecided.push(each);
  }
  enforceDecidable(undecided);
  for (const each of constraints) free.constraint(each);
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

/** In the order in which they occur in a type; fields by name. */
class FreeVariables {
  readonly found = new Set<AnyVariable>();
  private readonly seen = new Set<Type | Row>();
  private readonly work: Work;

  constructor(work: Work) {
    this.work = work;
  }

  type(written: Type): void {
    const type = resolved<Type>(written);
    if (type.kind === 'variable') this.found.add(type);
    if (type.kind === 'variable' || type.kind === 'primitive' || this.seen.has(type)) return;
    this.seen.add(type);
    this.work.enter();
    this.parts(type);
    this.work.leave();
  }

  private parts(type: Type): void {
    switch (type.kind) {
      case 'function':
        this.type(type.parameter);
        return this.type(type.result);
      case 'nullary':
        return this.type(type.result);
      case 'list':
        return this.type(type.element);
      case 'object':
      case 'table':
        return this.row(type.row);
      case 'module': {
        const reference = resolved<Reference>(type.reference);
        if (reference.kind === 'variable') this.found.add(reference);
        return;
      }
      default:
        return;
    }
  }

  private row(written: Row): void {
    const row = resolved<Row>(written);
    if (row.kind === 'variable') this.found.add(row);
    if (row.kind !== 'fields' || this.seen.has(row)) return;
    this.seen.add(row);
    const fields = [...row.fields].sort(([left], [right]) => compareText(left, right));
    for (const [, type] of fields) this.type(type);
  }

  constraint(constraint: Constraint): void {
    if (constraint.kind === 'class') return this.type(constraint.type);
    for (const row of rowsOf(constraint)) this.row(row);
  }

  /** Whether it contains one of the variables found. */
  meets(constraint: Constraint): boolean {
    const others = new FreeVariables(this.work);
    others.constraint(constraint);
    return [...others.found].some((variable) => this.found.has(variable));
  }
}

function rowsOf(constraint: Exclude<Constraint, { kind: 'class' }>): readonly Row[] {
  return constraint.kind === 'part'
    ? [...constraint.part, ...constraint.whole]
    : [...constraint.left, ...constraint.right];
}
