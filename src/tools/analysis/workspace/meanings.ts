// The meaning of names at each point of a walk: the visited modules, by version, and the definitions of scripts, which
// later ones of the same name replace.

import { addTo } from '../../../base/groups.ts';
import { replModuleName, specialForms, type Referent } from '../../../lang/session/analyse.ts';
import type { SeenForm } from '../check/sources.ts';
import type { BuiltinSets } from '../../../script/builtins.ts';
import {
  type CodeSymbol,
  type DefinedSymbol,
  kindsOfForms,
  type ModuleSymbols,
  type SymbolKind,
  symbolsOfDefinition,
  symbolsOfModule,
} from './symbols.ts';

type Member = Extract<Referent, { readonly kind: 'member' }>;

/** The meaning of a name from a point of the walk on. */
type From<Meaning> = { readonly from: number; readonly meaning: Meaning };

export class WalkMeanings {
  readonly builtins: BuiltinSets;
  private readonly modules = new Map<string, From<ModuleSymbols>[]>();
  private readonly versions = new Map<string, ModuleSymbols>();
  private readonly ofScripts = new Map<string, From<DefinedSymbol>[]>();
  private readonly symbols = new Map<string, CodeSymbol>();
  private count = 0;

  constructor(builtins: BuiltinSets) {
    this.builtins = builtins;
  }

  /** Adds the definitions of a form. Returns the meanings right after it. */
  add({ form, file, resolved, namespace, installedAs }: SeenForm): Meanings {
    const from = this.count++;
    let defined: Meanings['defined'];
    if (form.kind === 'module' || form.kind === 'interface') {
      defined = symbolsOfModule(form, file.path, namespace);
      const { name } = defined.symbol;
      addTo(this.modules, name, { from, meaning: defined });
      for (const hash of [hashOf(resolved), installedAs]) {
        if (hash !== undefined) this.versions.set(`${name} ${hash}`, defined);
      }
    } else if (form.kind === 'defun' || form.kind === 'defconst') {
      defined = symbolsOfDefinition(form, file.path);
      addTo(this.ofScripts, defined.symbol.name, { from, meaning: defined });
    }
    return new Meanings(this, from, defined);
  }

  module(name: string, at: number): ModuleSymbols | undefined {
    return lastBefore(this.modules.get(name), at);
  }

  script(name: string, at: number): DefinedSymbol | undefined {
    return lastBefore(this.ofScripts.get(name), at);
  }

  version(name: string, hash: string): ModuleSymbols | undefined {
    return this.versions.get(`${name} ${hash}`);
  }

  builtinNamed(kind: 'builtin' | 'special-form', name: string): CodeSymbol {
    const key = `${kind} ${name}`;
    const symbol = this.symbols.get(key) ?? { kind, name };
    this.symbols.set(key, symbol);
    return symbol;
  }
}

const lastBefore = <Meaning>(
  all: readonly From<Meaning>[] | undefined,
  at: number,
): Meaning | undefined => all?.findLast(({ from }) => from <= at)?.meaning;

/** The meaning of names in one form. */
export class Meanings {
  /** The symbols that the form itself defines. */
  readonly defined: ModuleSymbols | DefinedSymbol | undefined;
  private readonly walk: WalkMeanings;
  private readonly at: number;
  /** Modules that were edited, by their version in the walk. */
  private readonly renewed: ReadonlyMap<ModuleSymbols, ModuleSymbols>;

  constructor(
    walk: WalkMeanings,
    at: number,
    defined: Meanings['defined'],
    renewed: ReadonlyMap<ModuleSymbols, ModuleSymbols> = new Map(),
  ) {
    this.walk = walk;
    this.at = at;
    this.defined = defined;
    this.renewed = renewed;
  }

  /** The same, with some modules of the file edited; then scripts define only modules. */
  renewing(renewed: ReadonlyMap<ModuleSymbols, ModuleSymbols>): Meanings {
    return new Meanings(this.walk, this.at, newest(this.defined, renewed), renewed);
  }

  module(name: string): ModuleSymbols | undefined {
    return newest(this.walk.module(name, this.at), this.renewed);
  }

  script(name: string): DefinedSymbol | undefined {
    return this.walk.script(name, this.at);
  }

  member({ module, hash, name, definition }: Member): CodeSymbol {
    if (module.text === replModuleName.text) {
      return this.script(name)?.symbol ?? { kind: kindOf[definition], name };
    }
    const symbol = this.version(module.text, hash)?.members.get(name)?.symbol;
    return symbol ?? { kind: kindOf[definition], name, module: module.text };
  }

  /** Returns the module of a member. */
  moduleOf({ module, hash }: Member): CodeSymbol {
    return this.version(module.text, hash)?.symbol ?? { kind: 'module', name: module.text };
  }

  private version(name: string, hash: string): ModuleSymbols | undefined {
    return newest(this.walk.version(name, hash), this.renewed) ?? this.module(name);
  }

  /** Returns a builtin or special form by its written name; `undefined` for other names. */
  builtin(name: string, dialect: 'pact' | 'repl'): CodeSymbol | undefined {
    const { core, repl } = this.walk.builtins;
    const isBuiltin =
      core.named(name) !== undefined || (dialect === 'repl' && repl.named(name) !== undefined);
    if (isBuiltin) return this.builtinNamed('builtin', name);
    return isSpecial(name) ? this.builtinNamed('special-form', name) : undefined;
  }

  builtinNamed(kind: 'builtin' | 'special-form', name: string): CodeSymbol {
    return this.walk.builtinNamed(kind, name);
  }
}

const newest = <Symbols extends Meanings['defined']>(
  symbols: Symbols,
  renewed: ReadonlyMap<ModuleSymbols, ModuleSymbols>,
): Symbols | ModuleSymbols =>
  symbols?.kind === 'module' ? (renewed.get(symbols) ?? symbols) : symbols;

const specialNames: ReadonlySet<string> = new Set(specialForms.map(({ name }) => name));
const isSpecial = (name: string): boolean => specialNames.has(name);

function hashOf(resolved: SeenForm['resolved']): string | undefined {
  if (resolved?.kind === 'module') return resolved.module.hash;
  return resolved?.kind === 'interface' ? resolved.interface.hash : undefined;
}

const kindOf: Record<Member['definition'], SymbolKind> = kindsOfForms;
