// The types of the terms in one definition as texts, made on request.

import type { Span } from '../../base/span.ts';
import { schemesOf, type KnownDefinition } from './context.ts';
import type { Type } from './type.ts';
import { TypeTexts } from './type-text.ts';
import { VariablesIn } from './variables-in.ts';

/** A term and its type as a string: variables are letters, `*` is an unknown type. */
export type TypedTerm = { readonly span: Span; readonly text: () => string };

export type NotedType = { readonly span: Span; readonly type: Type };

/**
 * A variable has the same letter in all terms, and in the signature of the definition. Letters do not depend on which text is
 * requested first.
 */
export function typedTerms(
  known: KnownDefinition | undefined,
  noted: readonly NotedType[],
): readonly TypedTerm[] {
  let made: TypeTexts | undefined;
  const texts = (): TypeTexts => {
    if (made !== undefined) return made;
    const variables = new VariablesIn();
    const schemes = known === undefined ? [] : schemesOf(known);
    for (const { type } of [...schemes, ...noted]) variables.add(type);
    made = new TypeTexts('letters');
    made.nameInOrder(variables.found);
    return made;
  };
  return noted.map(({ span, type }) => ({ span, text: () => texts().type(type) }));
}
