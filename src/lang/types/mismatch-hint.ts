// Hints about the usual cause of a type mismatch.

import type { PrimitiveType } from '../values/type.ts';
import type { Row, Type } from './type.ts';

export function mismatchHint(expected: Type, actual: Type): string | undefined {
  if (expected.kind === 'primitive' && actual.kind === 'primitive') {
    return hints.get(`${expected.name} ${actual.name}`);
  }
  const isFunction = (type: Type): boolean => type.kind === 'function';
  if (isFunction(actual) !== isFunction(expected))
    return 'Are there too few or too many arguments?';
  return undefined;
}

const hints: ReadonlyMap<`${PrimitiveType} ${PrimitiveType}`, string> = new Map([
  ['decimal integer', 'Write the integer as a decimal, such as 1.0, or convert it with dec.'],
  ['integer decimal', 'Convert it to an integer with floor, ceiling or round.'],
  ['guard string', 'To create a guard from the name of a keyset, use keyset-ref-guard.'],
  ['time string', 'To convert a string to a time, use time or parse-time.'],
  ['string integer', 'To convert an integer to a string, use int-to-str or format.'],
  ['integer string', 'To convert a string to an integer, use str-to-int.'],
]);

/** Lists the missing and the extra fields. */
export function fieldsHint(expected: Row, actual: Row): string | undefined {
  if (expected.kind !== 'fields' || actual.kind !== 'fields') return undefined;
  const missing = [...expected.fields.keys()].filter((name) => !actual.fields.has(name));
  const extra = [...actual.fields.keys()].filter((name) => !expected.fields.has(name));
  const parts = [
    ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
    ...(extra.length > 0 ? [`not in the schema: ${extra.join(', ')}`] : []),
  ];
  return parts.length === 0 ? undefined : `Fields ${parts.join('; ')}.`;
}
