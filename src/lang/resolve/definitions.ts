// Resolves names and types in definitions.
// Source: IR/Desugar.hs (renameDef, renameIfDef).
import type { Span } from '../../base/span.ts';
import type {
  ConstValue,
  Def,
  DefCap,
  DefCapMeta,
  DefConst,
  DefPact,
  DefSchema,
  DefTable,
  Defun,
  InterfaceDef,
  Step,
} from '../core/model/definition.ts';
import type { Arg, ParsedName, Term } from '../core/model/term.ts';
import { evalError, fail } from '../diagnostics/error.ts';
import { FullyQualifiedName, type ModuleName } from '../values/names.ts';
import type { Type } from '../values/type.ts';
import { resolveName } from './names.ts';
import {
  type ParsedArg,
  type ParsedDef,
  type ParsedDefCap,
  type ParsedDefConst,
  type ParsedDefPact,
  type ParsedDefSchema,
  type ParsedDefTable,
  type ParsedDefun,
  type ParsedInterfaceDef,
  type ParsedStep,
  type ParsedTerm,
  lastPart,
  parsedDefName,
} from './parsed.ts';
import type { Resolution } from './resolution.ts';
import { resolveTerm } from './terms.ts';
import { resolveArg, resolveArgs, resolveType } from './types.ts';

export function resolveDefinition(resolution: Resolution, def: ParsedDef): Def {
  switch (def.kind) {
    case 'defun':
      return resolveDefun(resolution, def);
    case 'defconst':
      return resolveDefConst(resolution, def);
    case 'defcap':
      return resolveDefCap(resolution, def);
    case 'defschema':
      return resolveDefSchema(resolution, def);
    case 'deftable':
      return resolveDefTable(resolution, def);
    case 'defpact':
      return resolveDefPact(resolution, def);
  }
}

/** `defuns` are the interface's functions resolved so far; managers must be among them. */
export function resolveInterfaceDefinition(
  resolution: Resolution,
  def: ParsedInterfaceDef,
  module: ModuleName,
  defuns: ReadonlySet<string>,
): InterfaceDef {
  const { span } = def;
  switch (def.kind) {
    case 'defconst':
      return resolveDefConst(resolution, def);
    case 'defschema':
      return resolveDefSchema(resolution, def);
    case 'interface-defun':
    case 'interface-defpact':
      return { kind: def.kind, ...resolveSignature(resolution, def.spec, def.params, span), span };
    case 'interface-defcap': {
      const { meta } = def;
      const resolved = resolveSignature(resolution, def.spec, def.params, span);
      if (meta.kind === 'managed' && !defuns.has(meta.manager)) {
        throw evalError(
          'NoSuchModuleMember',
          { module: module.text, member: meta.manager },
          span,
        ).withExplanation(
          `An interface declares the manager of a capability too: (defun ${meta.manager}:decimal ` +
            '(managed:decimal requested:decimal)).',
        );
      }
      return { kind: 'interface-defcap', ...resolved, meta, span };
    }
  }
}

export function resolveDefun(resolution: Resolution, def: ParsedDefun): Defun {
  const { spec, params } = resolveSignature(resolution, def.spec, def.params, def.span);
  return { kind: 'defun', spec, params, term: resolveTerm(resolution, def.term), span: def.span };
}

export function resolveDefConst(resolution: Resolution, def: ParsedDefConst): DefConst {
  const spec = resolveArg(resolution, def.spec, def.span);
  return { kind: 'defconst', spec, value: resolveConst(resolution, def.value), span: def.span };
}

function resolveConst(resolution: Resolution, value: ParsedDefConst['value']): ConstValue {
  if (value.kind === 'evaluated') return value;
  return { kind: 'term', term: resolveTerm(resolution, value.term) };
}

function resolveDefCap(resolution: Resolution, def: ParsedDefCap): DefCap {
  const { span } = def;
  const meta = resolveMeta(resolution, def.meta, span);
  const { spec, params } = resolveSignature(resolution, def.spec, def.params, span);
  resolution.withinDefcap = true;
  const term = withParameters(resolution, def.params, () => resolveTerm(resolution, def.term));
  resolution.withinDefcap = false;
  return { kind: 'defcap', spec, params, term, meta, span };
}

function resolveMeta(
  resolution: Resolution,
  meta: DefCapMeta<ParsedName>,
  span: Span,
): DefCapMeta<FullyQualifiedName> {
  if (meta.kind !== 'managed') return meta;
  const { name, meaning } = resolveName(resolution, meta.manager, span);
  if (name.kind !== 'top') fail('ExpectedFreeVariable', { name: name.text }, span);
  const manager = new FullyQualifiedName(name.module, name.text, name.hash);
  if (meaning?.kind !== 'defun' && !resolution.environment.flags.has('DisablePact51')) {
    fail('InvalidManagerFun', { name: manager.qualified }, span);
  }
  return { ...meta, manager };
}

function resolveDefSchema(resolution: Resolution, def: ParsedDefSchema): DefSchema {
  const fields = new Map<string, Type>();
  for (const [field, type] of def.fields) {
    fields.set(field, resolveType(resolution, type, def.span));
  }
  return { kind: 'defschema', name: def.name, fields, span: def.span };
}

function resolveDefTable(resolution: Resolution, def: ParsedDefTable): DefTable {
  const { name, span } = def;
  const resolved = resolveName(resolution, def.schema, span);
  if (resolved.meaning?.kind === 'defschema') {
    return { kind: 'deftable', name, schema: resolved.meaning.schema, span };
  }
  if (resolved.meaning === undefined) {
    fail('UnboundTypeVariable', { name: lastPart(def.schema) }, span);
  }
  return fail('InvalidDefInSchemaPosition', { name: resolved.name.text }, span);
}

function resolveDefPact(resolution: Resolution, def: ParsedDefPact): DefPact {
  const { spec, params } = resolveSignature(resolution, def.spec, def.params, def.span);
  const steps = withParameters(resolution, def.params, () =>
    def.steps.map((step) => resolveStep(resolution, step)),
  );
  return { kind: 'defpact', spec, params, steps, span: def.span };
}

/** Desugaring has already rejected entity steps. */
function resolveStep(resolution: Resolution, step: ParsedStep): Step {
  const resolve = (term: ParsedTerm): Term => resolveTerm(resolution, term);
  switch (step.kind) {
    case 'step':
      return { kind: 'step', body: resolve(step.body) };
    case 'step-with-rollback':
      return { kind: step.kind, body: resolve(step.body), rollback: resolve(step.rollback) };
    case 'entity-step':
      return { kind: step.kind, entity: resolve(step.entity), body: resolve(step.body) };
    case 'entity-step-with-rollback':
      return {
        kind: step.kind,
        entity: resolve(step.entity),
        body: resolve(step.body),
        rollback: resolve(step.rollback),
      };
  }
}

/** Parameters first, then the result type: the order in which modules are loaded. */
export function resolveSignature(
  resolution: Resolution,
  spec: ParsedArg,
  params: readonly ParsedArg[],
  span: Span,
): { readonly spec: Arg; readonly params: readonly Arg[] } {
  const resolvedParams = resolveArgs(resolution, params, span);
  return { spec: resolveArg(resolution, spec, span), params: resolvedParams };
}

function withParameters<T>(
  resolution: Resolution,
  params: readonly ParsedArg[],
  resolve: () => T,
): T {
  const shadowed = resolution.locals.bindAll(params);
  const resolved = resolve();
  resolution.locals.unbindAll(params, shadowed);
  return resolved;
}

// The error for two definitions with one name. Its place is that of the module, as in the reference; both definitions are
// shown.

type Containing = {
  readonly name: string;
  /** In written order. */
  readonly defs: readonly (ParsedDef | ParsedInterfaceDef)[];
  readonly span: Span;
};

/** `module`: the full name. */
export function failDuplicate(name: string, module: string, { defs, span }: Containing): never {
  const error = evalError('DuplicateDefinition', { name: `${module}.${name}` }, span);
  const [first, second] = defs.filter((def) => parsedDefName(def) === name);
  if (first === undefined || second === undefined) throw error;
  throw error
    .withMarked(nameSpan(second))
    .withRelated([{ label: 'First defined here', note: '', span: nameSpan(first) }]);
}

const nameSpan = (def: ParsedDef | ParsedInterfaceDef): Span =>
  def.kind === 'defschema' || def.kind === 'deftable' ? def.span : def.spec.span;
