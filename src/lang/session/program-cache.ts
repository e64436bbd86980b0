// A cache shared by the sessions of one process: the trees of sources that they have run, and the modules in them as
// installed. Results and charges of a session are the same with and without it.

import { CompiledCode } from '../eval/compile/compiled-code.ts';
import { ParsedSources } from '../syntax/parsed-sources.ts';
import { KnownModules } from './known-modules.ts';

export class ProgramCache {
  readonly sources: ParsedSources;
  /** Keyed weakly by tree: an entry lives as long as its tree. */
  readonly modules = new KnownModules();

  /** `limit`: UTF-16 units of all texts together. */
  constructor(limit?: number) {
    this.sources = new ParsedSources(limit);
  }

  /** Belongs to one session: its code would keep the session alive. */
  codeOfSession(): CompiledCode {
    return new CompiledCode();
  }

  clear(): void {
    this.sources.clear();
  }
}
