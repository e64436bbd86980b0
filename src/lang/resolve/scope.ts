// The local variables during the resolution of a term: bound names and their depths. Bindings are undone in reverse order.
import type { Def, ModuleData } from '../core/model/definition.ts';
import type { TopLevelName } from '../core/model/loaded.ts';
import type { FullyQualifiedName } from '../values/names.ts';
import type { LoadedScope } from './environment.ts';
import type { Question } from './known-resolutions.ts';

/** The meaning of a name before it was bound again. */
export type Shadowed = number | undefined;

export class LocalScope {
  /** Name to the depth at which it was bound. */
  private readonly levels = new Map<string, number>();
  private depth = 0;

  /** Returns the De Bruijn index of a local name; `undefined` if it is not local. */
  index(name: string): number | undefined {
    const level = this.levels.get(name);
    return level === undefined ? undefined : this.depth - level - 1;
  }

  /** Removes all bindings, after an error that left some of them open. */
  clear(): void {
    this.levels.clear();
    this.depth = 0;
  }

  names(): Iterable<string> {
    return this.levels.keys();
  }

  bind(name: string): Shadowed {
    const shadowed = this.levels.get(name);
    this.levels.set(name, this.depth);
    this.depth++;
    return shadowed;
  }

  unbind(name: string, shadowed: Shadowed): void {
    this.depth--;
    if (shadowed === undefined) this.levels.delete(name);
    else this.levels.set(name, shadowed);
  }

  /** Of equal names, the last one is visible. */
  bindAll(parameters: readonly { readonly name: string }[]): readonly Shadowed[] {
    return parameters.map(({ name }) => this.bind(name));
  }

  unbindAll(parameters: readonly { readonly name: string }[], shadowed: readonly Shadowed[]): void {
    for (let i = parameters.length - 1; i >= 0; i--) {
      this.unbind((parameters[i] as { readonly name: string }).name, shadowed[i]);
    }
  }
}

// Resolves a part of a module again from recorded answers: only names that were looked up when the whole module was
// resolved are known here.

/** Returns the recorded answers of the session; changes only itself. */
export class AnsweredScope implements LoadedScope {
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
