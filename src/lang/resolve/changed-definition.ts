// Resolves one changed definition of a module that was resolved before, if everything it refers to was recorded then. For
// editors, where most changes are within one definition.

import { defName, type Def, type Module, type ModuleData } from '../core/model/definition.ts';
import type { TopLevelName } from '../core/model/loaded.ts';
import type * as syntax from '../syntax/ast.ts';
import { isEvalError } from '../diagnostics/error.ts';
import { modulePlaceholder } from '../values/encoding/hash.ts';
import type { FullyQualifiedName } from '../values/names.ts';
import { dependenciesOf } from './dependencies.ts';
import { desugarDefinition } from './desugar-definition.ts';
import { desugarerFor } from './desugar-expression.ts';
import { resolveDefinition } from './definitions.ts';
import { desugarImport } from './desugar-module.ts';
import type { LoadedScope, ResolveEnvironment } from './environment.ts';
import { resolveImport } from './imports.ts';
import type { KnownResolution, Question } from './known-resolutions.ts';
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

/**
 * Returns the recorded answers of the session; changes only itself. Only names that were looked up when the whole module was
 * resolved are known here.
 */
class AnsweredScope implements LoadedScope {
  readonly namespace: LoadedScope['namespace'];
  private isKnown = true;
  private readonly modules = new Map<string, WeakRef<ModuleData> | undefined>();
  private readonly definitions = new Map<string, WeakRef<Def> | undefined>();
  private readonly names = new Map<string, TopLevelName | undefined>();
  private readonly imported = new Map<string, TopLevelName>();

  constructor(questions: readonly Question[], namespace: string | undefined) {
    this.namespace = namespace === undefined ? undefined : { name: namespace };
    for (const each of questions) {
      if (each.kind === 'module') this.modules.set(each.text, each.answer);
      else if (each.kind === 'stored-module') this.modules.set(each.name.text, each.answer);
      else if (each.kind === 'definition') this.definitions.set(each.name.key, each.answer);
      else if (each.kind === 'name') this.names.set(each.text, each.answer);
    }
  }

  /** Returns whether every lookup so far had a recorded answer. */
  get isComplete(): boolean {
    return this.isKnown;
  }

  module(text: string): ModuleData | undefined {
    return this.held(this.modules, text);
  }

  def({ key }: FullyQualifiedName): Def | undefined {
    return this.held(this.definitions, key);
  }

  topLevelName(text: string): TopLevelName | undefined {
    if (!this.imported.has(text) && !this.names.has(text)) this.isKnown = false;
    return this.imported.get(text) ?? this.names.get(text);
  }

  addTopLevelName(text: string, meaning: TopLevelName): void {
    this.imported.set(text, meaning);
  }

  private held<T extends object>(
    answers: ReadonlyMap<string, WeakRef<T> | undefined>,
    key: string,
  ): T | undefined {
    const answer = answers.get(key);
    const found = answer?.deref();
    const isGone = answer !== undefined && found === undefined;
    if (isGone || !answers.has(key)) this.isKnown = false;
    return found;
  }
}
