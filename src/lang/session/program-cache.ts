// What sessions of one process share: the trees of the sources that they have run, and what the modules
// of these came to. Whatever a session answers and charges is the same with and without.

import { CompiledCode } from '../machine/compiled-code.ts';
import { ParsedSources } from '../syntax/parsed-sources.ts';
import { KnownModules } from './known-modules.ts';

export class ProgramCache {
  readonly sources: ParsedSources;
  /** Held by the trees: what is dropped there is forgotten here. */
  readonly modules = new KnownModules();

  /** `limit`: of the texts together, in UTF-16 units. */
  constructor(limit?: number) {
    this.sources = new ParsedSources(limit);
  }

  /** Of one session: its code would keep it alive. */
  codeOfSession(): CompiledCode {
    return new CompiledCode();
  }

  clear(): void {
    this.sources.clear();
  }
}
