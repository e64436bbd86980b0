// The contents of a project, as plain data: `pact index --json` writes exactly this. Other programs read it: existing
// members keep their meaning, and `indexVersion` increases when something is removed. Unknown and inapplicable data are
// left out. Described in docs/index-format.md.

import type { PlaceRange } from '../check/diagnostics.ts';

export const indexVersion = 1;

export type ProjectIndex = {
  readonly version: typeof indexVersion;
  /** By path. */
  readonly files: readonly IndexedFile[];
  /** By name, then by place. */
  readonly modules: readonly IndexedModule[];
  /** Each after all that it needs; those in a cycle come where the cycle is entered. */
  readonly loadOrder: readonly { readonly module: string; readonly file: string }[];
  /** Cycles of modules that need one another, with the first one repeated at the end. */
  readonly cycles: readonly (readonly string[])[];
  /** Modules that are named but defined in no file. */
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
  /** Errors that `pact check` reports in more detail. */
  readonly errors: number;
};

export type IndexedModule = {
  readonly kind: 'module' | 'interface';
  /** The name with its namespace: `ns.m`. */
  readonly name: string;
  readonly place: PlaceRange;
  readonly doc?: string;
  /** Of a module: the keyset or capability that governs upgrades. */
  readonly governance?: { readonly kind: 'capability' | 'keyset'; readonly name: string };
  readonly implements: readonly string[];
  readonly imports: readonly IndexedImport[];
  /** Hashes of older versions that are still valid. */
  readonly blessed: readonly string[];
  /** `@model`, as written. */
  readonly model: readonly string[];
  /** Modules and interfaces that must be loaded before it. */
  readonly dependencies: readonly string[];
  /** In written order. */
  readonly definitions: readonly IndexedDefinition[];
};

export type IndexedImport = {
  readonly module: string;
  /** All members if there is no list. */
  readonly names?: readonly string[];
  readonly hash?: string;
};

export type IndexedParameter = {
  readonly name: string;
  readonly type?: string;
  /** The type is not written, but inferred. */
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
  /** Constraints of type variables: `Num{'a}`. */
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
  /** `schema` is a full name if it is known. */
  | (Described & { readonly kind: 'deftable'; readonly schema: string });

/** Managed capabilities and those marked as events are written to the event log. */
export type IndexedCapability =
  | { readonly kind: 'plain' }
  | { readonly kind: 'event' }
  /** Can be used once. */
  | { readonly kind: 'auto-managed' }
  | { readonly kind: 'managed'; readonly parameter: string; readonly manager: string };

type IndexedStep = { readonly place: PlaceRange; readonly rollback: boolean };

/** The forms between begin-tx and commit-tx, or the forms of a script outside of any. */
export type IndexedTest = {
  readonly file: string;
  /** The place of begin-tx, or of the first form if there is none. */
  readonly place: PlaceRange;
  /** The text after begin-tx. */
  readonly name?: string;
  readonly expectations: readonly IndexedExpectation[];
  /** Members of modules that the forms themselves name, sorted. */
  readonly uses: readonly string[];
};

export type IndexedExpectation = {
  readonly kind: 'expect' | 'expect-failure' | 'expect-that';
  readonly name: string;
  readonly place: PlaceRange;
  /** The place of the form that contains it. */
  readonly uses: readonly string[];
};

export function signatureText(definition: IndexedDefinition): string {
  const { kind, name } = definition;
  switch (kind) {
    case 'defun':
    case 'defcap':
    case 'defpact': {
      const { parameters, result } = definition;
      const written = typed({ name, ...result });
      return `${kind} ${written} (${parameters.map(typed).join(' ')})${marks(definition)}`;
    }
    case 'defconst':
      return `${kind} ${typed({ name, ...definition.type })}`;
    case 'defschema':
      return [kind, name, ...definition.fields.map(typed)].join(' ');
    case 'deftable':
      return `${kind} ${name}:{${definition.schema}}`;
  }
}

const typed = ({ name, type, inferred }: IndexedParameter): string =>
  type === undefined || inferred === true ? name : `${name}:${type}`;

function marks(definition: IndexedDefinition): string {
  if (definition.kind !== 'defcap') return '';
  const { capability } = definition;
  switch (capability.kind) {
    case 'plain':
      return '';
    case 'event':
      return ' @event';
    case 'auto-managed':
      return ' @managed';
    case 'managed':
      return ` @managed ${capability.parameter} ${capability.manager}`;
  }
}
