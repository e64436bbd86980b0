// What a project consists of, as plain data: `pact index --json` writes exactly this. Other programs
// read it: what is there keeps its meaning, and `indexVersion` rises where something is taken away.
// What is not known, or does not apply, is left out. Described in docs/index-format.md.

import type { PlaceRange } from '../check/place.ts';

export const indexVersion = 1;

export type ProjectIndex = {
  readonly version: typeof indexVersion;
  /** By path. */
  readonly files: readonly IndexedFile[];
  /** By name, then by place. */
  readonly modules: readonly IndexedModule[];
  /** Each after all that it needs; those in a circle come where the circle is entered. */
  readonly loadOrder: readonly { readonly module: string; readonly file: string }[];
  /** Modules that need one another, the first one again at the end. */
  readonly cycles: readonly (readonly string[])[];
  /** Modules that are named and defined in no file. */
  readonly external: readonly string[];
  readonly tests: readonly IndexedTest[];
};

export type IndexedFile = {
  readonly path: string;
  /** `.pact` files are contracts, all others scripts. */
  readonly dialect: 'pact' | 'repl';
  /** Paths, in written order. */
  readonly loads: readonly string[];
  /** Modules and interfaces, in written order. */
  readonly modules: readonly string[];
  /** Errors that `pact check` reports with more to say. */
  readonly errors: number;
};

export type IndexedModule = {
  readonly kind: 'module' | 'interface';
  /** With its namespace: `ns.m`. */
  readonly name: string;
  readonly place: PlaceRange;
  readonly doc?: string;
  /** Of a module: what decides on upgrades. */
  readonly governance?: { readonly kind: 'capability' | 'keyset'; readonly name: string };
  readonly implements: readonly string[];
  readonly imports: readonly IndexedImport[];
  /** Hashes of older versions that are still good. */
  readonly blessed: readonly string[];
  /** `@model`, as written. */
  readonly model: readonly string[];
  /** Modules and interfaces that must be there before it. */
  readonly dependencies: readonly string[];
  /** In written order. */
  readonly definitions: readonly IndexedDefinition[];
};

export type IndexedImport = {
  readonly module: string;
  /** All of them where there is no list. */
  readonly names?: readonly string[];
  readonly hash?: string;
};

export type IndexedParameter = {
  readonly name: string;
  readonly type?: string;
  /** The type is not written: it was found out. */
  readonly inferred?: true;
};

type Described = {
  readonly name: string;
  readonly place: PlaceRange;
  readonly doc?: string;
  /** Members of modules that it names, sorted: `ns.m.f`. */
  readonly references: readonly string[];
};

type Callable = Described & {
  readonly parameters: readonly IndexedParameter[];
  readonly result?: IndexedResult;
  /** What is demanded of type variables: `Num{'a}`. */
  readonly constraints: readonly string[];
  readonly model: readonly string[];
};

export type IndexedResult = { readonly type: string; readonly inferred?: true };

export type IndexedDefinition =
  | (Callable & { readonly kind: 'defun' })
  | (Callable & { readonly kind: 'defcap'; readonly capability: IndexedCapability })
  | (Callable & { readonly kind: 'defpact'; readonly steps: readonly IndexedStep[] })
  | (Described & {
      readonly kind: 'defconst';
      readonly type?: IndexedResult;
      /** As written. */
      readonly value: string;
    })
  | (Described & {
      readonly kind: 'defschema';
      readonly fields: readonly IndexedParameter[];
      readonly model: readonly string[];
    })
  /** `schema` as a full name where it is known. */
  | (Described & { readonly kind: 'deftable'; readonly schema: string });

/** Managed ones and those marked as events are written to the log of events. */
export type IndexedCapability =
  | { readonly kind: 'plain' }
  | { readonly kind: 'event' }
  /** Good for one use. */
  | { readonly kind: 'auto-managed' }
  | { readonly kind: 'managed'; readonly parameter: string; readonly manager: string };

export type IndexedStep = { readonly place: PlaceRange; readonly rollback: boolean };

/** The forms between begin-tx and commit-tx, or of a script outside of any. */
export type IndexedTest = {
  readonly file: string;
  /** Of begin-tx; of the first form where there is none. */
  readonly place: PlaceRange;
  /** The text after begin-tx. */
  readonly name?: string;
  readonly expectations: readonly IndexedExpectation[];
  /** Members of modules that the forms name themselves, sorted. */
  readonly uses: readonly string[];
};

export type IndexedExpectation = {
  readonly kind: 'expect' | 'expect-failure' | 'expect-that';
  readonly name: string;
  readonly place: PlaceRange;
  /** Of the form that it is in. */
  readonly uses: readonly string[];
};
