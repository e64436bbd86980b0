// What a transaction has loaded so far: modules, the definitions that can be reached by their full
// name, and the bare names that the top level knows. Emptied by commit and rollback.
// Source: pact/Pact/Core/Environment/Types.hs (Loaded), Environment/Utils.hs.

import { assert } from '../../base/assert.ts';
import { FullyQualifiedName } from '../values/names.ts';
import {
  defName,
  type Def,
  type Dependency,
  type Interface,
  type InterfaceDef,
  type Module,
  type ModuleData,
} from './definition.ts';
import type { Namespace } from './defpact.ts';

export type DefKind = Def['kind'];

/** A bare name of the top level: what it means, and what kind of definition it is. */
export type TopLevelName = { readonly name: FullyQualifiedName; readonly def: DefKind };

export class Loaded {
  private readonly parent: Loaded | undefined;
  private readonly modules = new Map<string, ModuleData>();
  /** What the first module brought along; shared by all that load it, and so never written to. */
  private first: ReadonlyMap<string, Dependency> = noDefs;
  private readonly defs = new Map<string, Dependency>();
  private names = new Map<string, TopLevelName>();
  private seesNamesOfParent = true;
  private count: number;
  /** The namespace that new modules are installed in. */
  namespace: Namespace | undefined;

  constructor(parent?: Loaded) {
    this.parent = parent;
    this.count = parent?.count ?? 0;
    this.namespace = parent?.namespace;
  }

  module(text: string): ModuleData | undefined {
    return this.modules.get(text) ?? this.parent?.module(text);
  }

  def(name: FullyQualifiedName): Def | undefined {
    return this.dependency(name.key)?.def;
  }

  topLevelName(name: string): TopLevelName | undefined {
    const own = this.names.get(name);
    if (own !== undefined || !this.seesNamesOfParent) return own;
    return this.parent?.topLevelName(name);
  }

  moduleNames(): Iterable<string> {
    return new Set([...(this.parent?.moduleNames() ?? []), ...this.modules.keys()]);
  }

  topLevelNames(): Iterable<string> {
    if (this.parent === undefined || !this.seesNamesOfParent) return this.names.keys();
    return new Set([...this.parent.topLevelNames(), ...this.names.keys()]);
  }

  /** Number of definitions loaded; gas depends on it. */
  get defCount(): number {
    return this.count;
  }

  /** Every definition that can be reached, by its full name. */
  allDependencies(): Iterable<Dependency> {
    if (this.parent === undefined && this.defs.size === 0) return this.first.values();
    if (this.parent === undefined && this.first.size === 0) return this.defs.values();
    const all = new Map<string, Dependency>();
    if (this.parent !== undefined) {
      for (const each of this.parent.allDependencies()) all.set(each.name.key, each);
    }
    for (const [key, each] of this.first) all.set(key, each);
    for (const [key, each] of this.defs) all.set(key, each);
    return all.values();
  }

  addModule(data: ModuleData): void {
    this.modules.set(data.module.name.text, data);
    const brought = definitionsOf(data);
    if (this.count === 0) {
      this.first = brought;
      this.count = brought.size;
    } else for (const dependency of brought.values()) this.add(dependency);
  }

  addDef(name: FullyQualifiedName, def: Def): void {
    this.add({ name, def });
  }

  addTopLevelName(name: string, meaning: TopLevelName): void {
    this.names.set(name, meaning);
  }

  clearTopLevelNames(): void {
    this.names = new Map();
    this.seesNamesOfParent = false;
  }

  /** A layer on top of this one: what is added to it can be thrown away, or kept by `keep`. */
  layer(): Loaded {
    return new Loaded(this);
  }

  get isLayer(): boolean {
    return this.parent !== undefined;
  }

  /** Takes over what a layer made by `layer` has added. */
  keep(layer: Loaded): void {
    assert(layer.parent === this, 'a layer is kept by the one that it lies on');
    for (const [text, data] of layer.modules) this.modules.set(text, data);
    for (const dependency of layer.first.values()) this.add(dependency);
    for (const dependency of layer.defs.values()) this.add(dependency);
    if (!layer.seesNamesOfParent) this.clearTopLevelNames();
    for (const [name, meaning] of layer.names) this.names.set(name, meaning);
    this.namespace = layer.namespace;
  }

  private add(dependency: Dependency): void {
    const { key } = dependency.name;
    if (this.dependency(key) === undefined) this.count++;
    this.defs.set(key, dependency);
  }

  private dependency(key: string): Dependency | undefined {
    return this.defs.get(key) ?? this.first.get(key) ?? this.parent?.dependency(key);
  }
}

const noDefs: ReadonlyMap<string, Dependency> = new Map();

// Made once for each stored module, and dropped with it: transactions load the same ones again and again.
const definitions = new WeakMap<ModuleData, ReadonlyMap<string, Dependency>>();

/** What a module makes known: its dependencies, and then its own. */
function definitionsOf(data: ModuleData): ReadonlyMap<string, Dependency> {
  const known = definitions.get(data);
  if (known !== undefined) return known;
  const all = new Map(data.dependencies);
  for (const def of loadableDefs(data.module)) {
    const name = memberName(data.module, def);
    all.set(name.key, { name, def });
  }
  definitions.set(data, all);
  return all;
}

/** The members that code can refer to: all of a module, constants and schemas of an interface. */
export function loadableDefs(module: Module | Interface): readonly Def[] {
  if (module.kind === 'module') return module.defs;
  return module.defs.filter(isConstOrSchema);
}

export function memberName(
  module: Module | Interface,
  def: Def | InterfaceDef,
): FullyQualifiedName {
  return new FullyQualifiedName(module.name, defName(def), module.hash);
}

function isConstOrSchema(def: InterfaceDef): def is Extract<InterfaceDef, Def> {
  return def.kind === 'defconst' || def.kind === 'defschema';
}
