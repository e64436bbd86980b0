// Resolves a whole module to Core: governance, order of the definitions, imports, interfaces, the definitions. In the
// result, references to the module itself have a placeholder hash and constants are still terms.
// Source: IR/Desugar.hs (renameModule); sections 4.1, 4.3.
import type { Span } from '../../base/span.ts';
import { type Def, type Governance, type Module, defName } from '../core/model/definition.ts';
import { fail, marking } from '../diagnostics/error.ts';
import type * as syntax from '../syntax/ast.ts';
import { modulePlaceholder } from '../values/encoding/hash.ts';
import { FullyQualifiedName, type ModuleName } from '../values/names.ts';
import { failDuplicate, resolveDefinition } from './definitions.ts';
import { desugarerFor } from './desugar-expression.ts';
import { desugarModule } from './desugar-module.ts';
import type { ResolveEnvironment } from './environment.ts';
import { checkImplementation } from './implementation.ts';
import { resolveImport } from './imports.ts';
import { installedName } from './modules.ts';
import { inDependencyOrder } from './order.ts';
import { type ParsedDef, type ParsedModule, parsedDefName } from './parsed.ts';
import { bindAhead, definitionStub, recovering, withoutFieldTypes } from './recover.ts';
import { type CurrentModule, Resolution, meaningOf } from './resolution.ts';
import { resolveWrittenInterface } from './types.ts';
import { parseKeySetName } from '../values/text/names-parse.ts';

export type ResolvedModule = {
  readonly module: Module;
  /** Modules whose members it refers to. */
  readonly dependencies: readonly ModuleName[];
};

export function resolveModule(
  written: syntax.Module,
  environment: ResolveEnvironment,
): ResolvedModule {
  const parsed = desugarModule(written, desugarerFor(environment), environment);
  const { imports, blessed, span } = parsed;
  const resolution = new Resolution(environment);
  const name = installedName(parsed.name, environment.loaded);
  const governance = recovering(
    environment,
    () => marking(written.governance.span, () => resolveGovernance(parsed, name)),
    () => ungoverned(name),
  );
  const { defs: ordered, circular } = inDependencyOrder(parsed.defs, name, environment.recover);
  const writtenImports = written.external.filter((each) => each.kind === 'use');
  imports.forEach((each, i) => {
    const resolve = (): void => resolveImport(resolution, each, span, writtenImports[i]);
    recovering(environment, resolve, nothing);
  });
  const interfaces = resolveInterfaces(resolution, written);
  const implemented = interfaces.map((each) => each.name);
  const recorded = environment.flags.has('PreserveModuleIfacesBug')
    ? parsed.implements
    : implemented;
  resolution.current = { kind: 'module', name, implements: recorded };
  for (const each of circular) bindAhead(resolution, each, name, modulePlaceholder);
  const all = ordered.map((each) => (circular.has(each) ? withoutFieldTypes(each) : each));
  const defs = resolveDefinitions(resolution, all, resolution.current, parsed);
  for (const { name: each, span: interfaceSpan } of interfaces) {
    const module = { name, defs, span, interfaceSpan };
    recovering(environment, () => checkImplementation(resolution, module, each), nothing);
  }
  const module: Module = {
    kind: 'module',
    name,
    governance,
    defs,
    blessed,
    imports,
    implements: recorded,
    hash: modulePlaceholder,
    txHash: environment.txHash,
    code: span.text,
    span,
  };
  return { module, dependencies: resolution.dependencies };
}

type WrittenInterface = { readonly name: ModuleName; readonly span: Span };

/** Each with the place where `implements` names it. */
function resolveInterfaces(
  resolution: Resolution,
  { external, span }: syntax.Module,
): readonly WrittenInterface[] {
  return external.flatMap((each) =>
    each.kind !== 'implements'
      ? []
      : recovering<readonly WrittenInterface[]>(
          resolution.environment,
          () => {
            const name = resolveWrittenInterface(resolution, each.module, span);
            return [{ name, span: each.module.span }];
          },
          () => [],
        ),
  );
}

/** A definition can use the ones before it; a later name may still have another meaning. */
function resolveDefinitions(
  resolution: Resolution,
  ordered: readonly ParsedDef[],
  { name: module }: CurrentModule,
  written: ParsedModule,
): readonly Def[] {
  const seen = new Set<string>();
  return ordered.map((parsed) => {
    const name = parsedDefName(parsed);
    const resolve = (): Def => {
      if (seen.has(name)) failDuplicate(name, module.text, written);
      seen.add(name);
      return resolveDefinition(resolution, parsed);
    };
    const def = recovering(resolution.environment, resolve, () => {
      resolution.locals.clear();
      resolution.withinDefcap = false;
      return resolveDefinition(resolution, definitionStub(parsed));
    });
    const binding = { module, hash: modulePlaceholder, meaning: meaningOf(def, module) };
    resolution.members.set(defName(def), binding);
    resolution.own.set(defName(def), binding);
    return def;
  });
}

const nothing = (): void => undefined;

/** A placeholder for an invalid governance. */
const ungoverned = (module: ModuleName): Governance => ({
  kind: 'capability',
  name: new FullyQualifiedName(module, '', modulePlaceholder),
});

// The governance of a module: a keyset, or a capability without parameters that the module defines.
// Source: IR/Desugar.hs (renameModule, resolveGov).

export function resolveGovernance(
  { governance, defs, span }: ParsedModule,
  module: ModuleName,
): Governance {
  if (governance.kind === 'keyset-governance') {
    const name = parseKeySetName(governance.name);
    if (name === undefined) fail('InvalidKeysetNameFormat', { name: governance.name }, span);
    return { kind: 'keyset', name };
  }
  const def = defs.find((each) => parsedDefName(each) === governance.name);
  if (def?.kind !== 'defcap' || def.params.length > 0) {
    fail('InvalidGovernanceRef', { name: `${module.text}.${governance.name}` }, span);
  }
  const name = new FullyQualifiedName(module, governance.name, modulePlaceholder);
  return { kind: 'capability', name };
}
