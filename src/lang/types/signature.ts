// The parts of a definition's type: a string for each parameter and for the result, and the constraints on
// the variables in them.

import type { KnownDefinition } from './context.ts';
import { TypeTexts } from './type-text.ts';
import { resolved, type Type } from './type.ts';

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
