// Translates definitions stored by Pact 4 to Core.
// Source: Serialise/LegacyPact.hs (fromLegacyDefRef, fromLegacyDef, fromLegacyInterfDef).

import { noSpan } from '../../base/span.ts';
import { isAbsentOrNull, jsonFields } from '../values/encoding/json-access.ts';
import { FullyQualifiedName } from '../values/names.ts';
import type { Def, DefCapMeta, DefConst, InterfaceDef, Step } from '../core/model/definition.ts';
import type { Arg } from '../core/model/term.ts';
import { refuse } from './fault.ts';
import { argument, tightened } from './loose-term.ts';
import {
  bodyOf,
  definitionBehind,
  field,
  items,
  kindOf,
  textOf,
  unlifted,
  variableOf,
  type Node,
} from './node.ts';
import {
  evaluatedConstant,
  fullName,
  moduleNameOf,
  translateArgument,
  translateBody,
  translateTerm,
  type TermContext,
} from './terms.ts';
import { legacyFields, legacyTable, legacyType } from './types.ts';

const span = noSpan;

/** A definition of a module, behind its reference. */
export function translateMember(node: Node, place: TermContext): Def {
  switch (kindOf(node)) {
    case 'def':
      return translateDefinition(node, 0, place);
    case 'table':
      return legacyTable(node);
    case 'schema':
      return translateSchema(node);
    case 'const':
      return translateConstant(node, place);
    default:
      return refuse('a member of a module is not a definition');
  }
}

export function translateInterfaceMember(node: Node, place: TermContext): InterfaceDef {
  switch (kindOf(node)) {
    case 'def':
      return translateSignature(node);
    case 'schema':
      return translateSchema(node);
    case 'const':
      return translateConstant(node, place);
    default:
      return refuse('a member of an interface is not a definition');
  }
}

/** `depth` is the depth where the definition is inlined. */
export function translateDefinition(node: Node, depth: number, place: TermContext): Def {
  const { spec, params } = signatureOf(node);
  const names = params.map(({ name }) => name);
  const inner = depth + params.length;
  const body = field(node, 'defBody');
  switch (textOf(field(node, 'defType'))) {
    case 'Defun': {
      const term = tightened(translateBody(body, names, depth, place), inner);
      return {
        kind: 'defun',
        spec,
        params,
        term:
          params.length === 0
            ? { kind: 'nullary', body: term, span }
            : { kind: 'lambda', params, body: term, span },
        span,
      };
    }
    case 'Defcap': {
      const term = tightened(translateBody(body, names, depth, place), inner);
      const meta = translateMeta(node, params, (manager) => managerOf(manager, depth, place));
      return { kind: 'defcap', spec, params, term, meta, span };
    }
    case 'Defpact':
      return { kind: 'defpact', spec, params, steps: stepsOf(body, names, inner, place), span };
    default:
      return refuse('unknown kind of definition');
  }
}

function translateSchema(node: Node): Extract<Def, { kind: 'defschema' }> {
  const name = textOf(field(node, 'name'));
  return { kind: 'defschema', name, fields: legacyFields(field(node, 'fields')), span };
}

function translateConstant(node: Node, place: TermContext): DefConst {
  const value = translateTerm(evaluatedConstant(field(node, 'val')), 0, place);
  if (value.kind !== 'inline') return refuse('a constant is not a value');
  return {
    kind: 'defconst',
    spec: translateArgument(field(node, 'arg')),
    value: { kind: 'evaluated', value: value.value },
    span,
  };
}

function translateSignature(node: Node): InterfaceDef {
  const { spec, params } = signatureOf(node);
  switch (textOf(field(node, 'defType'))) {
    case 'Defun':
      return { kind: 'interface-defun', spec, params, span };
    case 'Defpact':
      return { kind: 'interface-defpact', spec, params, span };
    case 'Defcap': {
      const meta = translateMeta(node, params, (manager) =>
        textOf(field(definitionBehind(manager), 'defName')),
      );
      return { kind: 'interface-defcap', spec, params, meta, span };
    }
    default:
      return refuse('unknown kind of definition');
  }
}

function signatureOf(node: Node): { readonly spec: Arg; readonly params: readonly Arg[] } {
  const type = field(node, 'funType');
  return {
    spec: argument(textOf(field(node, 'defName')), legacyType(field(type, 'return'))),
    params: items(field(type, 'args')).map(translateArgument),
  };
}

function stepsOf(
  scope: Node,
  names: readonly string[],
  depth: number,
  place: TermContext,
): readonly Step[] {
  const body = bodyOf(scope, names, depth);
  const term = (node: Node) => tightened(translateTerm(node, depth, place), depth);
  return items(field(body, 'list')).map((each): Step => {
    const step = field(unlifted(each), 'body');
    const entity = present(field(step, 'entity'));
    const rollback = present(field(step, 'rollback'));
    const run = term(field(step, 'exec'));
    if (entity === undefined) {
      return rollback === undefined
        ? { kind: 'step', body: run }
        : { kind: 'step-with-rollback', body: run, rollback: term(rollback) };
    }
    return rollback === undefined
      ? { kind: 'entity-step', entity: term(entity), body: run }
      : {
          kind: 'entity-step-with-rollback',
          entity: term(entity),
          body: run,
          rollback: term(rollback),
        };
  });
}

const present = (node: Node): Node | undefined => (isAbsentOrNull(node.json) ? undefined : node);

function translateMeta<M>(
  node: Node,
  params: readonly Arg[],
  managerFrom: (node: Node) => M,
): DefCapMeta<M> {
  const meta = present(field(node, 'defMeta'));
  if (meta === undefined) return { kind: 'unmanaged' };
  if (meta.json === 'event') return { kind: 'event' };
  const fields = jsonFields(meta.json) ?? refuse('a managed capability has no manager');
  if (!fields.has('managedParam')) {
    return fields.get('managerAuto') === true
      ? { kind: 'auto-managed' }
      : refuse('a managed capability has no manager');
  }
  const param = textOf(field(meta, 'managedParam'));
  const paramIndex = params.findIndex(({ name }) => name === param);
  if (paramIndex < 0) return refuse(`a capability has no parameter ${param}`);
  return { kind: 'managed', paramIndex, param, manager: managerFrom(field(meta, 'managerFun')) };
}

function managerOf(node: Node, depth: number, place: TermContext): FullyQualifiedName {
  const manager = definitionBehind(node);
  if (kindOf(manager) === 'def') {
    const module = moduleNameOf(field(manager, 'module'));
    const name = textOf(field(manager, 'defName'));
    return place.translation.named(module, name, place.hash, (own) =>
      translateDefinition(manager, depth, { ...place, hash: own }),
    );
  }
  const variable = kindOf(manager) === 'var' ? variableOf(manager) : undefined;
  const free = variable?.kind === 'direct' ? variable.fields.get('pdfv') : undefined;
  return typeof free === 'string' ? fullName(free) : refuse('a manager is not a function');
}
