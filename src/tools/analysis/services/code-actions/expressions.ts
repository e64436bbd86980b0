// The expressions of a file around a place.

import { partsOf, type Expression, type TopLevel } from '../../../../lang/session/analyse.ts';
import type { WrittenDefinition } from '../../../../script/pages/written-definition.ts';
import { expressionsOf } from '../../workspace/walk-written.ts';
import type { TextRange } from '../../workspace/symbols.ts';
import { contains, type ActionPlace } from './action.ts';

export type Call = Extract<Expression, { readonly kind: 'application' }>;

export function calledName({ head }: Call): string | undefined {
  return head.kind === 'variable' && head.name.kind === 'bare' ? head.name.name : undefined;
}

/** Returns the expressions that contain the range, the innermost last. */
export function expressionsAt(place: ActionPlace): readonly Expression[] {
  const definition = definitionAt(place);
  const form = formAt(place);
  const roots =
    definition !== undefined
      ? expressionsOf(definition)
      : form?.kind === 'term'
        ? [form.expression]
        : [];
  const path: Expression[] = [];
  let found = within(roots, place.range);
  while (found !== undefined) {
    path.push(found);
    found = within(partsOf(found), place.range);
  }
  return path;
}

export const formAt = ({ document, range }: ActionPlace): TopLevel | undefined =>
  document.forms.find(({ span }) => contains(span, range));

export function definitionAt(place: ActionPlace): WrittenDefinition | undefined {
  const form = formAt(place);
  switch (form?.kind) {
    case 'module':
    case 'interface':
      return form.definitions.find(({ span }) => contains(span, place.range));
    case 'defun':
    case 'defconst':
      return form;
    default:
      return undefined;
  }
}

/** A binding form has the same span as its call, so the last match is the innermost. */
function within(parts: readonly Expression[], range: TextRange): Expression | undefined {
  return parts.find(({ span }) => contains(span, range));
}
