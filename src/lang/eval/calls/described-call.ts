// Describes calls for error texts: the callee as programs write it, its parameters and its arguments.

import type { DescribedCall, TypedPlace } from '../../diagnostics/entry.ts';
import type { Arg } from '../../core/model/term.ts';
import { replModuleName } from '../../resolve/top-level.ts';
import type { FullyQualifiedName } from '../../values/names.ts';
import { prettyCall } from '../../values/text/pretty.ts';
import type { PactValue } from '../../values/value.ts';
import type { Builtin } from './builtin.ts';
import type { Closure } from '../value.ts';

/** `given`: the number of arguments that the call adds to those of a partial application. */
export function describedCall(closure: Closure, given: number): DescribedCall {
  switch (closure.closure) {
    case 'defun':
      return called(writtenName(closure.name), closure.code.params, given);
    case 'lambda':
      return called(undefined, closure.code.params, given);
    case 'partial': {
      const { name, code } = closure;
      const callee = name === undefined ? undefined : writtenName(name);
      return called(callee, code.params, closure.given + given);
    }
    case 'builtin':
      return calledBuiltin(closure.builtin, given);
    case 'partial-builtin':
      return calledBuiltin(closure.builtin, closure.builtin.arity - closure.missing + given);
    case 'defpact':
      return called(writtenName(closure.name), closure.def.params, given);
    case 'captoken':
      return called(writtenName(closure.name), closure.params, given);
  }
}

type Named = { readonly name: string };

const called = (
  callee: string | undefined,
  parameters: readonly Named[],
  given: number,
): DescribedCall => ({ callee, parameters: parameters.map(({ name }) => name), given });

const calledBuiltin = ({ written, overloads }: Builtin, given: number): DescribedCall =>
  called(written, overloads[0]?.params ?? [], given);

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

/** `(at index:integer list:list) or (at field:string object:object)` */
export function usageText({ written, overloads }: Builtin): string {
  const wider = overloads.filter(
    ({ params }) => !overloads.some((other) => other.params !== params && takes(other, params)),
  );
  const usages = wider.map(({ params }) =>
    [written, ...params.map(({ name, type }) => typed(name, type))].join(' '),
  );
  return [...new Set(usages)].map((usage) => `(${usage})`).join(' or ');
}

/** Whether the parameters accept everything the other overload accepts, and more. */
function takes({ params }: Builtin['overloads'][number], narrow: readonly { type: string }[]) {
  const isWider = params.some(({ type }, i) => type !== narrow[i]?.type);
  return isWider && params.every(({ type }, i) => isWithin(narrow[i]?.type ?? '', type));
}

const isWithin = (narrow: string, wide: string): boolean =>
  narrow === wide || (wide === 'number' && (narrow === 'integer' || narrow === 'decimal'));

const typed = (name: string, type: string): string =>
  type === 'any' || type === 'value' ? name : `${name}:${type}`;
