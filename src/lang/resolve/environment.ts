// The environment of resolution: builtins, flags, and modules that are loaded or can be loaded. Resolution itself
// charges no gas and does not read the database: `loadModule` does both.

import type { Span } from '../../base/span.ts';
import type { Def, ModuleData } from '../core/model/definition.ts';
import type { Loaded } from '../core/model/loaded.ts';
import type { EvalError } from '../diagnostics/error.ts';
import type { Hash } from '../values/encoding/hash.ts';
import type { ModuleName } from '../values/names.ts';

export interface BuiltinTable {
  /**
   * The same object as long as every name has the same meaning, apart from flags. If absent, results of
   * resolution with these builtins are not cached.
   */
  readonly meanings?: object;
  /** Returns the builtin for a bare name in the current source, if there is one. */
  lookup(name: string): { readonly internal: string } | undefined;
  /**
   * Returns a builtin of an old release, used only if the name has no other meaning. `isInModule`: whether a module or
   * interface uses the name.
   */
  legacy?(name: string, isInModule: boolean): { readonly internal: string } | undefined;
  /**
   * Returns the internal name for a direct application of a builtin that overloads.ts does not list; `internal` itself
   * if the number of arguments makes no difference.
   */
  overload(internal: string, argumentCount: number): string;
}

/** Whether loading also costs the merge of its definitions into those already loaded (section 8.5). */
export type LoadCharge = 'with-merge' | 'without-merge';

/** The loaded modules as resolution sees them. The only change it makes: `use` adds names. */
export type LoadedScope = Pick<Loaded, 'module' | 'def' | 'topLevelName' | 'addTopLevelName'> & {
  readonly namespace: { readonly name: string } | undefined;
};

/** The meaning of a name in the source. */
export type Referent =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'member';
      readonly module: ModuleName;
      readonly hash: Hash;
      readonly name: string;
      readonly definition: Def['kind'];
    }
  | { readonly kind: 'module' | 'interface'; readonly module: ModuleName }
  /** By its internal name. */
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'special-form'; readonly name: string }
  /** `x::member`: the module is known only at run time. */
  | { readonly kind: 'dynamic'; readonly member: string };

export interface ResolveEnvironment {
  /** Receives the meaning of each name in the source; for editors. */
  readonly refer?: (span: Span, referent: Referent) => void;
  /**
   * Receives errors after which resolution continues. Without this function, the first error ends
   * resolution.
   */
  readonly recover?: (error: EvalError) => void;
  readonly builtins: BuiltinTable;
  /** Execution flags that are set: `DisablePact51`, ... */
  readonly flags: ReadonlySet<string>;
  readonly loaded: LoadedScope;
  readonly txHash: Hash;
  /**
   * Reads a module that is not in `loaded` from the database, charges for it and adds it to `loaded`. A name that
   * is not in the database costs nothing.
   */
  loadModule(name: ModuleName, span: Span, charge: LoadCharge): ModuleData | undefined;
}
