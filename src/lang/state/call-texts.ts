// Calls in error texts: names as programs write them, arguments, and the ways to call a builtin.

import type { TypedPlace } from '../diagnostics/entry.ts';
import type { Arg } from '../core/model/term.ts';
import { replModuleName } from '../resolve/top-level.ts';
import type { FullyQualifiedName } from '../values/names.ts';
import { prettyCall } from '../values/text/pretty.ts';
import type { PactValue } from '../values/value.ts';

/** The maximum number of characters of a call shown in advice. */
const longestCall = 200;

/** Describes the parameter at this index, with the whole call. */
export function argumentPlace(
  callee: FullyQualifiedName,
  params: readonly Arg[],
  index: number,
  values: readonly PactValue[],
): TypedPlace {
  const call = () => prettyCall(writtenName(callee), values, { limit: longestCall });
  return { kind: 'argument', name: params[index]?.name ?? '', call };
}

/** Returns the name as programs write it: definitions of the REPL have no module prefix. */
export const writtenName = (name: FullyQualifiedName): string =>
  name.module.text === replModuleName.text ? name.name : name.qualified;

/** The parameters of a builtin, by overload. */
type Usage = {
  readonly written: string;
  readonly overloads: readonly { readonly params: readonly Parameter[] }[];
};

type Parameter = { readonly name: string; readonly type: string };

/** `(at index:integer list:list) or (at field:string object:object)` */
export function usageText({ written, overloads }: Usage): string {
  const wider = overloads.filter(
    ({ params }) => !overloads.some((other) => other.params !== params && takes(other, params)),
  );
  const usages = wider.map(({ params }) =>
    [written, ...params.map(({ name, type }) => typed(name, type))].join(' '),
  );
  return [...new Set(usages)].map((usage) => `(${usage})`).join(' or ');
}

/** Returns whether the parameters accept everything the other overload accepts, and more. */
function takes({ params }: Usage['overloads'][number], narrow: readonly { type: string }[]) {
  const isWider = params.some(({ type }, i) => type !== narrow[i]?.type);
  return isWider && params.every(({ type }, i) => isWithin(narrow[i]?.type ?? '', type));
}

const isWithin = (narrow: string, wide: string): boolean =>
  narrow === wide || (wide === 'number' && (narrow === 'integer' || narrow === 'decimal'));

const typed = (name: string, type: string): string =>
  type === 'any' || type === 'value' ? name : `${name}:${type}`;
