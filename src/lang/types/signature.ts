// The parts of a definition's type: a string for each parameter and for the result, and the constraints on
// the variables in them.
import { type KnownDefinition, schemesOf } from './context.ts';
import { TypeTexts } from './type-text.ts';
import { type Type, resolved } from './type.ts';
import type { Span } from '../../base/span.ts';
import { VariablesIn } from './variables-in.ts';

export type TypeSignature = {
  readonly parameters: readonly string[];
  /** For a defpact: the result of its first step. */
  readonly result: string;
  /** `Num{'a}` */
  readonly constraints: readonly string[];
};

export function typeSignature(known: KnownDefinition): TypeSignature | undefined {
  const scheme = known.kind === 'scheme' ? known.scheme : known.schemes[0];
  if (scheme === undefined) return undefined;
  const texts = new TypeTexts('letters');
  const parameters: string[] = [];
  let rest = resolved<Type>(scheme.type);
  for (let i = 0; i < known.params.length && rest.kind === 'function'; i++) {
    parameters.push(texts.type(rest.parameter));
    rest = resolved<Type>(rest.result);
  }
  const result = texts.type(rest.kind === 'nullary' ? rest.result : rest);
  return {
    parameters,
    result,
    constraints: scheme.constraints.map((each) => texts.constraint(each)),
  };
}

// The types of the terms in one definition as texts, made on request.

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
