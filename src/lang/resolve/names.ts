// Resolves a name in a term or type: a local variable, a definition, a module, or a call through a module reference.
// Source: IR/Desugar.hs (resolveBare, resolveQualified, resolveDynamic); section 4.1.

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import { memberOf } from '../core/model/definition.ts';
import type { Name, ParsedName } from '../core/model/term.ts';
import { fail } from '../diagnostics/error.ts';
import { ModuleName } from '../values/names.ts';
import { findModule, findModuleData, resolveModuleName } from './modules.ts';
import { meaningOf, type Binding, type Meaning, type Resolution } from './resolution.ts';
import { failUnknown } from './unknown-name.ts';

export type ResolvedName = {
  readonly name: Name;
  /** Set if the name refers to a definition. */
  readonly meaning: Meaning | undefined;
};

/** Reports the meaning of a name at its place in the source. */
export function refer(
  { environment }: Resolution,
  { name, meaning }: ResolvedName,
  written: Span,
): void {
  if (environment.refer === undefined) return;
  switch (name.kind) {
    case 'local':
      return environment.refer(written, { kind: 'local' });
    case 'top': {
      const { module, hash, text } = name;
      assert(meaning !== undefined, 'the name of a definition has a meaning');
      const definition = meaning.kind;
      return environment.refer(written, { kind: 'member', module, hash, name: text, definition });
    }
    case 'modref':
      return environment.refer(written, { kind: 'module', module: name.module });
    case 'dynamic':
      return environment.refer(written, { kind: 'dynamic', member: name.member });
  }
}

type QualifiedName = Extract<ParsedName, { kind: 'qualified' }>;
type DynamicCall = Extract<ParsedName, { kind: 'dynamic-call' }>;

export function resolveName(resolution: Resolution, name: ParsedName, span: Span): ResolvedName {
  switch (name.kind) {
    case 'bare':
      return resolveBare(resolution, name.name, span);
    case 'qualified':
      return resolveQualified(resolution, name, span);
    case 'dynamic-call':
      return { name: resolveDynamic(resolution, name, span), meaning: undefined };
  }
}

function resolveBare(resolution: Resolution, text: string, span: Span): ResolvedName {
  const index = resolution.locals.index(text);
  if (index !== undefined) return { name: { kind: 'local', text, index }, meaning: undefined };
  const binding = findBinding(resolution, text) ?? ownReplDefinition(resolution, text);
  if (binding !== undefined) return reference(resolution, text, binding);
  const module = resolveModuleName(resolution, new ModuleName(text), span);
  return { name: moduleReference(text, module), meaning: undefined };
}

/**
 * `a.b` is a member of module `a`, or module `b` of namespace `a`, or a member of `a` in the current namespace;
 * `a.b.c` can only be a member.
 */
function resolveQualified(
  resolution: Resolution,
  { module, name }: QualifiedName,
  span: Span,
): ResolvedName {
  const member = findMember(resolution, module, name, span);
  if (member !== undefined) return member;
  if (module.namespace === undefined) {
    const named = findModule(resolution, new ModuleName(name, module.name), span);
    if (named !== undefined) {
      return { name: moduleReference(name, named), meaning: undefined };
    }
    const { namespace } = resolution.environment.loaded;
    if (namespace !== undefined) {
      const namespaced = new ModuleName(module.name, namespace.name);
      const found = findMember(resolution, namespaced, name, span);
      if (found !== undefined) return found;
    }
  }
  const missing = { module: module.text, member: name };
  return failUnknown(resolution, 'NoSuchModuleMember', missing, span);
}

function findMember(
  resolution: Resolution,
  module: ModuleName,
  text: string,
  span: Span,
): ResolvedName | undefined {
  if (resolution.current?.name.text === module.text) {
    const own = resolution.own.get(text);
    if (own !== undefined) return reference(resolution, text, own);
  }
  const found = findModuleData(resolution, module, span)?.module;
  if (found === undefined) return undefined;
  const def = memberOf(found, text);
  if (def === undefined) return undefined;
  resolution.addDependency(module);
  return {
    name: { kind: 'top', text, module, hash: found.hash },
    meaning: meaningOf(def, found.name),
  };
}

function resolveDynamic(
  resolution: Resolution,
  { variable, member }: DynamicCall,
  span: Span,
): Name {
  const index = resolution.locals.index(variable);
  if (index !== undefined) return { kind: 'dynamic', text: variable, member, index };
  if (findBinding(resolution, variable) !== undefined) {
    fail('InvalidDynamicInvoke', { name: variable, member }, span);
  }
  return failUnknown(resolution, 'UnboundTermVariable', { name: variable }, span);
}

/**
 * Returns the internal name of a builtin of an old release, for a bare name without another meaning. So these builtins
 * reserve no names in current programs.
 */
export function legacyBuiltin(
  resolution: Resolution,
  name: ParsedName,
  span: Span,
): string | undefined {
  if (name.kind !== 'bare') return undefined;
  const { builtins, loaded } = resolution.environment;
  const isInModule = resolution.current !== undefined && resolution.replDefinition === undefined;
  const builtin = builtins.legacy?.(name.name, isInModule);
  if (builtin === undefined) return undefined;
  const isBound =
    isVariable(resolution, name.name) ||
    findModuleData(resolution, new ModuleName(name.name), span) !== undefined ||
    (loaded.namespace !== undefined &&
      findModuleData(resolution, new ModuleName(name.name, loaded.namespace.name), span) !==
        undefined);
  return isBound ? undefined : builtin.internal;
}

/** Returns whether a bare name refers to a local variable or a definition. */
export function isVariable(resolution: Resolution, text: string): boolean {
  return (
    resolution.locals.index(text) !== undefined ||
    findBinding(resolution, text) !== undefined ||
    ownReplDefinition(resolution, text) !== undefined
  );
}

/** Resolves a bare name that is not a local variable in this module or at top level. */
function findBinding(resolution: Resolution, text: string): Binding | undefined {
  return resolution.members.get(text) ?? topLevelBinding(resolution, text);
}

function topLevelBinding(resolution: Resolution, text: string): Binding | undefined {
  const { loaded } = resolution.environment;
  const known = loaded.topLevelName(text);
  if (known === undefined) return undefined;
  const { module, hash } = known.name;
  if (known.def !== 'defschema') return { module, hash, meaning: { kind: known.def } };
  const def = loaded.def(known.name);
  assert(def?.kind === 'defschema', `the schema behind a top level name is loaded: ${text}`);
  return { module, hash, meaning: meaningOf(def, module) };
}

function ownReplDefinition(resolution: Resolution, text: string): Binding | undefined {
  const { replDefinition } = resolution;
  return replDefinition?.name === text ? replDefinition : undefined;
}

function reference(resolution: Resolution, text: string, binding: Binding): ResolvedName {
  const { module, hash, meaning } = binding;
  if (resolution.current?.name.text !== module.text) resolution.addDependency(module);
  return { name: { kind: 'top', text, module, hash }, meaning };
}

function moduleReference(
  text: string,
  module: { readonly name: ModuleName; readonly implements: readonly ModuleName[] },
): Name {
  return { kind: 'modref', text, module: module.name, interfaces: module.implements };
}
