// What resolution asks of the world around it: builtins, flags, and modules that are loaded or can be loaded.
// It charges no gas and reads no database itself: `loadModule` does both.

import type { Span } from '../../base/span.ts';
import type { Def, ModuleData } from '../core/model/definition.ts';
import type { Loaded } from '../core/model/loaded.ts';
import type { EvalError } from '../diagnostics/error.ts';
import type { Hash } from '../values/encoding/hash.ts';
import type { ModuleName } from '../values/names.ts';

export interface BuiltinTable {
  /**
   * The same object as long as every name means the same, flags apart. Where there is none, nothing
   * is remembered of what was resolved with these builtins.
   */
  readonly meanings?: object;
  /** The builtin that a bare name means in the present source, if it means one. */
  lookup(name: string): { readonly internal: string } | undefined;
  /** A builtin of an old release: it is meant only where the name means nothing else. */
  legacy?(name: string): { readonly internal: string } | undefined;
  /**
   * Internal name for a direct application of a builtin that overloads.ts does not list; `internal` itself where
   * the number of arguments chooses nothing.
   */
  overload(internal: string, argumentCount: number): string;
}

/** Whether loading also costs the merge of its definitions into those already loaded (section 8.5). */
export type LoadCharge = 'with-merge' | 'without-merge';

/** What resolution sees of what is loaded, and the one thing that it changes: `use` adds names. */
export type LoadedScope = Pick<Loaded, 'module' | 'def' | 'topLevelName' | 'addTopLevelName'> & {
  readonly namespace: { readonly name: string } | undefined;
};

/** What a written name was found to mean. */
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
  /** `x::member`: which module it is turns out when it runs. */
  | { readonly kind: 'dynamic'; readonly member: string };

export interface ResolveEnvironment {
  /** Told what each name means that the source writes; for editors. */
  readonly refer?: (span: Span, referent: Referent) => void;
  /**
   * Told of an error that resolution goes on after. Where there is no such function the first error
   * ends it.
   */
  readonly recover?: (error: EvalError) => void;
  readonly builtins: BuiltinTable;
  /** Execution flags that are set: `DisablePact51`, ... */
  readonly flags: ReadonlySet<string>;
  readonly loaded: LoadedScope;
  readonly txHash: Hash;
  /**
   * Reads a module that `loaded` lacks from the database, charges for it and adds it to `loaded`. A name that
   * the database lacks costs nothing.
   */
  loadModule(name: ModuleName, span: Span, charge: LoadCharge): ModuleData | undefined;
}
