// Keeps the syntax of the modules that a run loads, by full name, since only the syntax has their models.

import { installedName, type SyntaxModule } from '../../../lang/session/analyse.ts';
import type { ReplEngine } from '../../repl/engine.ts';
import type { RunObserver } from '../../repl/observer.ts';

export class LoadedModules {
  readonly written = new Map<string, SyntaxModule>();
  private engine: ReplEngine | undefined = undefined;

  watch(engine: ReplEngine): void {
    this.engine = engine;
  }

  /** Returns the observer with recording of modules; `isWatching`: whether the run is still in progress. */
  observer(observer: RunObserver, isWatching: () => boolean): RunObserver {
    return {
      ...observer,
      formEnded: (form) => {
        observer.formEnded(form);
        if (form.kind === 'module') this.note(form);
      },
      // Property tests after the run have errors of their own.
      get recovered() {
        return isWatching() ? observer.recovered : undefined;
      },
    };
  }

  private note(module: SyntaxModule): void {
    const loaded = this.engine?.machine.loaded;
    if (loaded === undefined) return;
    const { text: name } = installedName(module.name.text, loaded);
    if (loaded.module(name) !== undefined) this.written.set(name, module);
  }
}
