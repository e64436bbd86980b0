// Finds modules and interfaces by name: first as written, then inside the current namespace.
// Source: IR/Desugar.hs (resolveModuleName, resolveInterfaceName, resolveModuleData), Persistence/Utils.hs; section 4.1.

import type { Span } from '../../base/span.ts';
import type { Interface, Module, ModuleData } from '../core/model/definition.ts';
import { fail } from '../diagnostics/error.ts';
import { ModuleName } from '../values/names.ts';
import type { LoadCharge, LoadedScope } from './environment.ts';
import type { CurrentModule, Resolution } from './resolution.ts';
import { failUnknown } from './unknown-name.ts';

/** Returns the name under which a new module or interface is installed. */
export function installedName(name: string, loaded: Pick<LoadedScope, 'namespace'>): ModuleName {
  return new ModuleName(name, loaded.namespace?.name);
}

/** Finds a module or interface with exactly this name. */
export function findModuleData(
  resolution: Resolution,
  name: ModuleName,
  span: Span,
  charge: LoadCharge = 'with-merge',
): ModuleData | undefined {
  const { loaded } = resolution.environment;
  const data = loaded.module(name.text);
  if (data !== undefined || resolution.missing.has(name.text)) return data;
  const read = resolution.environment.loadModule(name, span, charge);
  if (read === undefined) resolution.missing.add(name.text);
  return read;
}

/** Finds a module with exactly this name; fails for an interface. */
export function findModule(
  resolution: Resolution,
  name: ModuleName,
  span: Span,
): Module | undefined {
  const found = findModuleData(resolution, name, span, 'without-merge')?.module;
  if (found?.kind === 'interface') fail('ExpectedModule', { module: name.text }, span);
  return found;
}

/** Finds a module or interface by its name in code: in the root, else in the current namespace. */
export function resolveModuleData(
  resolution: Resolution,
  name: ModuleName,
  span: Span,
): ModuleData {
  return (
    findModuleData(resolution, name, span) ??
    requireInNamespace(resolution, nameInNamespace(resolution, name, span), span)
  );
}

/** Finds the module for a module reference. */
export function resolveModuleName(
  resolution: Resolution,
  name: ModuleName,
  span: Span,
): { readonly name: ModuleName; readonly implements: readonly ModuleName[] } {
  const found = findNamed(resolution, name, span, 'module');
  if (found.kind === 'interface') fail('InvalidModuleReference', { module: name.text }, span);
  return found;
}

/** Finds the interface named by a type or `implements`. */
export function resolveInterfaceName(
  resolution: Resolution,
  name: ModuleName,
  span: Span,
): ModuleName {
  const found = findNamed(resolution, name, span, 'interface');
  if (found.kind === 'module') fail('InvalidModuleReference', { module: name.text }, span);
  return found.name;
}

/** The one being compiled, which is not stored yet, is found too if it has the right kind. */
function findNamed(
  resolution: Resolution,
  name: ModuleName,
  span: Span,
  kind: CurrentModule['kind'],
): CurrentModule | Module | Interface {
  const current = resolution.current?.kind === kind ? resolution.current : undefined;
  if (current?.name.text === name.text) return current;
  const found = findModuleData(resolution, name, span);
  if (found !== undefined) return found.module;
  const namespaced = nameInNamespace(resolution, name, span);
  if (current?.name.text === namespaced.text) return current;
  return requireInNamespace(resolution, namespaced, span).module;
}

function nameInNamespace(resolution: Resolution, name: ModuleName, span: Span): ModuleName {
  const { namespace } = resolution.environment.loaded;
  if (name.namespace !== undefined || namespace === undefined) {
    failUnknown(resolution, 'NoSuchModule', { module: name.text }, span);
  }
  return new ModuleName(name.name, namespace.name);
}

function requireInNamespace(resolution: Resolution, name: ModuleName, span: Span): ModuleData {
  const found = findModuleData(resolution, name, span);
  return found ?? failUnknown(resolution, 'ModuleDoesNotExist', { module: name.text }, span);
}
