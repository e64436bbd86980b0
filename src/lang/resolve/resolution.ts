// The state of one resolution: the definitions and imports so far of the module being compiled, the local variables, and
// the modules referred to.
// Source: IR/Desugar.hs (RenamerEnv, RenamerState).

import type { Def, DefSchema } from '../core/model/definition.ts';
import type { Hash } from '../values/encoding/hash.ts';
import { QualifiedName, type ModuleName } from '../values/names.ts';
import { Schema } from '../values/type.ts';
import type { ResolveEnvironment } from './environment.ts';
import { LocalScope } from './scope.ts';

/** The kind of definition; schemas include their fields. */
export type Meaning =
  | { readonly kind: Exclude<Def['kind'], 'defschema'> }
  | { readonly kind: 'defschema'; readonly schema: Schema };

/** A definition of some module version, as names refer to it. */
export type Binding = {
  readonly module: ModuleName;
  readonly hash: Hash;
  readonly meaning: Meaning;
};

export type CurrentModule = {
  readonly kind: 'module' | 'interface';
  readonly name: ModuleName;
  /** Resolved; empty until they are. */
  readonly implements: readonly ModuleName[];
};

export class Resolution {
  readonly environment: ResolveEnvironment;
  readonly locals = new LocalScope();
  /** Imports and the definitions resolved so far; the later of equal names takes precedence. */
  readonly members = new Map<string, Binding>();
  /** The definitions resolved so far, by their bare names: the possible targets of `module.name` inside the module. */
  readonly own = new Map<string, Binding>();
  current: CurrentModule | undefined;
  withinDefcap = false;
  /** Bare name of the definition that the REPL is about to make; it is found last. */
  replDefinition: (Binding & { readonly name: string }) | undefined;
  /** Names not found in the database, which does not change during resolution. */
  readonly missing = new Set<string>();
  private readonly dependencySet = new Map<string, ModuleName>();

  constructor(environment: ResolveEnvironment) {
    this.environment = environment;
  }

  addDependency(module: ModuleName): void {
    this.dependencySet.set(module.text, module);
  }

  /** Modules whose members were referred to, in no particular order. */
  get dependencies(): readonly ModuleName[] {
    return [...this.dependencySet.values()];
  }
}

export function meaningOf(def: Pick<Def, 'kind'> | DefSchema, module: ModuleName): Meaning {
  if (def.kind !== 'defschema') return { kind: def.kind };
  return { kind: 'defschema', schema: schemaOf(def as DefSchema, module) };
}

// One schema object per definition: stored modules refer to the same schema many times.
const schemas = new WeakMap<DefSchema, Schema>();

function schemaOf(def: DefSchema, module: ModuleName): Schema {
  let schema = schemas.get(def);
  if (schema === undefined) {
    schema = new Schema(new QualifiedName(def.name, module), def.fields);
    schemas.set(def, schema);
  }
  return schema;
}
