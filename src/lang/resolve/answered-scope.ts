// Resolves a part of a module again from recorded answers: only names that were looked up when the whole module was
// resolved are known here.

import type { Def, ModuleData } from '../core/model/definition.ts';
import type { TopLevelName } from '../core/model/loaded.ts';
import type { FullyQualifiedName } from '../values/names.ts';
import type { LoadedScope } from './environment.ts';
import type { Question } from './known-resolutions.ts';

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

  /** Whether every lookup so far had a recorded answer. */
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
