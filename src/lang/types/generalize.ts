// Turns the type of a definition into its scheme: undecided variables can be chosen for every use, within their
// constraints.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (generalizeWithTerm).

import { evalError, type EvalError } from '../diagnostics/error.ts';
import { haveCommonType } from './classes.ts';
import { reduceConstraints, type Demanded } from './constraints.ts';
import type { ClassName, Constraint, Scheme } from './scheme.ts';
import { resolved, type Type } from './type.ts';
import { TypeTexts } from './type-text.ts';
import { unify } from './unify.ts';
import { VariablesIn } from './variables-in.ts';
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
