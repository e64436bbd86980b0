// Resolves one changed definition of a module that was resolved before, if everything it refers to was recorded then. For
// editors, where most changes are within one definition.

import { defName, type Def, type Module } from '../core/model/definition.ts';
import type * as syntax from '../syntax/ast.ts';
import { isEvalError } from '../diagnostics/error.ts';
import { modulePlaceholder } from '../values/encoding/hash.ts';
import { AnsweredScope } from './scope.ts';
import { dependenciesOf } from './dependencies.ts';
import { desugarDefinition } from './desugar-definition.ts';
import { desugarerFor } from './desugar-expression.ts';
import { resolveDefinition } from './definitions.ts';
import { desugarImport } from './desugar-module.ts';
import type { ResolveEnvironment } from './environment.ts';
import { resolveImport } from './imports.ts';
import type { KnownResolution } from './known-resolutions.ts';
import { parsedDefName, type ParsedDef } from './parsed.ts';
import { meaningOf, Resolution } from './resolution.ts';

export type ChangedDefinition = {
  readonly module: syntax.Module;
  /** The definition as written when the module was resolved, and as it is now. */
  readonly before: syntax.Definition;
  readonly after: syntax.Definition;
};

/**
 * Returns the definition as resolving the whole module would, with the placeholder for the module's hash. Returns
 * `undefined` if it has errors, or refers to other definitions of the module than before or to modules not looked up then.
 */
export function resolveChangedDefinition(
  { module, before, after }: ChangedDefinition,
  { resolved, circumstances, questions }: KnownResolution,
  { builtins, refer }: Pick<ResolveEnvironment, 'builtins' | 'refer'>,
): Def | undefined {
  if (resolved.kind !== 'module' || builtins.meanings !== circumstances.meanings) return undefined;
  const { flags, txHash, namespace } = circumstances;
  const loaded = new AnsweredScope(questions, namespace);
  const loadModule: ResolveEnvironment['loadModule'] = ({ text }) => loaded.module(text);
  const environment = { builtins, flags, txHash, loaded, loadModule };
  const telling = refer === undefined ? environment : { ...environment, refer };
  try {
    const names = new Set(resolved.module.defs.map(defName));
    const own = { module: resolved.module.name.text, names };
    const desugar = (def: syntax.Definition, given: ResolveEnvironment) =>
      desugarDefinition(def, module.name.text, desugarerFor(given));
    const parsed = desugar(after, telling);
    const former = dependenciesOf(desugar(before, environment), own);
    // With the same dependencies, definitions are resolved in the same order.
    if (!sameNames(dependenciesOf(parsed, own), former)) return undefined;
    const resolution = new Resolution(telling);
    importInto(resolution, module);
    const { name, implements: interfaces } = resolved.module;
    resolution.current = { kind: 'module', name, implements: interfaces };
    bindThoseBefore(resolution, resolved.module, parsed);
    const def = resolveDefinition(resolution, parsed);
    return loaded.isComplete ? def : undefined;
  } catch (error) {
    if (!isEvalError(error)) throw error;
    return undefined;
  }
}

function importInto(resolution: Resolution, { external, span }: syntax.Module): void {
  for (const each of external) {
    if (each.kind !== 'use') continue;
    try {
      resolveImport(resolution, desugarImport(each), span, undefined);
    } catch (error) {
      // A definition that had errors has them again: analysis continued without it.
      if (!isEvalError(error)) throw error;
    }
  }
}

/** A definition can use the ones before it. */
function bindThoseBefore(
  resolution: Resolution,
  { name: module, defs }: Module,
  changed: ParsedDef,
): void {
  for (const def of defs) {
    const name = defName(def);
    if (name === parsedDefName(changed)) return;
    const binding = { module, hash: modulePlaceholder, meaning: meaningOf(def, module) };
    resolution.members.set(name, binding);
    resolution.own.set(name, binding);
  }
}

const sameNames = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  left.size === right.size && [...left].every((name) => right.has(name));
