// Resolves a whole interface to Core. Only its constants and schemas can be referred to, and while it is being compiled
// only by their bare names.
// Source: IR/Desugar.hs (renameInterface).

import type { Interface, InterfaceDef } from '../core/model/definition.ts';
import type * as syntax from '../syntax/ast.ts';
import { interfacePlaceholder } from '../values/encoding/hash.ts';
import type { ModuleName } from '../values/names.ts';
import { failDuplicate, resolveInterfaceDefinition } from './definitions.ts';
import { desugarerFor } from './desugar-expression.ts';
import { desugarInterface } from './desugar-module.ts';
import type { ResolveEnvironment } from './environment.ts';
import { resolveImport } from './imports.ts';
import { installedName } from './modules.ts';
import { inDependencyOrder } from './order.ts';
import { parsedDefName, type ParsedInterface, type ParsedInterfaceDef } from './parsed.ts';
import { bindAhead, interfaceStub, recovering, withoutFieldTypes } from './recover.ts';
import { meaningOf, Resolution, type CurrentModule } from './resolution.ts';

export type ResolvedInterface = {
  readonly interface: Interface;
  /** Modules whose members it refers to: all their loaded definitions are stored with it. */
  readonly dependencies: readonly ModuleName[];
};

export function resolveInterface(
  written: syntax.Interface,
  environment: ResolveEnvironment,
): ResolvedInterface {
  const parsed = desugarInterface(written, desugarerFor(environment));
  const { imports, span } = parsed;
  const resolution = new Resolution(environment);
  const name = installedName(parsed.name, environment.loaded);
  const { defs: ordered, circular } = inDependencyOrder(parsed.defs, name, environment.recover);
  imports.forEach((each, i) => {
    recovering(
      environment,
      () => resolveImport(resolution, each, span, written.imports[i]),
      () => undefined,
    );
  });
  resolution.current = { kind: 'interface', name, implements: [] };
  for (const each of circular) bindAhead(resolution, each, name, interfacePlaceholder);
  const all = ordered.map((each) => (circular.has(each) ? withoutFieldTypes(each) : each));
  const resolved: Interface = {
    kind: 'interface',
    name,
    defs: resolveDefinitions(resolution, all, resolution.current, parsed),
    imports,
    hash: interfacePlaceholder,
    txHash: environment.txHash,
    code: span.text,
    span,
  };
  return { interface: resolved, dependencies: resolution.dependencies };
}

function resolveDefinitions(
  resolution: Resolution,
  ordered: readonly ParsedInterfaceDef[],
  { name: module }: CurrentModule,
  written: ParsedInterface,
): readonly InterfaceDef[] {
  const seen = new Set<string>();
  const defuns = new Set<string>();
  return ordered.map((parsed) => {
    const name = parsedDefName(parsed);
    if (seen.has(name)) failDuplicate(name, module.text, written);
    seen.add(name);
    const def = recovering(
      resolution.environment,
      () => resolveInterfaceDefinition(resolution, parsed, module, defuns),
      () => {
        resolution.locals.clear();
        return resolveInterfaceDefinition(resolution, interfaceStub(parsed), module, defuns);
      },
    );
    if (def.kind === 'defconst' || def.kind === 'defschema') {
      const meaning = meaningOf(def, module);
      resolution.members.set(name, { module, hash: interfacePlaceholder, meaning });
    }
    if (def.kind === 'interface-defun') defuns.add(name);
    return def;
  });
}
