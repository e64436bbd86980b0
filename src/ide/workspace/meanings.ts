// What names mean at one point of a walk: the modules that were met, by version, and the definitions
// of the script itself.

import { replModuleName, specialForms, type Referent } from '../../lang/session/analyse.ts';
import type { SeenForm } from '../check/walk.ts';
import type { NativeSets } from '../natives/native-sets.ts';
import {
  symbolsOfDefinition,
  symbolsOfModule,
  type DefinedSymbol,
  type ModuleSymbols,
} from './define-symbols.ts';
import type { CodeSymbol, SymbolKind } from './symbols.ts';

type Member = Extract<Referent, { readonly kind: 'member' }>;

export class Meanings {
  private readonly natives: NativeSets;
  private readonly latest = new Map<string, ModuleSymbols>();
  private readonly versions = new Map<string, ModuleSymbols>();
  private readonly ofScript = new Map<string, DefinedSymbol>();
  private readonly builtins = new Map<string, CodeSymbol>();

  constructor(natives: NativeSets) {
    this.natives = natives;
  }

  /** Learns what a form defines. The answer is what it is itself. */
  add({ form, file, resolved, namespace }: SeenForm): ModuleSymbols | DefinedSymbol | undefined {
    if (form.kind === 'module' || form.kind === 'interface') {
      const symbols = symbolsOfModule(form, file.path, namespace);
      this.latest.set(symbols.symbol.name, symbols);
      const hash = hashOf(resolved);
      if (hash !== undefined) this.versions.set(`${symbols.symbol.name} ${hash}`, symbols);
      return symbols;
    }
    if (form.kind !== 'defun' && form.kind !== 'defconst') return undefined;
    const symbols = symbolsOfDefinition(form, file.path);
    this.ofScript.set(symbols.symbol.name, symbols);
    return symbols;
  }

  module(name: string): ModuleSymbols | undefined {
    return this.latest.get(name);
  }

  script(name: string): DefinedSymbol | undefined {
    return this.ofScript.get(name);
  }

  member({ module, hash, name, definition }: Member): CodeSymbol {
    if (module.text === replModuleName.text) {
      return this.ofScript.get(name)?.symbol ?? { kind: kindOf[definition], name };
    }
    const symbol = this.version(module.text, hash)?.members.get(name)?.symbol;
    return symbol ?? { kind: kindOf[definition], name, module: module.text };
  }

  /** The module of a member. */
  moduleOf({ module, hash }: Member): CodeSymbol {
    return this.version(module.text, hash)?.symbol ?? { kind: 'module', name: module.text };
  }

  private version(name: string, hash: string): ModuleSymbols | undefined {
    return this.versions.get(`${name} ${hash}`) ?? this.latest.get(name);
  }

  /** A builtin or special form by the name that is written; nothing of other names. */
  builtin(name: string, dialect: 'pact' | 'repl'): CodeSymbol | undefined {
    const { core, repl } = this.natives;
    const isBuiltin =
      core.named(name) !== undefined || (dialect === 'repl' && repl.named(name) !== undefined);
    if (isBuiltin) return this.builtinNamed('builtin', name);
    return isSpecial(name) ? this.builtinNamed('special-form', name) : undefined;
  }

  builtinNamed(kind: 'builtin' | 'special-form', name: string): CodeSymbol {
    const key = `${kind} ${name}`;
    const symbol = this.builtins.get(key) ?? { kind, name };
    this.builtins.set(key, symbol);
    return symbol;
  }
}

const specialNames: ReadonlySet<string> = new Set(specialForms.map(({ name }) => name));
const isSpecial = (name: string): boolean => specialNames.has(name);

function hashOf(resolved: SeenForm['resolved']): string | undefined {
  if (resolved?.kind === 'module') return resolved.module.hash;
  return resolved?.kind === 'interface' ? resolved.interface.hash : undefined;
}

const kindOf = {
  defun: 'function',
  defcap: 'capability',
  defpact: 'defpact',
  defconst: 'constant',
  defschema: 'schema',
  deftable: 'table',
} as const satisfies Record<Member['definition'], SymbolKind>;
