// Resolves names in terms: De Bruijn indices for variables, module and hash for definitions.
// Source: IR/Desugar.hs (renameTerm).
//
// Bodies, lets and conditions are nested to the right, as deep as they are long. So the last part of a node is visited not
// by recursion but by continuing the loop, and the open nodes are closed afterwards.

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import type { Arg, ParsedName, Term } from '../core/model/term.ts';
import { fail } from '../diagnostics/error.ts';
import { applyBuiltin, withInterfaceName } from './overloads.ts';
import { legacyBuiltin, refer, resolveName } from './names.ts';
import { lastPart, type ParsedTerm } from './parsed.ts';
import { hole, recovering } from './recover.ts';
import type { Resolution } from './resolution.ts';
import type { Shadowed } from './scope.ts';
import { resolveArg, resolveArgs } from './types.ts';

type Node<K extends ParsedTerm['kind']> = Extract<ParsedTerm, { kind: K }>;

/** A node whose last part is not resolved yet. */
type Open =
  | { readonly kind: 'sequence'; readonly term: Node<'sequence'>; readonly first: Term }
  | {
      readonly kind: 'let';
      readonly term: Node<'let'>;
      readonly arg: Arg;
      readonly value: Term;
      readonly shadowed: Shadowed;
    }
  | { readonly kind: 'form'; readonly term: Node<'form'>; readonly before: readonly Term[] }
  | { readonly kind: 'nullary'; readonly term: Node<'nullary'> };

export function resolveTerm(resolution: Resolution, whole: ParsedTerm): Term {
  let term = whole;
  let open: Open[] | undefined;
  for (;;) {
    switch (term.kind) {
      case 'sequence': {
        const first = resolveTerm(resolution, term.first);
        (open ??= []).push({ kind: 'sequence', term, first });
        term = term.second;
        continue;
      }
      case 'let':
        (open ??= []).push(openLet(resolution, term));
        term = term.body;
        continue;
      case 'form': {
        const last = term.terms.at(-1);
        assert(last !== undefined, 'a form has terms');
        (open ??= []).push(openForm(resolution, term));
        term = last;
        continue;
      }
      case 'nullary':
        (open ??= []).push({ kind: 'nullary', term });
        term = term.body;
        continue;
      default: {
        const resolved = resolveClosed(resolution, term);
        return open === undefined ? resolved : closeAll(resolution, open, resolved);
      }
    }
  }
}

function openLet(resolution: Resolution, term: Node<'let'>): Open {
  const arg = resolveArg(resolution, term.arg, term.span);
  const value = resolveTerm(resolution, term.value);
  return { kind: 'let', term, arg, value, shadowed: resolution.locals.bind(arg.name) };
}

function openForm(resolution: Resolution, term: Node<'form'>): Open {
  if (term.form === 'with-capability' && resolution.withinDefcap) {
    fail('NotAllowedWithinDefcap', { form: term.form }, term.span);
  }
  return { kind: 'form', term, before: resolveTerms(resolution, term.terms.slice(0, -1)) };
}

function closeAll(resolution: Resolution, open: readonly Open[], last: Term): Term {
  let result = last;
  for (let i = open.length - 1; i >= 0; i--) result = close(resolution, open[i] as Open, result);
  return result;
}

function close(resolution: Resolution, open: Open, last: Term): Term {
  const { span } = open.term;
  switch (open.kind) {
    case 'sequence':
      return { kind: 'sequence', first: open.first, second: last, span };
    case 'let':
      resolution.locals.unbind(open.arg.name, open.shadowed);
      return { kind: 'let', arg: open.arg, value: open.value, body: last, span };
    case 'form':
      return { kind: 'form', form: open.term.form, terms: [...open.before, last], span };
    case 'nullary':
      return { kind: 'nullary', body: last, span };
  }
}

export function resolveTerms(
  resolution: Resolution,
  terms: readonly ParsedTerm[],
): readonly Term[] {
  return terms.map((term) => resolveTerm(resolution, term));
}

/** Nodes without a last part to continue with. */
function resolveClosed(
  resolution: Resolution,
  term: Exclude<ParsedTerm, Node<Open['kind']>>,
): Term {
  const { span } = term;
  switch (term.kind) {
    case 'var':
      return resolveVariable(resolution, term);
    case 'lambda':
      return resolveLambda(resolution, term);
    case 'app': {
      const { fun: head } = term;
      const legacy =
        head.kind === 'var' ? legacyBuiltin(resolution, head.name, head.span) : undefined;
      if (legacy !== undefined) {
        resolution.environment.refer?.(head.span, { kind: 'builtin', name: legacy });
        const args = withInterfaceName(resolution, legacy, term.args);
        const applied = applyBuiltin(resolution.environment.builtins, legacy, args, span);
        return resolveTerm(resolution, applied);
      }
      const fun = resolveTerm(resolution, term.fun);
      return { kind: 'app', fun, args: resolveTerms(resolution, term.args), span };
    }
    case 'list':
      return { kind: 'list', items: resolveTerms(resolution, term.items), span };
    case 'object':
      return {
        kind: 'object',
        fields: term.fields.map(
          ([field, value]) => [field, resolveTerm(resolution, value)] as const,
        ),
        span,
      };
    case 'builtin':
    case 'literal':
    case 'inline':
      return term;
  }
}

function resolveVariable(resolution: Resolution, { name: written, span }: Node<'var'>): Term {
  if (resolution.environment.recover === undefined) return variableTerm(resolution, written, span);
  return recovering(
    resolution.environment,
    () => variableTerm(resolution, written, span),
    () => hole(span),
  );
}

function variableTerm(resolution: Resolution, written: ParsedName, span: Span): Term {
  const legacy = legacyBuiltin(resolution, written, span);
  if (legacy !== undefined) {
    resolution.environment.refer?.(span, { kind: 'builtin', name: legacy });
    return { kind: 'builtin', name: legacy, span };
  }
  const found = resolveName(resolution, written, span);
  refer(resolution, found, span);
  const { name, meaning } = found;
  if (meaning?.kind === 'defschema') {
    fail('InvalidDefInTermVariable', { name: lastPart(written) }, span);
  }
  return { kind: 'var', name, span };
}

/** The body before the types of the parameters: the order in which errors are found and modules loaded. */
function resolveLambda(resolution: Resolution, { params, body, span }: Node<'lambda'>): Term {
  const shadowed = resolution.locals.bindAll(params);
  const resolvedBody = resolveTerm(resolution, body);
  resolution.locals.unbindAll(params, shadowed);
  return {
    kind: 'lambda',
    params: resolveArgs(resolution, params, span),
    body: resolvedBody,
    span,
  };
}
