// Desugars the definitions of modules and interfaces to unresolved Core.
// Source: IR/Desugar.hs (desugarDef, desugarIfDef).

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import type { DefCapMeta } from '../core/model/definition.ts';
import type { ParsedName } from '../core/model/term.ts';
import { evalError, fail } from '../diagnostics/error.ts';
import type * as syntax from '../syntax/ast.ts';
import { sortedFields } from '../values/value.ts';
import type { Desugarer } from './forms/define.ts';
import {
  lastPart,
  parsedNameOf,
  type ParsedArg,
  type ParsedDef,
  type ParsedDefCap,
  type ParsedDefConst,
  type ParsedDefPact,
  type ParsedDefSchema,
  type ParsedDefun,
  type ParsedInterfaceDef,
  type ParsedStep,
} from './parsed.ts';
import { sequence } from './sequence.ts';

/** `module` is the name of the enclosing module as written, without a namespace. */
export function desugarDefinition(
  def: syntax.Definition,
  module: string,
  desugarer: Desugarer,
): ParsedDef {
  const { span } = def;
  switch (def.kind) {
    case 'defun':
      return desugarDefun(def, desugarer);
    case 'defconst':
      return desugarDefConst(def, desugarer);
    case 'defcap':
      return desugarDefCap(def, desugarer);
    case 'defschema':
      return desugarDefSchema(def);
    case 'deftable':
      return { kind: 'deftable', name: def.name.text, schema: parsedNameOf(def.schema), span };
    case 'defpact':
      return desugarDefPact(def, module, desugarer);
  }
}

export function desugarInterfaceDefinition(
  def: syntax.InterfaceDefinition,
  desugarer: Desugarer,
): ParsedInterfaceDef {
  switch (def.kind) {
    case 'defconst':
      return desugarDefConst(def, desugarer);
    case 'defschema':
      return desugarDefSchema(def);
    case 'interface-defun':
    case 'interface-defpact':
      return { kind: def.kind, spec: def.spec, params: def.parameters, span: def.span };
    case 'interface-defcap': {
      const { spec, parameters: params, span } = def;
      // Managers of interface capabilities are stored by only the last part of their name.
      const meta = withManager(capabilityMeta(def.meta, params, span), lastPart);
      return { kind: 'interface-defcap', spec, params, meta, span };
    }
  }
}

export function desugarDefun(def: syntax.Defun, desugarer: Desugarer): ParsedDefun {
  const { spec, parameters: params, span } = def;
  const body = sequence(desugarer.terms(def.body), span);
  const term =
    params.length === 0
      ? ({ kind: 'nullary', body, span } as const)
      : ({ kind: 'lambda', params, body, span } as const);
  return { kind: 'defun', spec, params, term, span };
}

export function desugarDefConst(def: syntax.DefConst, desugarer: Desugarer): ParsedDefConst {
  const term = desugarer.term(def.value);
  return { kind: 'defconst', spec: def.spec, value: { kind: 'term', term }, span: def.span };
}

function desugarDefCap(def: syntax.DefCap, desugarer: Desugarer): ParsedDefCap {
  const { spec, parameters: params, span } = def;
  const term = sequence(desugarer.terms(def.body), span);
  const meta = capabilityMeta(def.meta, params, span);
  return { kind: 'defcap', spec, params, term, meta, span };
}

/** The last of equal fields wins. */
function desugarDefSchema(def: syntax.DefSchema): ParsedDefSchema {
  const fields = sortedFields(def.fields.map(({ name, type }) => [name, type] as const));
  return { kind: 'defschema', name: def.name.text, fields, span: def.span };
}

function desugarDefPact(def: syntax.DefPact, module: string, desugarer: Desugarer): ParsedDefPact {
  const { spec, parameters: params, span } = def;
  const name = `${module}.${spec.name}`;
  const steps = def.steps.map((step): ParsedStep => {
    if (step.entity !== undefined) fail('EntityNotAllowedInDefPact', { name }, span);
    const body = desugarer.term(step.expression);
    if (step.kind === 'step') return { kind: 'step', body };
    return { kind: 'step-with-rollback', body, rollback: desugarer.term(step.rollback) };
  });
  const last = steps.at(-1);
  assert(last !== undefined, 'a defpact has a step');
  if (last.kind === 'step-with-rollback') fail('LastStepWithRollback', { name }, span);
  return { kind: 'defpact', spec, params, steps, span };
}

function capabilityMeta(
  meta: syntax.CapabilityMeta | undefined,
  params: readonly ParsedArg[],
  span: Span,
): DefCapMeta<ParsedName> {
  if (meta === undefined) return { kind: 'unmanaged' };
  if (meta.kind !== 'managed') return { kind: meta.kind };
  const param = meta.parameter.text;
  const paramIndex = params.findIndex((each) => each.name === param);
  if (paramIndex === -1) {
    const parameters = params.map(({ name }) => name);
    throw evalError('InvalidManagedArg', { name: param, parameters }, span).withMarked(
      meta.parameter.span,
    );
  }
  return { kind: 'managed', paramIndex, param, manager: parsedNameOf(meta.manager) };
}

function withManager<M, R>(meta: DefCapMeta<M>, change: (manager: M) => R): DefCapMeta<R> {
  if (meta.kind !== 'managed') return meta;
  return { ...meta, manager: change(meta.manager) };
}
