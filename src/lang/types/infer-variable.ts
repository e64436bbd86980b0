// Infers the type of a name: a local variable, a definition, a module, or a call through a module reference.

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import type { Name, Term } from '../core/model/term.ts';
import { evalError, fail } from '../diagnostics/error.ts';
import { FullyQualifiedName } from '../values/names.ts';
import type { Context } from './context.ts';
import { sortedInterfaces } from './interfaces.ts';
import { dynamic, resolved, type Reference, type Type } from './type.ts';
import { typeText } from './type-text.ts';

type Variable = Extract<Term, { kind: 'var' }>;
type Top = Extract<Name, { kind: 'top' }>;
type DynamicCall = Extract<Name, { kind: 'dynamic' }>;

export function inferVariable(context: Context, { name, span }: Variable): Type {
  switch (name.kind) {
    case 'local': {
      const type = context.local(name.index);
      assert(type !== undefined, 'a local variable is bound');
      return type;
    }
    case 'top':
      return definitionType(context, name, span);
    case 'modref':
      return {
        kind: 'module',
        reference: { kind: 'interfaces', names: sortedInterfaces(name.interfaces) },
      };
    case 'dynamic':
      return memberType(context, name, span);
  }
}

function definitionType(context: Context, name: Top, span: Span): Type {
  const known = context.environment.definition(fullName(name));
  // A definition that could not be inferred has an error of its own; here it fits everywhere.
  if (known === undefined) return dynamic;
  if (known.kind === 'scheme') return context.instantiate(known.scheme, span);
  const scheme = known.schemes[context.step ?? 0];
  if (scheme !== undefined) return context.instantiate(scheme, span);
  const data = { name: `${name.module.text}.${name.text}`, step: context.step ?? 0 };
  return fail('DefPactStepIndexOutOfBounds', data, span);
}

export const fullName = ({ module, text, hash }: Top): FullyQualifiedName =>
  new FullyQualifiedName(module, text, hash);

/** `m::f`: the first interface of `m` that declares `f` decides its type. */
function memberType(context: Context, { text, member, index }: DynamicCall, span: Span): Type {
  const variable = context.local(index);
  assert(variable !== undefined, 'a local variable is bound');
  const type = resolved<Type>(variable);
  if (type.kind === 'dynamic') return dynamic;
  const reference = type.kind === 'module' ? resolved<Reference>(type.reference) : undefined;
  if (reference?.kind !== 'interfaces') {
    const error = evalError('CannotInferTypeAsModRef', { type: typeText(type) }, span);
    throw error.withHint(
      type.kind === 'variable'
        ? `Annotate ${text} with its interface: ${text}:module{interface}.`
        : undefined,
    );
  }
  for (const name of reference.names) {
    const found = context.environment.interfaceMember(name, member);
    if (found !== undefined) return found.type;
  }
  const interfaces = reference.names.map((name) => name.text);
  return fail('CannotDetermineDynamicInvoke', { name: text, member, interfaces }, span);
}
