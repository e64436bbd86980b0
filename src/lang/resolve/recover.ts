// Continues after an error if all errors are wanted (`pact check`): a suitable placeholder replaces the invalid
// part. Otherwise the first error ends resolution, as in the reference.

import type { Span } from '../../base/span.ts';
import type { Term } from '../core/model/term.ts';
import { isEvalError } from '../diagnostics/error.ts';
import type * as syntax from '../syntax/ast.ts';
import type { Hash } from '../values/encoding/hash.ts';
import type { ModuleName } from '../values/names.ts';
import { anyType } from '../values/type.ts';
import type { ResolveEnvironment } from './environment.ts';
import {
  parsedDefName,
  type ParsedArg,
  type ParsedDef,
  type ParsedInterfaceDef,
} from './parsed.ts';
import { meaningOf, type Meaning, type Resolution } from './resolution.ts';

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

/** Binds the name of a definition of a circle, which others of the circle need before it is resolved. */
export function bindAhead(
  resolution: Resolution,
  def: ParsedDef | ParsedInterfaceDef,
  module: ModuleName,
  hash: Hash,
): void {
  const name = parsedDefName(def);
  const meaning = meaningAhead(def, module);
  if (meaning === undefined) return;
  resolution.members.set(name, { module, hash, meaning });
  if (resolution.current?.kind === 'module') resolution.own.set(name, { module, hash, meaning });
}

/** Returns `undefined` for members of interfaces, to which no name refers. */
function meaningAhead(
  def: ParsedDef | ParsedInterfaceDef,
  module: ModuleName,
): Meaning | undefined {
  switch (def.kind) {
    case 'interface-defun':
    case 'interface-defcap':
    case 'interface-defpact':
      return undefined;
    case 'defschema': {
      const fields = new Map([...def.fields.keys()].map((field) => [field, anyType]));
      return meaningOf({ kind: 'defschema', name: def.name, fields, span: def.span }, module);
    }
    default:
      return { kind: def.kind };
  }
}

/** A schema of a circle has fields of any type, since its own type would have no end. */
export function withoutFieldTypes<D extends ParsedDef | ParsedInterfaceDef>(def: D): D {
  if (def.kind !== 'defschema') return def;
  const fields = new Map([...def.fields.keys()].map((field) => [field, { kind: 'any' } as const]));
  return { ...def, fields };
}
