// The terms of definitions.

import type { Def, Step } from './definition.ts';
import type { Term } from './term.ts';

/** The terms that a call runs; for a defpact, those of all its steps. */
export function termsOf(def: Def): readonly Term[] {
  switch (def.kind) {
    case 'defun':
    case 'defcap':
      return [def.term];
    case 'defpact':
      return def.steps.flatMap(stepTerms);
    default:
      return [];
  }
}

/** In the order in which they are stored, measured and searched for dependencies. */
export function stepTerms<N, T>(step: Step<N, T>) {
  switch (step.kind) {
    case 'step':
      return [step.body];
    case 'step-with-rollback':
      return [step.body, step.rollback];
    case 'entity-step':
      return [step.entity, step.body];
    case 'entity-step-with-rollback':
      return [step.entity, step.body, step.rollback];
  }
}
