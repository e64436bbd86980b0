// Continues after an error if all errors are wanted (`pact check`): a suitable placeholder replaces the invalid
// part. Otherwise the first error ends resolution, as in the reference.

import type { Span } from '../../base/span.ts';
import type { Term } from '../core/model/term.ts';
import { isEvalError } from '../diagnostics/error.ts';
import type * as syntax from '../syntax/ast.ts';
import type { ResolveEnvironment } from './environment.ts';
import {
  parsedDefName,
  type ParsedArg,
  type ParsedDef,
  type ParsedInterfaceDef,
} from './parsed.ts';

export function recovering<Result>(
  { recover }: Pick<ResolveEnvironment, 'recover'>,
  run: () => Result,
  instead: () => Result,
): Result {
  if (recover === undefined) return run();
  try {
    return run();
  } catch (error) {
    if (!isEvalError(error)) throw error;
    recover(error);
    return instead();
  }
}

/** A term of any type that never runs. */
export function hole<N, T>(span: Span): Term<N, T> {
  const text = { kind: 'literal', literal: { kind: 'string', value: '' }, span } as const;
  return { kind: 'form', form: 'error', terms: [text], span };
}

/** Returns a valid definition with the same name and kind. */
export function definitionStub(def: ParsedDef | syntax.Definition): ParsedDef {
  const { span } = def;
  switch (def.kind) {
    case 'defun': {
      const params = untyped(parametersOf(def));
      const body = hole<never, never>(span);
      const term =
        params.length === 0
          ? ({ kind: 'nullary', body, span } as const)
          : ({ kind: 'lambda', params, body, span } as const);
      return { kind: 'defun', spec: untypedSpec(def), params, term, span };
    }
    case 'defcap': {
      const params = untyped(parametersOf(def));
      const meta = { kind: 'unmanaged' } as const;
      return { kind: 'defcap', spec: untypedSpec(def), params, term: hole(span), meta, span };
    }
    case 'defpact': {
      const params = untyped(parametersOf(def));
      const steps = def.steps.map(
        () => ({ kind: 'step', body: hole<never, never>(span) }) as const,
      );
      return { kind: 'defpact', spec: untypedSpec(def), params, steps, span };
    }
    case 'defschema':
      return { kind: 'defschema', name: nameOf(def), fields: new Map(), span };
    case 'defconst':
    case 'deftable': {
      const spec = { name: nameOf(def), type: undefined, span };
      return { kind: 'defconst', spec, value: { kind: 'term', term: hole(span) }, span };
    }
  }
}

/** For an interface: the signature without types. */
export function interfaceStub(def: ParsedInterfaceDef): ParsedInterfaceDef {
  const { span } = def;
  switch (def.kind) {
    case 'defconst':
      return { ...def, spec: untypedArg(def.spec), value: { kind: 'term', term: hole(span) } };
    case 'defschema':
      return { ...def, fields: new Map() };
    case 'interface-defcap':
      return {
        ...def,
        spec: untypedArg(def.spec),
        params: untyped(def.params),
        meta: { kind: 'unmanaged' },
      };
    default:
      return { ...def, spec: untypedArg(def.spec), params: untyped(def.params) };
  }
}

type Callable = Extract<ParsedDef | syntax.Definition, { kind: 'defun' | 'defcap' | 'defpact' }>;

const parametersOf = (def: Callable): readonly ParsedArg[] =>
  Object.hasOwn(def, 'params')
    ? (def as Extract<ParsedDef, Callable>).params
    : (def as Extract<syntax.Definition, Callable>).parameters;

function nameOf(def: ParsedDef | syntax.Definition): string {
  if (def.kind !== 'deftable' && def.kind !== 'defschema') return def.spec.name;
  return typeof def.name === 'string' ? def.name : def.name.text;
}

const untypedArg = ({ name, span }: ParsedArg): ParsedArg => ({ name, type: undefined, span });
const untypedSpec = ({ spec }: Callable): ParsedArg => untypedArg(spec);
const untyped = (params: readonly ParsedArg[]): readonly ParsedArg[] => params.map(untypedArg);

/** Keeps the first of definitions with the same name. */
export function withoutRepetition<D extends ParsedDef | ParsedInterfaceDef>(
  defs: readonly D[],
): readonly D[] {
  const seen = new Set<string>();
  return defs.filter((def) => {
    const name = parsedDefName(def);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
