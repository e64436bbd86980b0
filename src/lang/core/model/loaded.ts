// The modules that a transaction has loaded so far, the definitions available by their full name, and
// the bare names known at top level. Emptied by commit and rollback.
// Source: pact/Pact/Core/Environment/Types.hs (Loaded), Environment/Utils.hs.

import { assert } from '../../../base/assert.ts';
import type { Hash } from '../../values/encoding/hash.ts';
import { FullyQualifiedName, type ModuleName } from '../../values/names.ts';
import {
  defName,
  type Def,
  type Dependency,
  type Interface,
  type InterfaceDef,
  type Module,
  type ModuleData,
  loadableDefs,
  membersOf,
} from './definition.ts';
import type { Namespace } from './defpact.ts';

export type DefKind = Def['kind'];

/** A bare name at top level: its target, and the kind of definition. */
export type TopLevelName = { readonly name: FullyQualifiedName; readonly def: DefKind };

/** Definitions of one version of a module. */
type Version = {
  readonly module: ModuleName;
  readonly hash: Hash;
  /** The module whose members are all known. */
  whole: ModuleData | undefined;
  /** Individual definitions, by their bare names; they take precedence over those of `whole`. */
  defs: ReadonlyMap<string, Dependency>;
  /** Whether `defs` belongs to this object only, so that it may be changed. */
  isOwn: boolean;
};

type VersionName = { readonly module: ModuleName; readonly hash: Hash };

export class Loaded {
  private readonly parent: Loaded | undefined;
  private readonly modules = new Map<string, ModuleData>();
  /** By hash. Two modules rarely share a hash, for example before a module has its own. */
  private readonly versions = new Map<Hash, Version[]>();
  private names = new Map<string, TopLevelName>();
  private seesNamesOfParent = true;
  private count: number;
  private presentState: object;
  /** The namespace that new modules are installed in. */
  namespace: Namespace | undefined;

  constructor(parent?: Loaded) {
    this.parent = parent;
    this.count = parent?.count ?? 0;
    this.presentState = parent?.presentState ?? nothingLoaded;
    this.namespace = parent?.namespace;
  }

  module(text: string): ModuleData | undefined {
    return this.modules.get(text) ?? this.parent?.module(text);
  }

  def(name: FullyQualifiedName): Def | undefined {
    return this.find(name, name.name);
  }

  /** Stays the same object as long as no name changes its definition. */
  get state(): object {
    return this.presentState;
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

  /** The number of definitions loaded; gas depends on it. */
  get defCount(): number {
    return this.count;
  }

  /** The available definitions of some modules. */
  dependenciesIn(modules: ReadonlySet<string>): Iterable<Dependency> {
    const all = new Map<string, Dependency>();
    for (const each of this.parent?.dependenciesIn(modules) ?? []) all.set(each.name.key, each);
    for (const versions of this.versions.values()) {
      for (const version of versions) {
        if (!modules.has(version.module.text)) continue;
        for (const each of dependenciesOf(version)) all.set(each.name.key, each);
      }
    }
    return all.values();
  }

  addModule(data: ModuleData): void {
    this.modules.set(data.module.name.text, data);
    for (const version of broughtAlong(data)) this.addVersion(version);
    this.presentState = stateWith(this.presentState, data);
  }

  addDef(name: FullyQualifiedName, def: Def): void {
    const own = this.ownDefs(name);
    if (!this.has(name, name.name)) this.count++;
    own.set(name.name, { name, def });
    this.presentState = {};
  }

  addTopLevelName(name: string, meaning: TopLevelName): void {
    this.names.set(name, meaning);
  }

  clearTopLevelNames(): void {
    this.names = new Map();
    this.seesNamesOfParent = false;
  }

  /** Returns a layer on top of this object: additions to it can be discarded, or kept with `keep`. */
  layer(): Loaded {
    return new Loaded(this);
  }

  get isLayer(): boolean {
    return this.parent !== undefined;
  }

  /** Adds everything from a layer created by `layer`. */
  keep(layer: Loaded): void {
    assert(layer.parent === this, 'a layer is kept by the one that it lies on');
    for (const [text, data] of layer.modules) this.modules.set(text, data);
    for (const versions of layer.versions.values()) {
      for (const version of versions) this.addVersion(version);
    }
    this.presentState = layer.presentState;
    if (!layer.seesNamesOfParent) this.clearTopLevelNames();
    for (const [name, meaning] of layer.names) this.names.set(name, meaning);
    this.namespace = layer.namespace;
  }

  private addVersion(added: Version): void {
    const { whole, defs } = added;
    if (this.knows(added)) {
      if (whole !== undefined) this.addWhole(added, whole);
      if (defs.size > 0) this.addDefs(added, defs);
      return;
    }
    this.open({ ...added, isOwn: false });
    this.count += whole === undefined ? defs.size : sizeOf(whole, defs);
  }

  private addWhole(of: VersionName, whole: ModuleData): void {
    const members = membersOf(whole.module);
    for (const name of members.names()) if (!this.has(of, name)) this.count++;
    const version = this.version(of) ?? this.open(emptyVersion(of));
    version.whole = whole;
    version.defs = new Map([...version.defs].filter(([name]) => !members.has(name)));
    version.isOwn = true;
  }

  private addDefs(of: VersionName, defs: ReadonlyMap<string, Dependency>): void {
    const own = this.ownDefs(of);
    for (const [name, each] of defs) {
      if (!this.has(of, name)) this.count++;
      own.set(name, each);
    }
  }

  /** To be written to. */
  private ownDefs(of: VersionName): Map<string, Dependency> {
    const version = this.version(of) ?? this.open(emptyVersion(of));
    // A map of its own was created here, so it is mutable.
    if (version.isOwn) return version.defs as Map<string, Dependency>;
    const own = new Map(version.defs);
    version.defs = own;
    version.isOwn = true;
    return own;
  }

  private open(version: Version): Version {
    const others = this.versions.get(version.hash);
    if (others === undefined) this.versions.set(version.hash, [version]);
    else others.push(version);
    return version;
  }

  private version({ module, hash }: VersionName): Version | undefined {
    const versions = this.versions.get(hash);
    if (versions === undefined) return undefined;
    for (const each of versions) if (each.module.text === module.text) return each;
    return undefined;
  }

  private knows(of: VersionName): boolean {
    return this.version(of) !== undefined || (this.parent?.knows(of) ?? false);
  }

  private has(of: VersionName, name: string): boolean {
    const version = this.version(of);
    if (version !== undefined && hasDef(version, name)) return true;
    return this.parent?.has(of, name) ?? false;
  }

  private find(of: VersionName, name: string): Def | undefined {
    const version = this.version(of);
    const found = version === undefined ? undefined : defOf(version, name);
    return found ?? this.parent?.find(of, name);
  }
}

const nothingLoaded: object = {};

// Loading the same modules in the same order always makes the same names known. Transactions that begin
// alike go through the same states, so results that code has looked up in a state stay valid. Each state
// keeps the last state that followed it.
const following = new WeakMap<object, WeakMap<ModuleData, object>>();

function stateWith(state: object, data: ModuleData): object {
  const known = following.get(state)?.get(data);
  if (known !== undefined) return known;
  const next = {};
  following.set(state, new WeakMap([[data, next]]));
  return next;
}

const noDefs: ReadonlyMap<string, Dependency> = new Map();

const emptyVersion = ({ module, hash }: VersionName): Version => ({
  module,
  hash,
  whole: undefined,
  defs: noDefs,
  isOwn: false,
});

function hasDef({ whole, defs }: Version, name: string): boolean {
  return defs.has(name) || (whole !== undefined && membersOf(whole.module).has(name));
}

function defOf({ whole, defs }: Version, name: string): Def | undefined {
  const single = defs.get(name)?.def;
  return single ?? (whole === undefined ? undefined : membersOf(whole.module).find(name));
}

function sizeOf({ module }: ModuleData, defs: ReadonlyMap<string, Dependency>): number {
  const members = membersOf(module);
  let { size } = members;
  for (const name of defs.keys()) if (!members.has(name)) size++;
  return size;
}

function dependenciesOf({ whole, defs }: Version): Iterable<Dependency> {
  if (whole === undefined) return defs.values();
  const all = new Map<string, Dependency>();
  for (const def of loadableDefs(whole.module)) {
    all.set(defName(def), { name: memberName(whole.module, def), def });
  }
  for (const [name, each] of defs) all.set(name, each);
  return all.values();
}

// Created once for each stored module and dropped with it, because transactions load the same modules repeatedly.
const brought = new WeakMap<ModuleData, readonly Version[]>();

/** The definitions that loading a module makes known: its dependencies, then its own. */
function broughtAlong(data: ModuleData): readonly Version[] {
  let versions = brought.get(data);
  if (versions === undefined) {
    const { name: module, hash } = data.module;
    const own: Version = { module, hash, whole: data, defs: noDefs, isOwn: false };
    versions = [...versionsOf(data.dependencies.values()), own];
    brought.set(data, versions);
  }
  return versions;
}

function versionsOf(dependencies: Iterable<Dependency>): readonly Version[] {
  const found = new Map<string, { readonly version: Version; defs: Map<string, Dependency> }>();
  for (const each of dependencies) {
    const { module, hash, name } = each.name;
    const key = `${module.text}.{${hash}}`;
    let known = found.get(key);
    if (known === undefined) {
      const defs = new Map<string, Dependency>();
      known = { version: { module, hash, whole: undefined, defs, isOwn: false }, defs };
      found.set(key, known);
    }
    known.defs.set(name, each);
  }
  return [...found.values()].map(({ version }) => version);
}

export function memberName(
  module: Module | Interface,
  def: Def | InterfaceDef,
): FullyQualifiedName {
  return new FullyQualifiedName(module.name, defName(def), module.hash);
}
