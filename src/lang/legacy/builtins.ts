// Translates builtins of Pact 4 to Core terms: some are special forms now and need all their arguments; some have
// an internal name for each number of arguments.
// Source: Serialise/LegacyPact.hs (fromLegacyPersistDirect, desugarApp), IR/Desugar.hs (arities).

import { noSpan } from '../../base/span.ts';
import { coreBuiltins } from '../core/encoding/builtin-index.ts';
import { formArity, type Form } from '../core/model/term.ts';
import { arityOverloads, packedBuiltins } from '../resolve/overloads.ts';
import { refuse } from './fault.ts';
import {
  application,
  formOf,
  inlineUnit,
  lambdaOf,
  looseLocal,
  sequenceOf,
  type LooseTerm,
} from './loose-term.ts';

const span = noSpan;

const formBuiltins: ReadonlyMap<string, Form> = new Map<string, Form>(
  (
    [
      'enforce',
      'enforce-one',
      'if',
      'and',
      'or',
      'with-capability',
      'create-user-guard',
      'try',
    ] as const
  ).map((form) => [form, form]),
);

const charsets = new Map([
  ['CHARSET_ASCII', 0n],
  ['CHARSET_LATIN1', 1n],
]);

const known: ReadonlySet<string> = new Set(coreBuiltins);

/** Returns a builtin as a value; a special form receives units as arguments. */
export function legacyBuiltin(name: string, depth: number): LooseTerm {
  const form = formBuiltins.get(name);
  if (form !== undefined) return formOf(form, Array<LooseTerm>(formArity[form]).fill(inlineUnit));
  const charset = charsets.get(name);
  if (charset !== undefined) {
    return { kind: 'literal', literal: { kind: 'integer', value: charset }, span };
  }
  if (name === 'constantly') {
    const first = '#constantlyA1';
    return lambdaOf([first, '#constantlyA2'], looseLocal(first, 1, depth + 2));
  }
  if (!known.has(name)) return refuse(`the builtin ${name} no longer exists`);
  return { kind: 'builtin', name, span };
}

/** Applies a function of any kind. */
export function applied(fun: LooseTerm, args: readonly LooseTerm[], depth: number): LooseTerm {
  if (fun.kind === 'builtin') return appliedBuiltin(fun.name, args);
  const isForm = fun.kind === 'form' && fun.terms.every((each) => each === inlineUnit);
  return isForm ? appliedForm(fun.form, args, depth) : application(fun, args);
}

function appliedBuiltin(name: string, args: readonly LooseTerm[]): LooseTerm {
  const packed: readonly LooseTerm[] = packedBuiltins.has(name)
    ? [{ kind: 'list', items: args, span }]
    : args;
  const internal = arityOverloads.get(name)?.get(args.length) ?? name;
  return application({ kind: 'builtin', name: internal, span }, packed);
}

/** Forms that can be applied to some of their arguments; other forms take all or none. */
const partialForms: ReadonlySet<Form> = new Set<Form>(['enforce', 'if', 'and', 'or']);

function appliedForm(form: Form, args: readonly LooseTerm[], depth: number): LooseTerm {
  if (form === 'with-capability') return withCapability(args);
  const arity = formArity[form];
  if (args.length === arity) return formOf(form, args);
  const missing = arity - args.length;
  if (partialForms.has(form) && missing > 0 && args.length > 0) {
    return waiting(missing, depth, (rest) => formOf(form, [...args, ...rest]));
  }
  return application(
    waiting(arity, depth, (rest) => formOf(form, rest)),
    args,
  );
}

/** Returns a function of this many arguments. With one argument it is bound one level too far out, as in the reference. */
function waiting(
  count: number,
  depth: number,
  body: (args: readonly LooseTerm[]) => LooseTerm,
): LooseTerm {
  const names = Array.from({ length: count }, (_, i) => `\`lamArg${i + 1}`);
  const indexOf = (i: number): number => (count === 1 ? 1 : count - i - 1);
  return lambdaOf(names, body(names.map((name, i) => looseLocal(name, indexOf(i), depth + count))));
}

function withCapability(args: readonly LooseTerm[]): LooseTerm {
  const [capability, body] = args;
  const sequence = body?.kind === 'list' ? sequenceOf(body.items) : undefined;
  if (capability === undefined || sequence === undefined || args.length !== 2) {
    return refuse('with-capability requires a capability and a body');
  }
  return formOf('with-capability', [capability, sequence]);
}
