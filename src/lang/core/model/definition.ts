// Definitions, modules and interfaces in Core, and their loaded and stored forms.
// Source: pact/Pact/Core/IR/Term.hs, Environment/Types.hs (ModuleData, Loaded).

import type { Span } from '../../../base/span.ts';
import type { Hash } from '../../values/encoding/hash.ts';
import type { FullyQualifiedName, KeySetName, ModuleName } from '../../values/names.ts';
import type { Schema, Type } from '../../values/type.ts';
import type { PactValue } from '../../values/value.ts';
import type { Arg, Name, Term } from './term.ts';

export type Def<N = Name, T = Type> =
  | Defun<N, T>
  | DefConst<N, T>
  | DefCap<N, T>
  | DefSchema<T>
  | DefTable
  | DefPact<N, T>;

export type Defun<N = Name, T = Type> = {
  readonly kind: 'defun';
  readonly spec: Arg<T>;
  readonly params: readonly Arg<T>[];
  /** A lambda or nullary term that repeats the parameters. */
  readonly term: Term<N, T>;
  readonly span: Span;
};

export type DefConst<N = Name, T = Type> = {
  readonly kind: 'defconst';
  readonly spec: Arg<T>;
  readonly value: ConstValue<N, T>;
  readonly span: Span;
};

export type ConstValue<N = Name, T = Type> =
  | { readonly kind: 'term'; readonly term: Term<N, T> }
  | { readonly kind: 'evaluated'; readonly value: PactValue };

/** The body is not wrapped in a lambda of its parameters. */
export type DefCap<N = Name, T = Type> = {
  readonly kind: 'defcap';
  readonly spec: Arg<T>;
  readonly params: readonly Arg<T>[];
  readonly term: Term<N, T>;
  readonly meta: DefCapMeta<FullyQualifiedName>;
  readonly span: Span;
};

/** `M` names the manager: resolved in modules, bare text in interfaces. */
export type DefCapMeta<M> =
  | { readonly kind: 'event' }
  | {
      readonly kind: 'managed';
      readonly paramIndex: number;
      readonly param: string;
      readonly manager: M;
    }
  | { readonly kind: 'auto-managed' }
  | { readonly kind: 'unmanaged' };

export type DefSchema<T = Type> = {
  readonly kind: 'defschema';
  readonly name: string;
  /** Ascending by code point. */
  readonly fields: ReadonlyMap<string, T>;
  readonly span: Span;
};

export type DefTable = {
  readonly kind: 'deftable';
  readonly name: string;
  readonly schema: Schema;
  readonly span: Span;
};

export type DefPact<N = Name, T = Type> = {
  readonly kind: 'defpact';
  readonly spec: Arg<T>;
  readonly params: readonly Arg<T>[];
  readonly steps: readonly Step<N, T>[];
  readonly span: Span;
};

export type Step<N = Name, T = Type> =
  | { readonly kind: 'step'; readonly body: Term<N, T> }
  | {
      readonly kind: 'step-with-rollback';
      readonly body: Term<N, T>;
      readonly rollback: Term<N, T>;
    }
  /** Entity forms exist in modules imported from Pact 4 only, and fail when run. */
  | { readonly kind: 'entity-step'; readonly entity: Term<N, T>; readonly body: Term<N, T> }
  | {
      readonly kind: 'entity-step-with-rollback';
      readonly entity: Term<N, T>;
      readonly body: Term<N, T>;
      readonly rollback: Term<N, T>;
    };

export type InterfaceDef<N = Name, T = Type> =
  | {
      readonly kind: 'interface-defun';
      readonly spec: Arg<T>;
      readonly params: readonly Arg<T>[];
      readonly span: Span;
    }
  | DefConst<N, T>
  | {
      readonly kind: 'interface-defcap';
      readonly spec: Arg<T>;
      readonly params: readonly Arg<T>[];
      readonly meta: DefCapMeta<string>;
      readonly span: Span;
    }
  | DefSchema<T>
  | {
      readonly kind: 'interface-defpact';
      readonly spec: Arg<T>;
      readonly params: readonly Arg<T>[];
      readonly span: Span;
    };

export type Governance =
  | { readonly kind: 'keyset'; readonly name: KeySetName }
  | { readonly kind: 'capability'; readonly name: FullyQualifiedName };

/** `(use module hash [names])`, the module name as written. */
export type Import = {
  readonly module: ModuleName;
  readonly hash: Hash | undefined;
  readonly names: readonly string[] | undefined;
};

export type Module = {
  readonly kind: 'module';
  readonly name: ModuleName;
  readonly governance: Governance;
  /** In the order that the hash depends on: dependencies first (section G). */
  readonly defs: readonly Def[];
  /** Ascending by bytes. */
  readonly blessed: readonly Hash[];
  readonly imports: readonly Import[];
  /** Resolved, in written order. */
  readonly implements: readonly ModuleName[];
  readonly hash: Hash;
  readonly txHash: Hash;
  /** Source text from the opening to the closing parenthesis. */
  readonly code: string;
  readonly span: Span;
};

export type Interface = {
  readonly kind: 'interface';
  readonly name: ModuleName;
  readonly defs: readonly InterfaceDef[];
  readonly imports: readonly Import[];
  readonly hash: Hash;
  readonly txHash: Hash;
  readonly code: string;
  readonly span: Span;
};

/**
 * The stored form of a module: the module and the definitions it depends on, by `name.key`.
 */
export type ModuleData = {
  readonly module: Module | Interface;
  /** Ascending by `compareFullyQualifiedNames`; values with their full names. */
  readonly dependencies: ReadonlyMap<string, Dependency>;
  /** Whether the source is stored within, as in Pact 4, and counts in the size. Later releases store it separately. */
  readonly carriesCode?: boolean;
};

export type Dependency = { readonly name: FullyQualifiedName; readonly def: Def };

export function defName(def: Def<unknown, unknown> | InterfaceDef<unknown, unknown>): string {
  return def.kind === 'defschema' || def.kind === 'deftable' ? def.name : def.spec.name;
}

/** The terms that a call runs; for a defpact, those of all its steps. */
export function termsOf(def: Def): readonly Term[] {
  switch (def.kind) {
    case 'defun':
    case 'defcap':
      return [def.term];
    case 'defpact':
      return def.steps.flatMap(stepTerms);
    default:
      return [];
  }
}

/** In the order in which they are stored, measured and searched for dependencies. */
export function stepTerms<N, T>(step: Step<N, T>) {
  switch (step.kind) {
    case 'step':
      return [step.body];
    case 'step-with-rollback':
      return [step.body, step.rollback];
    case 'entity-step':
      return [step.entity, step.body];
    case 'entity-step-with-rollback':
      return [step.entity, step.body, step.rollback];
  }
}

// The members of a module by their bare names. Modules stored elsewhere can look up single members
// without reading all of them.

export type Members = {
  /** The number of items of `loadableDefs`. */
  readonly count: number;
  /** Different names. */
  readonly size: number;
  readonly names: () => Iterable<string>;
  readonly has: (name: string) => boolean;
  readonly find: (name: string) => Def | undefined;
};

const known = new WeakMap<Module | Interface, Members>();

export function membersOf(module: Module | Interface): Members {
  let members = known.get(module);
  if (members === undefined) {
    members = listedMembers(loadableDefs(module));
    known.set(module, members);
  }
  return members;
}

/** For a module whose definitions are read on demand. */
export function rememberMembers(module: Module | Interface, members: Members): void {
  known.set(module, members);
}

/** Finds a member by its bare name; only constants and schemas are members of an interface. */
export function memberOf(module: Module | Interface, name: string): Def | undefined {
  return membersOf(module).find(name);
}

/** Returns the members that code can refer to: all of a module, or the constants and schemas of an interface. */
export function loadableDefs(module: Module | Interface): readonly Def[] {
  if (module.kind === 'module') return module.defs;
  return module.defs.filter(isConstOrSchema);
}

function listedMembers(defs: readonly Def[]): Members {
  const byName = new Map(defs.map((def) => [defName(def), def]));
  return {
    count: defs.length,
    size: byName.size,
    names: () => byName.keys(),
    has: (name) => byName.has(name),
    find: (name) => byName.get(name),
  };
}

function isConstOrSchema(def: InterfaceDef): def is Extract<InterfaceDef, Def> {
  return def.kind === 'defconst' || def.kind === 'defschema';
}
