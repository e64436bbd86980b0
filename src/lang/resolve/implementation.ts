// Checks that a module conforms to the interfaces it implements.
// Source: IR/Desugar.hs (checkImplements); section 4.3.

import type { Span } from '../../base/span.ts';
import { defName, type Def, type DefCapMeta, type InterfaceDef } from '../core/model/definition.ts';
import type { Arg } from '../core/model/term.ts';
import { fail } from '../diagnostics/error.ts';
import { equalTypes } from '../values/order/equality.ts';
import type { FullyQualifiedName, ModuleName } from '../values/names.ts';
import type { Type } from '../values/type.ts';
import { resolveModuleData } from './modules.ts';
import type { Resolution } from './resolution.ts';

type Signature = Exclude<InterfaceDef, { kind: 'defconst' | 'defschema' }>;

const implementedBy = {
  'interface-defun': 'defun',
  'interface-defcap': 'defcap',
  'interface-defpact': 'defpact',
} as const satisfies Record<Signature['kind'], Def['kind']>;

export function checkImplementation(
  resolution: Resolution,
  {
    name,
    defs,
    span,
  }: { readonly name: ModuleName; readonly defs: readonly Def[]; readonly span: Span },
  interfaceName: ModuleName,
): void {
  const { module: declared } = resolveModuleData(resolution, interfaceName, span);
  if (declared.kind !== 'interface') {
    fail('NoSuchInterface', { interface: interfaceName.text }, span);
  }
  const byName = new Map(defs.map((def) => [defName(def), def]));
  const refuse = (member: string): never =>
    fail('ImplementationError', { module: name.text, interface: interfaceName.text, member }, span);
  for (const promised of declared.defs) {
    if (promised.kind === 'defconst' || promised.kind === 'defschema') continue;
    const member = promised.spec.name;
    const def = byName.get(member);
    if (def === undefined) {
      fail('NotImplemented', { module: name.text, interface: interfaceName.text, member }, span);
    }
    checkMember(def, promised, name, refuse);
  }
}

function checkMember(
  def: Def,
  promised: Signature,
  module: ModuleName,
  refuse: (member: string) => never,
): void {
  const member = promised.spec.name;
  if (def.kind !== implementedBy[promised.kind]) return refuse(member);
  if (promised.kind === 'interface-defcap' && def.kind === 'defcap') {
    if (!metaMatches(def.meta, promised.meta, module)) {
      return refuse(`: defcap mismatch for ${member}`);
    }
  }
  if (!sameArgs(def.params, promised.params) || !sameType(def.spec.type, promised.spec.type)) {
    return refuse(member);
  }
}

/** `@managed` without a manager in the interface allows any kind of management. */
function metaMatches(
  meta: DefCapMeta<FullyQualifiedName>,
  promised: DefCapMeta<string>,
  module: ModuleName,
): boolean {
  if (promised.kind === 'auto-managed') {
    return meta.kind === 'auto-managed' || meta.kind === 'managed';
  }
  if (promised.kind !== 'managed') return meta.kind === promised.kind;
  return (
    meta.kind === 'managed' &&
    meta.paramIndex === promised.paramIndex &&
    meta.param === promised.param &&
    meta.manager.name === promised.manager &&
    meta.manager.module.text === module.text
  );
}

function sameArgs(left: readonly Arg[], right: readonly Arg[]): boolean {
  return (
    left.length === right.length &&
    left.every((arg, i) => {
      const other = right[i] as Arg;
      return arg.name === other.name && sameType(arg.type, other.type);
    })
  );
}

function sameType(left: Type | undefined, right: Type | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return equalTypes(left, right);
}
