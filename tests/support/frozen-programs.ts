// Programs that sessions share, frozen: changing a tree or a module fails at once.

import { KnownModules, ProgramCache } from '../../src/lang/session/known-modules.ts';
import { ParsedSources } from '../../src/lang/syntax/parsed-sources.ts';

class FrozenSources extends ParsedSources {
  override parse(...args: Parameters<ParsedSources['parse']>) {
    const program = super.parse(...args);
    freeze(program);
    return program;
  }
}

class FrozenModules extends KnownModules {
  override data(...args: Parameters<KnownModules['data']>) {
    const data = super.data(...args);
    freeze(data);
    return data;
  }
}

export class FrozenPrograms extends ProgramCache {
  override readonly sources = new FrozenSources();
  override readonly modules = new FrozenModules();
}

/** Freezes plain objects and lists with their parts; names, spans and values are not frozen, as they cache results. */
function freeze(whole: unknown): void {
  const open = [whole];
  while (open.length > 0) {
    const each = open.pop();
    if (!isPlain(each) || Object.isFrozen(each)) continue;
    Object.freeze(each);
    const parts: readonly unknown[] = Object.values(each);
    open.push(...parts);
  }
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
